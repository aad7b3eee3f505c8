import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { adviceFor } from '../../findings/finding-text.ts';
import { type Block, rootText, toldBlocks, whereText } from '../../findings/run/blocks.ts';
import { type Fact, factLines, factsOf } from '../../findings/run/facts.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { MaskedRun } from '../../model/running/prepared-run.ts';
import type { Results } from '../../model/running/results.ts';
import { reportedVerdicts } from '../../results/verdict-counts.ts';
import { ownText } from '../../secrets/mask.ts';
import { columns, counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { colours, hasLinks } from './colours.ts';

/** Blocks of findings at most, and below a hint that explains them. */
const MOST_BLOCKS = 24;
const MOST_BELOW_HINT = 1;
const MOST_CAUSES = 12;
/** Characters at most of what a finding got, and of what was seen. */
const MOST_OF_ACTUAL = 60;
const MOST_SEEN = 100;

/**
 * What the console says when a run is over: hints and findings first, then counts, then where the reports are.
 *
 * @param screen where it is printed, and whether that shows links; a terminal gets commands of one line, since longer ones
 * would hide the rest
 */
export function summaryText(
  results: Results,
  places: readonly string[],
  hints: readonly Masked[] = [],
  screen: { readonly isTTY: boolean; readonly links?: boolean } = { isTTY: false },
): Masked {
  const { isTTY, links = isTTY && hasLinks(process.env) } = screen;
  // The place of the page as a link to its file (OSC 8).
  const withLink = (place: string) =>
    place.replace(/(?<=^page +)\S.*$/, (path) => {
      return `\u001B]8;;${pathToFileURL(resolve(path)).href}\u001B\\${path}\u001B]8;;\u001B\\`;
    });
  const linked = links ? places.map(withLink) : places;
  if (results.exitCode === 3) return unansweredText(results, linked);
  const blocks = toldBlocks(results, isTTY ? undefined : Number.POSITIVE_INFINITY);
  const shown = blocks.slice(0, hints.length > 0 ? MOST_BELOW_HINT : MOST_BLOCKS);
  const left = blocks.length - shown.length;
  const facts = factsOf(results).filter(({ label }) => label !== 'run');
  return ownText(
    [
      ...(hints.length > 0 ? [`${hints.join('\n')}\n`] : []),
      ...(left > 0 ? [`${counted(left, 'more group')} of findings in the reports\n`] : []),
      // Red ones last, nearest to the counts, so that they are what a terminal shows.
      ...shown.toReversed().map(blockText),
      calibrationText(results),
      ...facts
        .toSpliced(-1, 0, { label: 'causes', lines: causeLines(results, left > 0) })
        .flatMap(colouredLines),
      ...linked,
      '',
    ].join('\n'),
  );
}

/** Facts of a run whose target never answered. */
const OF_UNANSWERED: readonly string[] = ['target', 'INSECURE', 'exchanges', 'outcome'];

/** What the console says where no request was answered: why the first was not, and nothing for each exchange. */
function unansweredText(results: Results, places: readonly string[]): Masked {
  const [finding] = results.exchanges.flatMap(({ findings }) => findings);
  const { actual = '', meaning } = finding ?? {};
  const advice = finding && meaning === undefined ? adviceFor(finding) : meaning;
  const facts: readonly Fact[] = [
    { label: 'no answer', lines: [actual], tone: 'bad' },
    { label: 'to do', lines: advice === undefined ? [] : [advice] },
    ...factsOf(results).filter(({ label }) => OF_UNANSWERED.includes(label)),
  ];
  return ownText([...facts.flatMap(colouredLines), ...places, ''].join('\n'));
}

const tones = { good: colours.green, doubtful: colours.yellow, bad: colours.red };

function colouredLines({ label, lines, tone }: Fact): readonly string[] {
  const cut = (line: string) =>
    label === 'seen' && line.length > MOST_SEEN ? `${line.slice(0, MOST_SEEN)}…` : line;
  const shown = factLines({ label, lines: lines.map(cut) });
  return tone === undefined ? shown : shown.map(tones[tone]);
}

/** Says why a run was stopped, and how far it had come. */
export function stoppedText(why: string, { exchanges, summary }: Results): string {
  const planned = summary.planned - summary.notRun;
  return `stopped       ${why}; ${exchanges.length} of ${planned} exchanges were judged`;
}

function blockText({ example, label, headline, lines }: Block): string {
  const colour = example.verdict === 'warned' ? colours.yellow : colours.red;
  const title = lines.includes(headline) || lines.includes(`note      ${headline}`) ? '' : `: ${headline}`;
  const head = `${colour(label)}  ${colours.bold(example.id)}${title}`;
  return [head, ...lines.map((line) => `  ${line}`), ''].join('\n');
}

/**
 * What a run fails by or warns of, and what the contract leaves open and a requirement says, one line for each cause, the
 * gravest first; with an example where no block above may have one.
 */
function causeLines({ causes, roots = [] }: Results, isShort: boolean): readonly string[] {
  const shown = causes.filter(
    ({ level, verdicts, requirements, root }) =>
      root === undefined &&
      (level === 'gap' ? requirements.length > 0 : reportedVerdicts.some((one) => verdicts[one])),
  );
  const digits = Math.max(...shown.map(({ exchanges }) => String(exchanges).length));
  const rows = shown
    .slice(0, MOST_CAUSES)
    .map(({ rule, level, exchanges, verdicts, blocks, change, actual, first, ...where }) => {
      const kinds = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
      const split = kinds.length < 2 ? '' : ` (${kinds.join(', ')})`;
      const blocked = blocks === undefined ? '' : `, blocks ${blocks}`;
      const cut = actual.length > MOST_OF_ACTUAL ? `${actual.slice(0, MOST_OF_ACTUAL)}…` : actual;
      const number = `${String(exchanges).padStart(digits)} ${exchanges === 1 ? 'exchange' : 'exchanges'}`;
      const example = isShort || level === 'gap' ? `; ${first}` : '';
      return [number, rule, level, `${whereText(where)}${blocked}${split}: ${change ?? cut}${example}`];
    });
  const left = shown.length - rows.length;
  const explained = roots.map((root) => `${counted(root.exchanges, 'exchange')}  ${rootText(root)}`);
  return [...explained, ...columns(rows), ...(left === 0 ? [] : [`and ${left} more in results.json`])];
}

function calibrationText({ calibration, summary }: Results): string {
  return calibration
    ? `judge calibrated: ${calibration.accepted} good accepted, ${calibration.rejected} bad rejected`
    : `judge not calibrated${summary.planned === 0 ? ': there was nothing to judge' : ''}`;
}

/** What a user may have got wrong, a line each. */
export function hintLines(hints: readonly string[], mask: MaskedRun['mask']): readonly Masked[] {
  return hints.map((hint) => ownText(colours.yellow(`hint          ${printable(mask(hint))}`)));
}
