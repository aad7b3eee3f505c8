import type { Verdict } from '../../model/judging/verdict.ts';
import { gravest } from '../../model/requirement.ts';
import type {
  ResultCause,
  ResultExchange,
  ResultFinding,
  ResultRoot,
  Results,
} from '../../model/running/results.ts';
import { byCause, commonOf, findingsOf, titleOf, whereOf, withVariant } from '../../results/causes.ts';
import { isError, isRed } from '../../results/verdict-counts.ts';
import { addTo } from '../../text/add-to.ts';
import { counted, someOf } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { findingLines, type Sections, sectionsOf } from '../finding-text.ts';

/** Other exchanges named in a block; results.json has all. */
const MOST_NAMED = 3;

/** What fits on a line of 120 characters of a terminal, with the pointer. */
const MOST_OF_COMMAND = 70;

/** What has one cause, or one note, as every report for people shows it. */
export interface Block {
  /** An exchange that shows it, with nothing else found in it. */
  readonly example: ResultExchange;
  readonly isRed: boolean;
  /** How many more exchanges show it. */
  readonly others: number;
  /** Verdict of the example, in capitals. */
  readonly label: string;
  readonly headline: string;
  /** Everything there is to say, without characters that act on a terminal. */
  readonly lines: readonly string[];
}

/** Verdicts of which a reader gets a block, the gravest first. */
export const toldVerdicts: readonly Verdict[] = [
  'failed',
  'fixed',
  'blocked',
  'not-read',
  'transport-error',
  'harness-error',
  'warned',
];

/**
 * Returns what reports for people say of the exchanges of a run, by cause: the gravest first, then what most exchanges share.
 * An exchange is in the block of each of its causes, a command with at most so many characters.
 */
export function toldBlocks(results: Results, most = MOST_OF_COMMAND): readonly Block[] {
  const sections = sectionsOf(results.requirements);
  const groups = groupsOf(results.exchanges);
  const led = new Set<string>();
  return groups.flatMap((first): readonly Block[] => {
    const root = results.roots?.find(({ id }) => id === leadOf(first)?.root);
    const own = root === undefined ? [first] : groups.filter((group) => leadOf(group)?.root === root.id);
    const leading = own.find((group) => leadOf(group)?.rule === root?.rule) ?? first;
    const { exchanges, ...where } = leading;
    const [example, ...others] = exchanges;
    // What follows from a root is in the block of the root.
    if (!example || (root !== undefined && led.has(root.id))) return [];
    if (root !== undefined) led.add(root.id);
    const verdict = first.exchanges[0]?.verdict ?? example.verdict;
    const shown = { ...example, verdict };
    const details = [...detailLines(shown, sections, most), ...groupLines(others, where)];
    return [
      {
        ...{ example: shown, isRed: isRed(verdict, results.gate), others: others.length },
        label: own.some(({ blocks = 0 }) => blocks > 0) ? 'BLOCKED' : verdict.toUpperCase().replace('-', ' '),
        headline: root === undefined ? headline(example) : rootText(root),
        lines:
          root === undefined
            ? details
            : [rootText(root), ...details, ...followerLines(own.filter((group) => group !== leading))],
      },
    ];
  });
}

/** The finding that a group is about; none where a note explains it. */
const leadOf = ({ exchanges }: Group) => exchanges[0]?.findings[0];

/** `P7 was returned for 2 sends; 60 findings follow from it`. */
export function rootText({ message, findings }: Pick<ResultRoot, 'message' | 'findings'>): string {
  return printable(`${message}; ${counted(findings, 'finding follows', 'findings follow')} from it`);
}

const MOST_FOLLOWERS = 5;

/** What follows from a root besides what shows it, a line for each cause. */
function followerLines(others: readonly Group[]): readonly string[] {
  const lines = others.slice(0, MOST_FOLLOWERS).map((group) => {
    const { findings: [finding] = [] } = group.exchanges[0] ?? {};
    const count = counted(group.exchanges.length, 'exchange');
    return printable(`  ${count}  ${finding?.rule}  ${finding?.level}: ${finding && titleOf(finding)}`);
  });
  const left = others.length - lines.length;
  return [
    ...(lines.length === 0 ? [] : ['follows from it']),
    ...lines,
    ...(left > 0 ? [`  and ${counted(left, 'more cause')} in results.json`] : []),
  ];
}

/** Exchanges of one block: those with one cause, or with the same note where no finding explains them. */
export interface Group extends Pick<ResultCause, 'bindings' | 'operations'> {
  readonly blocks?: number | undefined;
  /** Each with its finding of the cause alone, and the verdict that it gives by itself; the gravest first. */
  readonly exchanges: readonly ResultExchange[];
}

export function groupsOf(exchanges: readonly ResultExchange[]): readonly Group[] {
  const reported = exchanges.filter(({ verdict }) => toldVerdicts.includes(verdict));
  // What the contract leaves open explains no verdict, and a note explains one by itself.
  const found = reported
    .filter(({ verdict }) => verdict !== 'fixed' && verdict !== 'harness-error')
    .flatMap(findingsOf)
    .filter(({ finding }) => finding.level !== 'gap');
  const explained = new Set(found.map(({ exchange }) => exchange));
  const byNote = new Map<string, ResultExchange[]>();
  for (const exchange of reported) {
    if (explained.has(exchange)) continue;
    addTo(byNote, JSON.stringify([exchange.verdict, exchange.note ?? exchange.id]), exchange);
  }
  const caused = byCause(found).map((one) => {
    const { broken, explained: own, variant, ...where } = commonOf(one);
    // The best example has nothing else in it.
    const bySize = own.toSorted((a, b) => a.exchange.findings.length - b.exchange.findings.length);
    const alone = bySize.map(({ exchange, finding }) =>
      asFoundAlone(exchange, withVariant({ ...finding, ...broken }, variant)),
    );
    return { exchanges: alone.sort((a, b) => rank(a) - rank(b)), ...where };
  });
  const noted = [...byNote.values()].map((alike) => ({ exchanges: alike, ...whereOf(alike) }));
  return [...caused, ...noted].sort(
    (a, b) => rank(a.exchanges[0]) - rank(b.exchanges[0]) || b.exchanges.length - a.exchanges.length,
  );
}

function rank(exchange: ResultExchange | undefined): number {
  return exchange ? toldVerdicts.indexOf(exchange.verdict) : toldVerdicts.length;
}

function asFoundAlone(exchange: ResultExchange, finding: ResultFinding): ResultExchange {
  const { note, ...rest } = exchange;
  const { verdict, blockedBy } = exchange;
  const isBlocking = blockedBy === finding.rule;
  const must = isError(verdict) ? verdict : 'failed';
  const weaker = isBlocking && verdict === 'blocked' ? 'blocked' : 'warned';
  return {
    ...rest,
    // A note of an exchange that went on is about what was known of it.
    ...(note !== undefined && (isBlocking || blockedBy === undefined) ? { note } : {}),
    verdict: finding.level === 'must' ? must : weaker,
    findings: [finding],
  };
}

function groupLines(
  others: readonly ResultExchange[],
  { blocks = 0, ...where }: Omit<Group, 'exchanges'>,
): readonly string[] {
  const ids = others.map(({ id }) => id);
  const named = someOf(ids, MOST_NAMED);
  return [
    ...(ids.length === 0 ? [] : [`the same in ${ids.length} more (${whereText(where)}): ${named}`]),
    ...(blocks === 0 ? [] : [`blocks    ${counted(blocks, 'exchange')}: a later step could not be made`]),
  ];
}

/** Over how many bindings and operations something was found. */
export function whereText({ bindings, operations }: Pick<Group, 'bindings' | 'operations'>): string {
  return `${counted(bindings.length, 'binding')}, ${counted(operations.length, 'operation')}`;
}

/** Everything there is to say about an exchange; `most` cuts the command, which would hide the rest. */
export function detailLines(
  exchange: Pick<
    ResultExchange,
    'id' | 'note' | 'findings' | 'steps' | 'source' | 'repeat' | 'repeatDiffers'
  >,
  sections: Sections,
  most = Number.POSITIVE_INFINITY,
): readonly string[] {
  const { note, findings, steps, source, repeat = '', repeatDiffers } = exchange;
  const isLater =
    repeat !== '' &&
    steps !== undefined &&
    (gravest(findings)?.step ?? 0) > 0 &&
    !/\.har$/i.test(source.file);
  const shown = repeat.length > most ? `postsms-conformance show ${exchange.id} --curl` : commandText(repeat);
  return [
    ...(note === undefined ? [] : note.split('\n').map((line) => `note      ${printable(line)}`)),
    ...findings.flatMap((finding) => findingLines(finding, sections, steps)),
    printable(`case      ${source.file}:${source.line}`),
    ...(shown === '' ? [] : [printable(`repeat    ${shown}`)]),
    ...(repeatDiffers === undefined ? [] : [`          ${repeatDiffers}`]),
    ...(isLater
      ? [`          it holds values of this run; all steps: postsms-conformance run --case ${exchange.id}`]
      : []),
  ];
}

/** A command on one line, which says where that changes what the shell would read. */
export function commandText(repeat: string): string {
  const text = printable(repeat);
  return text === repeat ? text : `${text} (line breaks as escapes here; byte for byte in results.json)`;
}

/** An exchange that is not simply good, in one line. */
export function headline(exchange: ResultExchange): string {
  const { known = [], verdict, note } = exchange;
  if (verdict === 'known-failure' && known.length > 0) {
    // Why it is accepted, until when, and where that is said.
    const accepted = known.map(({ reason, expires, place }) => `${reason} (until ${expires}, ${place})`);
    return printable(accepted.join('; '));
  }
  // What it still breaks is listed: red it is for what it keeps, and for what is to be done about the list.
  if (verdict === 'fixed') return printable((note ?? verdict).replaceAll('\n', '; '));
  // What a line has room for.
  const finding = gravest(exchange.findings);
  return printable(finding ? titleOf(finding) : (note ?? verdict));
}
