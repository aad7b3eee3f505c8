import { Status } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { printable, printableLines, type Sections } from '../../findings/finding-text.ts';
import { outcomeText, requestText, xmlText } from '../../findings/http-message.ts';
import { needs } from '../../model/judging/reply.ts';
import type { JudgedExchange, StepRecord } from '../../model/judging/verdict.ts';
import type { ExchangeRecord, ResultFinding } from '../../model/running/results.ts';
import type { Mask } from '../../secrets/mask.ts';
import { indentXml } from '../../xml/indent.ts';

/** What a run knows about all of its exchanges. */
export interface AllureContext {
  readonly baseUrl: string;
  /** Names of bindings by their ids. */
  readonly bindingNames: ReadonlyMap<string, string>;
  readonly mask: Mask;
  readonly sections: Sections;
}

/**
 * The requests of an exchange as steps of Allure, each with the time that it took, its request and response as they
 * were, and what was found in it; then why there was none, where a step was not made.
 */
export function stepMessages(
  { steps, startedAt, durationMs }: JudgedExchange,
  record: ExchangeRecord,
  context: AllureContext,
): readonly RuntimeMessage[] {
  const made = steps.flatMap((step, index) => {
    const found = record.findings.filter((finding) => finding.step === index);
    const name = `${step.operation} over ${context.bindingNames.get(step.binding) ?? step.binding}`;
    return wholeStep(
      `${name}: ${endText(step.outcome)}`,
      [step.startedAt, step.endedAt],
      { status: statusOf(step.outcome, found), message: foundText(found) },
      [evidence(step, context), ...(found.length > 0 ? indented(step, context) : [])],
    );
  });
  if (record.note === undefined || record.verdict !== 'blocked') return made;
  const end = startedAt + durationMs;
  return [...made, ...wholeStep(record.note, [end, end], { status: Status.SKIPPED, message: '' }, [])];
}

function wholeStep(
  name: string,
  [start, stop]: readonly [number, number],
  { status, message }: { readonly status: Status; readonly message: string },
  attached: readonly RuntimeMessage[],
): readonly RuntimeMessage[] {
  const statusDetails = message === '' ? {} : { statusDetails: { message } };
  return [
    { type: 'step_start', data: { name: printableLines(name), start: Math.round(start) } },
    ...attached,
    { type: 'step_stop', data: { status, stop: Math.round(stop), ...statusDetails } },
  ];
}

function endText(outcome: StepRecord['outcome']): string {
  return outcome.kind === 'response' ? String(outcome.response.status) : outcome.failure.code;
}

/** A step is broken where nothing whole came back, and failed where it breaks what the contract states. */
function statusOf(outcome: StepRecord['outcome'], found: readonly ResultFinding[]): Status {
  if (outcome.kind === 'failure') return Status.BROKEN;
  return found.some(({ level }) => level === 'must') ? Status.FAILED : Status.PASSED;
}

/** Which findings are about a step; the description of the test has them whole. */
function foundText(found: readonly ResultFinding[]): string {
  return found.map(({ rule, level, path }) => printable(`${rule}, ${level}, at ${path}`)).join('\n');
}

/** The request and the response to the byte, in one file: making files is the dearest part of a run. */
function evidence({ request, outcome }: StepRecord, { baseUrl, mask }: AllureContext): RuntimeMessage {
  const text = `${requestText(baseUrl, request)}\n\n${outcomeText(outcome)}`;
  return attachment('request and response', mask(text), 'text/plain', 'txt');
}

/** The bodies with a line for each element, where somebody has to read them. */
function indented(
  { request, outcome, reached }: StepRecord,
  { mask }: AllureContext,
): readonly RuntimeMessage[] {
  const isDocument = needs.indexOf(reached) >= needs.indexOf('document');
  const isWhole = outcome.kind === 'response' && outcome.response.wholeLength === undefined;
  const bodies = [
    ['request', request.body],
    ['response', isDocument && isWhole ? outcome.response.body : null],
  ] as const;
  return bodies.flatMap(([what, body]) => {
    const text = xmlText(body);
    if (text === undefined) return [];
    // Before, because a line break within a secret would hide it, and after, because what is written is masked last.
    return [attachment(`${what} body, indented`, mask(indentXml(mask(text))), 'text/xml', 'xml')];
  });
}

function attachment(name: string, text: string, contentType: string, fileExtension: string): RuntimeMessage {
  const content = printableLines(text);
  return {
    type: 'attachment_content',
    data: { name, content, encoding: 'utf8', contentType, fileExtension },
  };
}
