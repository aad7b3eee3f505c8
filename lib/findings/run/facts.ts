import { isOfRequest } from '../../judge/traits.ts';
import { verdicts } from '../../model/judging/verdict.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { RecordedKnown, ResultDialect, ResultExchange, Results } from '../../model/running/results.ts';
import { READERS_OF_ASMX } from '../../readers/broken-readers.ts';
import { unjudgedText } from '../../results/coverage.ts';
import { impliedBroken, neverShown } from '../../results/ending.ts';
import { NO_REASON_YET } from '../../results/known-failures/entries.ts';
import { NO_OFFSET, OFFSET } from '../../results/observations/collect.ts';
import { mergeObservations, seenOf } from '../../results/observations/observations.ts';
import { unevenRefusals } from '../../results/refusals.ts';
import { countOf } from '../../results/verdict-counts.ts';
import { joinTexts, ours } from '../../secrets/mask.ts';
import { groupedBy } from '../../text/add-to.ts';
import { counted, fixed, someOf } from '../../text/counted.ts';
import { plainJson, printable } from '../../text/printable.ts';
import { refusalHint } from '../hints.ts';

/** One labelled fact about a run; its texts may be a target's. */
export interface LabelledFact {
  readonly label: Masked;
  readonly lines: readonly Masked[];
  readonly tone?: 'good' | 'doubtful' | 'bad';
}

/** Writes the lines of a fact for people, with its label before the first. */
export function factLines({ label, lines }: LabelledFact): readonly Masked[] {
  return lines.map((line, index) => ours`${(index === 0 ? label : ours``).padEnd(14)}${printable(line)}`);
}

/** Noted where the letter of contract §4.1 rule 1 asks for two slashes. */
const SLASH = ours`SOAPAction is sent with the one slash at the end of the namespace, as ASP.NET wants it, not with two`;

/** Said wherever a run that did not verify the certificate of its target says what it judged. */
export const INSECURE = ours`the certificate of the target was not verified (--insecure): a third party may have answered in its place`;

const SEEN: readonly string[] = [
  'PacketStatus',
  'DeliveryResult',
  'DeliveryTime',
  'SendDate',
  'order of delivery results',
  'refusal',
];

/** Returns the facts of a run that every report for people has besides its findings: its time first, its outcome last. */
export function factsOf(results: Results): readonly LabelledFact[] {
  const { suite, target, answers, startedAt, shard, messages } = results;
  const { notes = [], observations = [], unjudged = [] } = results;
  const { namespace } = target;
  const { planned, sent, budget } = messages;
  const allNotes = namespace.endsWith('/') && !results.clients ? [SLASH, ...notes] : notes;
  const budgetLines =
    budget === null ? [] : [ours`${planned} planned, ${sent} sent or tried, budget ${budget}`];
  const seen = seenOf(observations);
  const refused = unevenRefusals(results);
  const facts: readonly LabelledFact[] = [
    { label: ours`run`, lines: [ours`${startedAt}, ${suite.name} ${suite.version}`] },
    answers === undefined
      ? { label: ours`target`, lines: [ours`${target.baseUrl} (${target.kind}), namespace ${namespace}`] }
      : { label: ours`listened`, lines: [ours`on ${target.baseUrl}, ${answers}, namespace ${namespace}`] },
    { label: ours`INSECURE`, lines: target.insecure ? [INSECURE] : [], tone: 'bad' },
    { label: ours`exchanges`, lines: [countsText(results.summary)] },
    ...(shard ? [shardFact(shard, results)] : []),
    ...knownFacts(results.exchanges),
    ...allNotes.map((note) => ({ label: ours`note`, lines: [note] })),
    clientsFact(results),
    readersFact(results),
    { label: ours`probes`, lines: probeLines(results) },
    { label: ours`not run`, lines: notRunLines(results.notRun) },
    { label: ours`not judged`, lines: unjudged.length === 0 ? [] : [unjudgedText(unjudged)] },
    // Each was counted before it went out, so some of them may have come no further than to a name without an address.
    { label: ours`messages`, lines: budgetLines },
    { label: ours`requirements`, lines: [statesText(results)] },
    ...SEEN.flatMap((wanted) => seen.filter(({ what }) => what === wanted)).map(({ what, text }) => ({
      label: ours`seen`,
      lines: [ours`${what}: ${text}${offsetSuffix(what, observations)}`],
    })),
    { label: ours`refused`, lines: shortened(refused.map(({ text }) => text)), tone: 'doubtful' },
    { label: ours`hint`, lines: results.gateRefusals ? [] : refusalHint(refused), tone: 'doubtful' },
    { label: ours`new`, lines: newLines(results.exchanges) },
    { label: ours`since`, lines: sinceLines(results) },
    outcomeFact(results),
  ];
  return facts.filter(({ lines }) => lines.length > 0);
}

/** Counts what a later version than the edition of the run found, such as `new in 0.2: 3 findings, not gating`. */
function newLines(exchanges: readonly ResultExchange[]): readonly Masked[] {
  const found = exchanges.flatMap(({ findings }) => findings.filter(({ since }) => since !== undefined));
  return [...groupedBy(found, ({ since }) => since)].map(([version = ours``, group]) => {
    const rules = [...new Set(group.map(({ rule }) => rule))];
    return ours`in ${version}: ${counted(group.length, 'finding')}, not gating: ${someOf(rules)}`;
  });
}

/** Says which causes are new and which are gone since the last run with the same filters. */
function sinceLines({ since }: Results): readonly Masked[] {
  if (!since) return [];
  const { startedAt, target, added, gone } = since;
  const of = target === undefined ? ours`` : ours`, of another target, ${target}`;
  const named = (texts: readonly Masked[]) => (texts.length === 0 ? ours`` : ours` (${someOf(texts)})`);
  const changes = ours`${counted(added.length, 'new cause')}${named(added)}, ${gone.length} gone${named(gone)}`;
  return [ours`the last run, ${startedAt}${of}: ${changes}`];
}

/** Words the offsets of the times of a field to the clock; with their number, unless it is the same in all. */
function offsetSuffix(field: Masked, observations: NonNullable<Results['observations']>): Masked {
  const offsets = observations.filter(({ what }) => what === `${OFFSET} ${field}`);
  const [all] = mergeObservations(offsets.map((offset) => ({ ...offset, operation: ours`` })));
  const off = all?.values.filter(({ value }) => value !== NO_OFFSET) ?? [];
  const texts = off.map(({ value, count }) => {
    const isZone = /^\d+ h .*the clock$/.test(value);
    // No land has this zone: it is a clock of twelve hours in the afternoon.
    const hint = /^12 h behind /.test(value) ? ' (hh in the place of HH?)' : isZone ? ' (wrong zone?)' : '';
    return ours`, ${value}${hint}${count === all?.of ? '' : ours` in ${count}`}`;
  });
  return ours`${texts}`;
}

function shardFact(
  { index, total, plan }: NonNullable<Results['shard']>,
  { summary }: Results,
): LabelledFact {
  const lines = [ours`${index} of ${total}: ${summary.planned} of ${plan.exchanges} in the plan`];
  return { label: ours`shard`, lines, ...(total !== 1 && { tone: 'doubtful' }) };
}

function outcomeFact(results: Results): LabelledFact {
  const { outcome, exitCode, why, gate, durationMs, scope, remarks = [] } = results;
  const isStated = outcome === 'conforms' && impliedBroken(results) > 0;
  const what = isStated ? ours`conforms to what the contract states` : outcome;
  // A green run may be a small part of the plan.
  const part = exitCode === 0 ? scope : undefined;
  const said = joinTexts([neverShown(results) ?? [], what, ...remarks, part ?? []].flat(), '; ');
  const text = ours`${said}${why === undefined ? '' : ours`: ${why}`} (gate ${gate}, ${fixed(durationMs / 1000, 1)} s)`;
  const tone = exitCode !== 0 ? 'bad' : outcome === 'partial' ? 'doubtful' : 'good';
  return { label: ours`outcome`, lines: [text], tone };
}

export const hasReason = ({ reason }: { readonly reason: string }) => !reason.startsWith(NO_REASON_YET);

/** Returns the known failures that failed as listed, the expired ones whose rules are still broken, and the stale ones. */
function knownFacts(exchanges: readonly ResultExchange[]): readonly LabelledFact[] {
  const listed = exchanges.flatMap(({ verdict, findings, known = [] }) =>
    known.filter(({ rules, expired }) => {
      return expired ? findings.some(({ rule }) => rules.includes(rule)) : verdict === 'known-failure';
    }),
  );
  const unfixed = exchanges.filter(({ verdict }) => verdict !== 'fixed');
  const stale = unfixed.flatMap(({ known = [] }) => known.filter((entry) => entry.stale));
  const facts = [...groupedBy(listed, ({ place }) => place).values()].map(
    ([first, ...more]): LabelledFact => {
      const lines = [ours`${counted(more.length + 1, 'exchange')}, ${entryText(first)}`];
      if (!first.expired && hasReason(first)) return { label: ours`known`, lines };
      return { label: first.expired ? ours`EXPIRED` : ours`NO REASON`, lines, tone: 'bad' };
    },
  );
  const staleFacts = [...groupedBy(stale, ({ place }) => place)].map(([place, entries]): LabelledFact => {
    const rules = joinTexts([...new Set(entries.flatMap((entry) => entry.stale ?? []))], ', ');
    const text = ours`${counted(entries.length, 'exchange')}, ${rules} no longer broken beside another finding; narrow ${place}`;
    return { label: ours`STALE`, lines: [text], tone: 'bad' };
  });
  return [...facts, ...staleFacts];
}

/** Words an entry of the file of known failures in one line: which rules, until when, why, and where it is. */
export function entryText({ place, rules, reason, owner, link, expires }: RecordedKnown): Masked {
  const whose = joinTexts([owner ?? [], link ?? []].flat(), ', ');
  const notes = whose === '' ? '' : ours` (${whose})`;
  return ours`${joinTexts(rules, ', ')}, until ${expires}: ${reason}${notes}; ${place}`;
}

/** Counts the exchanges of a run by verdict, such as `882 planned: 866 passed, 16 observed`. */
export function countsText(summary: Results['summary']): Masked {
  const counts = [...verdicts, 'not-run' as const].flatMap((verdict) => {
    const count = verdict === 'not-run' ? summary.notRun : countOf(summary, verdict);
    const name = ours`${verdict}`.replaceAll('-', ' ');
    const text = /(?:failure|error)$/.test(name) ? counted(count, name) : ours`${count} ${name}`;
    return count === 0 ? [] : [text];
  });
  return ours`${summary.planned} planned: ${counts.length === 0 ? 'none judged' : joinTexts(counts, ', ')}`;
}

/** The words for the state of a requirement, in the order of reports. */
const stateWords = ['held', 'broken', 'untested', 'left open by the contract', 'excluded'] as const;

/** Words the state of a requirement: a gap that no rule tests is one of the contract, not of the suite. */
export function stateWord({ state, level }: Pick<Results['requirements'][number], 'state' | 'level'>) {
  return state === 'excluded' && level === 'gap' ? 'left open by the contract' : state;
}

/** Counts the requirements of a run by state, such as `293: 241 held, 0 broken, 0 untested, 43 left open by the contract, 9 excluded`. */
function statesText({ requirements, clients }: Results): Masked {
  const held = requirements.filter(({ state }) => state === 'held');
  // No target has a part in these, not even one that never answers.
  const ofRequests = held.filter(({ rules }) => rules.every((rule) => isOfRequest({ rule }))).length;
  const whose = clients ? 'the requests of clients' : "the suite's own requests";
  const counts = stateWords.map((word) => {
    const count = requirements.filter((requirement) => stateWord(requirement) === word).length;
    return ours`${count} ${word}${word === 'held' && ofRequests > 0 ? ours` (${ofRequests} of them by ${whose})` : ''}`;
  });
  return ours`${requirements.length}: ${joinTexts(counts, ', ')}`;
}

/** Words the answer to a probe in one line, such as `500 soap-fault Client "There is no such packet."`; empty for no probe. */
export function answerText({ status, answer }: Pick<ResultExchange, 'status' | 'answer'>): Masked {
  if (!answer) return ours``;
  const { kind, code, text } = answer;
  const said = text === '' ? ours`without a text` : plainJson(text);
  return joinTexts([status === null ? [] : ours`${status}`, kind, code ?? [], said].flat(), ' ');
}

/**
 * Says how many clients can call a target, and for each property that stops clients which keep the contract, which ones and
 * how. Those that break the contract are only named: a target may refuse them.
 */
function clientsFact({ dialects = [] }: Results): LabelledFact {
  const wrong = dialects.filter(({ state }) => state !== 'served');
  const clients = new Set(dialects.map(({ client }) => client));
  const stopped = new Set(wrong.map(({ client }) => client));
  const all = ours`${clients.size - stopped.size} of ${counted(clients.size, 'client')} can call it`;
  const byCause = groupedBy(wrong, (dialect) => [dialect.state, dialect.because ?? callText(dialect)].join());
  const groups = [...byCause.values()];
  const breaksContract = (same: readonly ResultDialect[]) => same.every(({ breaks }) => breaks);
  const told = groups.filter((same) => !breaksContract(same));
  const lines = told.map((same) => ours`not ${joinTexts(dialectNames(same), '; ')}: ${dialectText(same[0])}`);
  const breaking = [...groupedBy(groups.filter(breaksContract).flat(), ({ name }) => name).keys()];
  if (breaking.length > 0)
    lines.push(ours`not, by requests that break the contract: ${someOf(breaking, MOST_CLIENTS)}`);
  const tone = told.length === 0 ? {} : ({ tone: 'doubtful' } as const);
  return { label: ours`clients`, lines: clients.size === 0 ? [] : [all, ...shortened(lines)], ...tone };
}

/** Says how many programs that read replies of ASMX can read those of a target. */
function readersFact({ exchanges }: Results): LabelledFact {
  const tried = exchanges.filter(({ readers }) => readers);
  const failed = tried.flatMap(({ readers = [], binding }) =>
    readers.map((failure) => ({ ...failure, binding })),
  );
  const failing = new Set<string>(failed.map(({ reader }) => reader));
  const reading = READERS_OF_ASMX.filter((title) => !failing.has(title)).length;
  const all = ours`${reading} of ${counted(READERS_OF_ASMX.length, 'reader')} of ASMX read it`;
  const lines = [...groupedBy(failed, ({ failure }) => failure)].map(([failure, each]) => {
    const names = [...new Set(each.map(({ reader }) => reader))];
    const bindings = [...new Set(each.map(({ binding }) => binding))];
    const isEverywhere = tried.every(({ binding }) => bindings.includes(binding));
    const over = isEverywhere ? '' : ours` over ${joinTexts(bindings, ', ')}`;
    return ours`not ${someOf(names, MOST_CLIENTS)}${over}: ${failure}`;
  });
  return { label: ours`readers`, lines: tried.length === 0 ? [] : [all, ...shortened(lines)] };
}

/** Clients that are named where the page has them all. */
const MOST_CLIENTS = 4;

/** Names clients with the bindings over which they call, such as `zeep (Python) over soap11, soap12`. */
function dialectNames(dialects: readonly ResultDialect[]): readonly Masked[] {
  return [...groupedBy(dialects, ({ name }) => name)].map(([name, each]) => {
    const over = each.map(({ binding }) => binding);
    return ours`${name} over ${joinTexts(over, ', ')}`;
  });
}

/** Words what became of the calls of a dialect that is not served. */
export function callText({ state, operations = [], status, answer, rules = [] }: ResultDialect): Masked {
  const which = operations.length === 0 ? ours`` : ours`${joinTexts(operations, ', ')} `;
  if (!answer && rules.length === 0) return ours`${which}${state}`;
  const how = answer ? answerText({ status: status ?? null, answer }) : joinTexts(rules, ', ');
  return ours`${which}${state}, ${how}`;
}

/** Words what became of the calls of a dialect, and the property because of which. */
export function dialectText(dialect: ResultDialect): Masked {
  if (dialect.state === 'served') return dialect.state;
  const why = dialect.because === undefined ? '' : ours`; because of ${dialect.because}`;
  return ours`${callText(dialect)}${why}`;
}

/** Different answers that are shown, and characters of each; results.json has the answer to each probe. */
const MOST_ANSWERS = 10;
const MOST_OF_ANSWER = 80;

const shortened = (lines: readonly Masked[]): readonly Masked[] =>
  lines.length <= MOST_ANSWERS
    ? lines
    : [...lines.slice(0, MOST_ANSWERS), ours`and ${lines.length - MOST_ANSWERS} more in results.json`];

function probeLines({ exchanges }: Results): readonly Masked[] {
  const probes = exchanges.filter(({ answer }) => answer);
  const byAnswer = groupedBy(probes, (probe) => answerText(probe).slice(0, MOST_OF_ANSWER));
  const answers = [...byAnswer].sort(([, a], [, b]) => b.length - a.length);
  if (probes.length === 0) return [];
  const lines = answers.map(([text, [{ id }, ...rest]]) => {
    const more = rest.length === 0 ? '' : ours` and ${rest.length} more`;
    return ours`${rest.length + 1} got ${text}: ${id}${more}`;
  });
  const counts = ours`${counted(probes.length, 'probe')} sent and never judged, ${counted(answers.length, 'different answer')}`;
  return [counts, ...shortened(lines)];
}

/** Groups exchanges that were not run by the reason, the most frequent first. */
export function notRunByReason<T extends { readonly reason: string }>(notRun: readonly T[]) {
  const reasons = [...groupedBy(notRun, ({ reason }): T['reason'] => reason)];
  return reasons.sort(([, a], [, b]) => b.length - a.length);
}

/** Lists what was not run and why, a line for each reason, such as `4: it may not; a, b, c and 1 more`. */
function notRunLines(notRun: Results['notRun']): readonly Masked[] {
  return notRunByReason(notRun).map(([reason, exchanges]) => {
    const ids = exchanges.map(({ id }) => id);
    return ours`${ids.length}: ${reason}; ${someOf(ids)}`;
  });
}
