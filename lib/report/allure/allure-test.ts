import type { Link, Status } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { outcomeText, requestText, xmlText } from '../../findings/http-message.ts';
import { type DetailContext, detailLines } from '../../findings/run/blocks.ts';
import { answerText, entryText } from '../../findings/run/facts.ts';
import { suiteCommand } from '../../findings/suite-command.ts';
import type { Level } from '../../model/contract.ts';
import type { Exchange } from '../../model/exchange.ts';
import { needs } from '../../model/judging/reply.ts';
import type { JudgedExchange, StepRecord } from '../../model/judging/verdict.ts';
import { byLevel } from '../../model/requirement.ts';
import type { ExchangeRecord, ResultFinding } from '../../model/running/results.ts';
import { type Mask, ours } from '../../secrets/mask.ts';
import { printable, printableLines } from '../../text/printable.ts';
import { indentXml } from '../../wire/xml/indent.ts';
import { html } from '../page/html.ts';

export interface AllureContext extends DetailContext {
  readonly bindingNames: ReadonlyMap<string, string>;
  readonly mask: Mask;
  /** Selects the exchanges whose requests and responses are attached; `red` leaves out those that passed or were observed. */
  readonly evidence: 'all' | 'red';
}

/**
 * Returns the Allure result of an exchange, with its requests and replies masked, for passing exchanges too unless `evidence`
 * is `red`. Its ids are that of the exchange alone, so that its history goes on over ports, targets and versions.
 */
export function allureMessages(
  exchange: Exchange,
  { steps, startedAt, durationMs }: JudgedExchange,
  record: ExchangeRecord,
  context: AllureContext,
  red = false,
): readonly RuntimeMessage[] {
  const { id } = exchange;
  const metadata = {
    displayName: id,
    testCaseId: id,
    historyId: id,
    // The error of a red test has the findings.
    descriptionHtml: descriptionOf(exchange, red ? { ...record, findings: [] } : record, context),
    labels: labelsOf(exchange, record, context),
    links: linksOf(exchange, record),
  };
  const end = startedAt + durationMs;
  const isGreen = record.verdict === 'passed' || record.verdict === 'observed';
  const isAttached = context.evidence === 'all' || !isGreen;
  return [
    { type: 'metadata', data: metadata },
    ...steps.flatMap((step, index) => {
      const found = record.findings.filter((finding) => finding.step === index);
      return stepMessages(step, found, context, isAttached);
    }),
    ...(record.verdict === 'blocked' && record.note !== undefined
      ? stepRuntimeMessages({ name: record.note, start: end }, { status: status('skipped'), stop: end }, [])
      : []),
  ];
}

/** Returns a word as a member of the enum, whose module would load six more in the worker. */
const status = (word: `${Status}`) => word as Status;

const severities: Readonly<Record<Level, string>> = { must: 'critical', should: 'normal', gap: 'minor' };

function labelsOf(exchange: Exchange, { verdict, findings }: ExchangeRecord, context: AllureContext) {
  const tags = [...exchange.tags];
  if (exchange.probe) tags.push('probe');
  if (verdict !== 'passed') tags.push(verdict);
  const found = findings.toSorted((a, b) => byLevel(a.level, b.level));
  const rules = new Set(found.map(({ rule }) => rule));
  const causes = new Set(found.flatMap(({ cause }) => cause ?? []));
  return [
    { name: 'epic', value: 'SMS sending and reporting service' },
    { name: 'feature', value: exchange.operation },
    { name: 'story', value: context.bindingNames.get(exchange.binding) ?? exchange.binding },
    { name: 'severity', value: severities[exchange.level] },
    { name: 'verdict', value: verdict },
    ...[...rules].map((value) => ({ name: 'rule', value })),
    // Allure groups by the last of them: the gravest, and of these the first that was found.
    ...[...causes].reverse().map((value) => ({ name: 'cause', value: printable(value) })),
    ...tags.map((value) => ({ name: 'tag', value })),
  ];
}

/** Returns links to the requirements that an exchange tests, breaks or affects, and to the issues of known failures. */
function linksOf(exchange: Exchange, { findings, known = [] }: ExchangeRecord): Link[] {
  const broken = findings.flatMap(({ requirements }) => requirements);
  const issues = new Set(known.flatMap(({ link }) => link ?? []));
  const about = new Set([...broken, ...exchange.requirements]);
  const affected = new Set(findings.flatMap((finding) => finding.affected ?? []));
  const link = (type: string) => (name: string) => ({ name, url: `../report.html#${name}`, type });
  return [
    ...[...issues].map((url) => ({ name: url, url, type: 'issue' })),
    ...[...about].map(link('requirement')),
    ...[...affected].filter((name) => !about.has(name)).map(link('affected')),
  ];
}

/** Returns HTML with the case, the details of the exchange, and its request. Users write cases, so these are masked. */
function descriptionOf({ title, because, source }: Exchange, record: ExchangeRecord, context: AllureContext) {
  const { mask } = context;
  const { verdict, known = [] } = record;
  const level = because === undefined ? '' : html`<p>Level: ${mask(because)}</p>`;
  const answer = answerText(record);
  const said = { ...record, source: { file: mask(source.file), line: source.line } };
  const shown = suiteCommand('show', said, context) ?? ours``;
  const details = Object.assign(said, { repeat: record.repeat ?? shown });
  const lines = [
    ...(answer === '' ? [] : [ours`a probe, never judged; what came back: ${answer}`]),
    ...(verdict === 'known-failure' ? known.map(entryText) : []),
    ...detailLines(details, context),
  ];
  // Allure keeps text on one line, which cuts what is long.
  return html`<p>${mask(title)}</p>${level}<pre style="white-space: pre-wrap; overflow-wrap: anywhere"><code>${lines.map((line) => html`${line}\n`)}</code></pre>`
    .html;
}

/** Returns a request as a step of Allure, with its duration, its findings, and the request and the response if they are attached. */
function stepMessages(
  step: StepRecord,
  found: readonly ResultFinding[],
  context: AllureContext,
  isAttached: boolean,
): readonly RuntimeMessage[] {
  const { operation, binding, outcome, startedAt, endedAt } = step;
  const isResponse = outcome.kind === 'response';
  const end = isResponse ? outcome.response.status : outcome.failure.code;
  const name = `${operation} over ${context.bindingNames.get(binding) ?? binding}: ${end}`;
  const isBroken = found.some(({ level }) => level === 'must');
  // The description of the test has the findings whole.
  const message = found.map(({ rule, level, path }) => printable(`${rule}, ${level}, at ${path}`)).join('\n');
  const ended = {
    status: status(!isResponse ? 'broken' : isBroken ? 'failed' : 'passed'),
    stop: endedAt,
    ...(message === '' ? {} : { statusDetails: { message } }),
  };
  const attached = isAttached ? stepAttachments(step, found, context) : [];
  return stepRuntimeMessages({ name, start: startedAt }, ended, attached);
}

/** Returns a request and its response, and their bodies with a line for each element where something was found. */
function stepAttachments(
  { request, outcome, reached }: StepRecord,
  found: readonly ResultFinding[],
  { target, mask }: AllureContext,
): readonly RuntimeMessage[] {
  // Request and response to the byte, in one file: making files is the dearest part of a run.
  const evidence = `${requestText(target.baseUrl, request)}\n\n${outcomeText(outcome)}`;
  const attached = [attachment('request and response', mask(evidence), 'text/plain', 'txt')];
  const isWhole = outcome.kind === 'response' && outcome.response.wholeLength === undefined;
  const isDocument = needs.indexOf(reached) >= needs.indexOf('document');
  const response = isWhole && isDocument ? outcome.response.body : null;
  // The bodies with a line for each element, where somebody has to read them.
  const bodies = found.length === 0 ? [] : Object.entries({ request: request.body, response });
  for (const [what, body] of bodies) {
    const text = xmlText(body);
    if (text === undefined) continue;
    // Before, because a line break within a secret would hide it, and after, because what is written is masked last.
    attached.push(attachment(`${what} body, indented`, mask(indentXml(mask(text))), 'text/xml', 'xml'));
  }
  return attached;
}

function stepRuntimeMessages(
  { name, start }: { readonly name: string; readonly start: number },
  { stop, ...ended }: { readonly status: Status; readonly stop: number },
  attached: readonly RuntimeMessage[],
): readonly RuntimeMessage[] {
  return [
    { type: 'step_start', data: { name: printableLines(name), start: Math.round(start) } },
    ...attached,
    { type: 'step_stop', data: { stop: Math.round(stop), ...ended } },
  ];
}

function attachment(name: string, text: string, contentType: string, fileExtension: string): RuntimeMessage {
  const content = printableLines(text);
  return {
    type: 'attachment_content',
    data: { name, content, encoding: 'utf8', contentType, fileExtension },
  };
}
