import { randomUUID } from 'node:crypto';
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
import { isError } from '../../results/verdict-counts.ts';
import { type Mask, ours } from '../../secrets/mask.ts';
import { printable, printableLines } from '../../text/printable.ts';
import { indentXml } from '../../wire/xml/indent.ts';
import { html } from '../page/html.ts';

/** A file in the folder of Allure results. */
export type AllureFile = readonly [name: string, content: string];

/** What a run knows about all of its exchanges. */
export interface AllureContext extends DetailContext {
  readonly bindingNames: ReadonlyMap<string, string>;
  readonly mask: Mask;
}

/** Makes the file of a text, and returns what a step says of it. */
type Attach = (name: string, text: string, type: string, ending: string) => object;

/**
 * Returns the Allure result of an exchange and its attachments: every request and reply as it was, masked, for passing
 * exchanges too. Its ids are that of the exchange alone, so that its history goes on over ports, targets and versions.
 *
 * @param error what a red exchange is red by, with its findings
 */
export function allureFiles(
  exchange: Exchange,
  { steps, startedAt, durationMs }: JudgedExchange,
  record: ExchangeRecord,
  context: AllureContext,
  error?: string,
): readonly AllureFile[] {
  const { id, operation } = exchange;
  const { verdict, note, findings } = record;
  const files: AllureFile[] = [];
  const attach: Attach = (name, text, type, ending) => {
    const source = `${randomUUID()}-attachment.${ending}`;
    files.push([source, printableLines(text)]);
    return { name, source, type };
  };
  const foundIn = (index: number) => findings.filter(({ step }) => step === index);
  const made = steps.map((step, index) => stepOf(step, foundIn(index), context, attach));
  const end = Math.round(startedAt + durationMs);
  const isBlocked = verdict === 'blocked' && note !== undefined;
  const unmade = isBlocked ? [{ name: printableLines(note), status: 'skipped', start: end, stop: end }] : [];
  const all = [...made, ...unmade];
  const isRed = error !== undefined;
  const uuid = randomUUID();
  const result = {
    ...{ uuid, name: id, fullName: id, testCaseId: id, historyId: id, stage: 'finished' },
    titlePath: [operation, bindingName(exchange, context)],
    status: statusOf(record, isRed),
    statusDetails: detailsOf(exchange, record, context, error),
    start: all[0]?.start ?? Math.round(startedAt),
    stop: all.at(-1)?.stop ?? end,
    descriptionHtml: descriptionOf(exchange, record, context, isRed),
    labels: labelsOf(exchange, record, context),
    links: linksOf(exchange, record),
    steps: all,
  };
  files.push([`${uuid}-result.json`, JSON.stringify(result)]);
  return files;
}

const severities: Readonly<Record<Level, string>> = { must: 'critical', should: 'normal', gap: 'minor' };

function labelsOf(exchange: Exchange, { verdict, findings }: ExchangeRecord, context: AllureContext) {
  const own = exchange.probe ? [...exchange.tags, 'probe'] : exchange.tags;
  const tags = verdict === 'passed' ? own : [...own, verdict];
  const found = findings.toSorted((a, b) => byLevel(a.level, b.level));
  const rules = new Set(found.map(({ rule }) => rule));
  const causes = new Set(found.flatMap(({ cause }) => cause ?? []));
  return [
    { name: 'epic', value: 'SMS sending and reporting service' },
    { name: 'feature', value: exchange.operation },
    { name: 'story', value: bindingName(exchange, context) },
    { name: 'severity', value: severities[exchange.level] },
    { name: 'verdict', value: verdict },
    ...[...rules].map((value) => ({ name: 'rule', value })),
    // Allure groups by the last of them: the gravest, and of these the first that was found.
    ...[...causes].reverse().map((value) => ({ name: 'cause', value: printable(value) })),
    ...tags.map((value) => ({ name: 'tag', value })),
  ];
}

/** Links to its requirements, those that it broke or affects, and where people follow up what is known to fail. */
function linksOf(exchange: Exchange, { findings, known = [] }: ExchangeRecord) {
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

/** HTML: the case, what there is to say of the exchange, and its request. Users write cases, so these are masked. */
function descriptionOf(
  { title, because, source }: Exchange,
  record: ExchangeRecord,
  context: AllureContext,
  isRed: boolean,
): string {
  const { mask } = context;
  const { verdict, known = [], findings } = record;
  const level = because === undefined ? '' : html`<p>Level: ${mask(because)}</p>`;
  const answer = answerText(record);
  const said = { ...record, source: { file: mask(source.file), line: source.line } };
  const repeat = record.repeat ?? suiteCommand('show', said, context) ?? ours``;
  // The error of a red exchange has the findings.
  const details = Object.assign(said, { repeat, findings: isRed ? [] : findings });
  const lines = [
    ...(answer === '' ? [] : [ours`a probe, never judged; what came back: ${answer}`]),
    ...(verdict === 'known-failure' ? known.map(entryText) : []),
    ...detailLines(details, context),
  ];
  // Allure keeps text on one line, which cuts what is long.
  return html`<p>${mask(title)}</p>${level}<pre style="white-space: pre-wrap; overflow-wrap: anywhere"><code>${lines.map((line) => html`${line}\n`)}</code></pre>`
    .html;
}

/** Red is failed, or broken where the target is not to blame or nothing whole came back; known failures and warnings are neither red nor passed. */
function statusOf({ verdict }: ExchangeRecord, isRed: boolean): string {
  if (isError(verdict)) return 'broken';
  if (verdict === 'known-failure') return 'skipped';
  if (isRed) return 'failed';
  return verdict === 'warned' ? 'unknown' : 'passed';
}

/** The error of a red exchange, the reason of a known one, and what Allure compares: expected and actual. */
function detailsOf(
  { source: { file, line, column } }: Exchange,
  { verdict, findings, note, known = [] }: ExchangeRecord,
  { mask }: AllureContext,
  error: string | undefined,
): object {
  if (verdict === 'passed') return {};
  const reasons = verdict === 'known-failure' ? known.map(({ reason }) => reason) : [];
  const side = (name: 'expected' | 'actual') =>
    findings.map((one) => `${printable(one.path)}\n  ${printable(one[name])}`).join('\n\n');
  return {
    message: error ?? printableLines([verdict, note, ...reasons].filter(Boolean).join('\n')),
    ...(error === undefined ? {} : { trace: `at ${mask(file)}:${line}:${column}` }),
    ...(findings.length === 0 ? {} : { expected: side('expected'), actual: side('actual') }),
  };
}

/** A request as a step of Allure, with the time that it took, request and response as they were, and what was found in it. */
function stepOf(
  { operation, binding, request, outcome, reached, startedAt, endedAt }: StepRecord,
  found: readonly ResultFinding[],
  context: AllureContext,
  attach: Attach,
) {
  const { target, mask } = context;
  const isResponse = outcome.kind === 'response';
  const end = isResponse ? outcome.response.status : outcome.failure.code;
  const isBroken = found.some(({ level }) => level === 'must');
  // Request and response to the byte, in one file: making files is the dearest part of a run.
  const evidence = `${requestText(target.baseUrl, request)}\n\n${outcomeText(outcome)}`;
  const attachments = [attach('request and response', mask(evidence), 'text/plain', 'txt')];
  const isWhole = isResponse && outcome.response.wholeLength === undefined;
  const isDocument = needs.indexOf(reached) >= needs.indexOf('document');
  const response = isDocument && isWhole ? outcome.response.body : null;
  // The bodies with a line for each element, where somebody has to read them.
  const bodies =
    found.length === 0
      ? []
      : ([
          ['request', request.body],
          ['response', response],
        ] as const);
  for (const [what, body] of bodies) {
    const text = xmlText(body);
    if (text === undefined) continue;
    // Before, because a line break within a secret would hide it, and after, because what is written is masked last.
    attachments.push(attach(`${what} body, indented`, mask(indentXml(mask(text))), 'text/xml', 'xml'));
  }
  // The description of the test has the findings whole.
  const message = found.map(({ rule, level, path }) => printable(`${rule}, ${level}, at ${path}`)).join('\n');
  return {
    name: printableLines(`${operation} over ${bindingName({ binding }, context)}: ${end}`),
    status: !isResponse ? 'broken' : isBroken ? 'failed' : 'passed',
    statusDetails: message === '' ? {} : { message },
    start: Math.round(startedAt),
    stop: Math.round(endedAt),
    attachments,
  };
}

function bindingName({ binding }: { readonly binding: string }, { bindingNames }: AllureContext): string {
  return bindingNames.get(binding) ?? binding;
}
