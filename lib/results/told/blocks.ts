import { findingLines, printable, type Sections, sectionsOf } from '../../findings/finding-text.ts';
import { byLevel } from '../../model/levels.ts';
import type { RecordedKnown, ResultExchange, ResultFinding, Results } from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { counted, someOf } from '../../text/counted.ts';
import { type ToldGroup, toldGroups } from '../causes.ts';
import { isRed } from '../verdict-counts.ts';

/** Other exchanges named in a block; results.json has all. */
const MOST_NAMED = 3;

/** What fits on a line of 120 characters of a terminal, with the pointer. */
const MOST_OF_COMMAND = 80;

/** What has one cause, or one note, as every report for people tells it. */
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

/** Returns what a reader is told of the exchanges of a run, the gravest first; commands are cut unless they are `whole`. */
export function toldBlocks(results: Results, commands: 'whole' | 'cut' = 'cut'): readonly Block[] {
  const sections = sectionsOf(results.requirements);
  return toldGroups(results.exchanges).flatMap((group) => {
    const [example, ...others] = group.exchanges;
    if (!example) return [];
    const shown = commands === 'cut' ? withShortCommand(example) : example;
    return {
      ...{ example, isRed: isRed(example.verdict, results.gate), others: others.length },
      label: example.verdict.toUpperCase().replace('-', ' '),
      headline: headline(example),
      lines: [...detailLines(shown, sections), ...groupLines(group)],
    };
  });
}

function groupLines({ exchanges: [, ...others], blocks = 0, ...where }: ToldGroup): readonly string[] {
  const ids = others.map(({ id }) => id);
  return [
    ...(ids.length === 0
      ? []
      : [`the same in ${ids.length} more (${whereText(where)}): ${someOf(ids, MOST_NAMED)}`]),
    ...(blocks === 0 ? [] : [`blocks    ${counted(blocks, 'exchange')}: a later step could not be made`]),
  ];
}

/** Over how many bindings and operations something was found. */
export function whereText({ bindings, operations }: Pick<ToldGroup, 'bindings' | 'operations'>): string {
  return `${counted(bindings.length, 'binding')}, ${counted(operations.length, 'operation')}`;
}

/** A whole command would hide what stands around it. */
function withShortCommand({ repeat, ...exchange }: ResultExchange): ResultExchange {
  if (repeat === undefined) return exchange;
  const isLong = repeat.length > MOST_OF_COMMAND;
  return {
    ...exchange,
    repeat: isLong ? ownText(`${repeat.slice(0, MOST_OF_COMMAND)}… (whole in results.json)`) : repeat,
  };
}

/** Everything there is to say about an exchange: its note, its findings, its case, the command that repeats it. */
export function detailLines(
  exchange: Pick<ResultExchange, 'note' | 'findings' | 'steps' | 'source' | 'repeat'>,
  sections: Sections,
): readonly string[] {
  const { note, findings, steps, source, repeat } = exchange;
  return [
    ...(note === undefined ? [] : note.split('\n').map((line) => `note      ${printable(line)}`)),
    ...findings.flatMap((finding) => findingLines(finding, sections, steps)),
    printable(`case      ${source.file}:${source.line}`),
    ...(repeat === undefined ? [] : [printable(`repeat    ${repeat}`)]),
  ];
}

/** The first of the gravest findings: what a line has room for. */
export function gravest({ findings }: Pick<ResultExchange, 'findings'>): ResultFinding | undefined {
  return findings.toSorted((a, b) => byLevel(a.level, b.level))[0];
}

/** An exchange that is not simply good, in one line. */
export function headline(exchange: ResultExchange): string {
  const { known = [], verdict, note } = exchange;
  if (verdict === 'known-failure' && known.length > 0) return printable(known.map(acceptance).join('; '));
  // What it still breaks is listed: red it is for what it keeps, and for what is to be done about the list.
  if (verdict === 'fixed') return printable((note ?? verdict).replaceAll('\n', '; '));
  return printable(gravest(exchange)?.message ?? note ?? verdict);
}

/** Why a failure is accepted, until when, and where that is said. */
function acceptance({ reason, expires, place }: RecordedKnown): string {
  return `${reason} (until ${expires}, ${place})`;
}
