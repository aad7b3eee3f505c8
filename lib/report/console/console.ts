import { adviceFor } from '../../findings/finding-text.ts';
import { type Block, reportedBlocks, rootText, whereText } from '../../findings/run/blocks.ts';
import { factLines, factsOf, type LabelledFact } from '../../findings/run/facts.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { MaskedRun } from '../../model/running/prepared-run.ts';
import type { Results } from '../../model/running/results.ts';
import { reportedVerdicts } from '../../results/verdict-counts.ts';
import { joinTexts, ours } from '../../secrets/mask.ts';
import { columns, counted } from '../../text/counted.ts';
import { entriesOf } from '../../text/defined.ts';
import { fileUrl } from '../../text/paths.ts';
import { printable } from '../../text/printable.ts';
import { colours, hasLinks } from './colours.ts';

/** Blocks of findings at most, and below a hint that explains them. */
const MOST_BLOCKS = 24;
const MOST_BELOW_HINT = 1;
const MOST_CAUSES = 12;
/** Characters at most of what a finding got, and of what was seen. */
const MOST_OF_ACTUAL = 60;
const MOST_SEEN = 100;
/** A hint quotes a WSDL, whose names may be as long as the document. */
const MOST_OF_HINT = 500;

/**
 * Returns the summary of a run for the console: hints and findings, then counts, then the places of the reports.
 *
 * @param screen where it is printed, and whether that shows links; a terminal gets commands of one line, since longer ones
 * would hide the rest
 */
export function summaryText(
  results: Results,
  places: readonly Masked[],
  hints: readonly Masked[] = [],
  screen: { readonly isTTY: boolean; readonly links?: boolean } = { isTTY: false },
): Masked {
  const { isTTY, links = isTTY && hasLinks(process.env) } = screen;
  // The place of the page as a link to its file (OSC 8).
  const withLink = (place: Masked) => {
    const [, label, path] = place.split(/^(page +)(?=\S)/);
    if (label === undefined || path === undefined) return place;
    return ours`${label}\u001B]8;;${fileUrl(path)}\u001B\\${path}\u001B]8;;\u001B\\`;
  };
  const linked = links ? places.map(withLink) : places;
  if (results.exitCode === 3) return unansweredText(results, linked);
  const blocks = reportedBlocks(results, isTTY ? undefined : Number.POSITIVE_INFINITY);
  const shown = blocks.slice(0, hints.length > 0 ? MOST_BELOW_HINT : MOST_BLOCKS);
  const left = blocks.length - shown.length;
  const facts = factsOf(results).filter(({ label }) => label !== 'run');
  const lines = [
    ...(hints.length > 0 ? [ours`${joinTexts(hints, '\n')}\n`] : []),
    ...(left > 0 ? [ours`${counted(left, 'more group')} of findings in the reports\n`] : []),
    // A log is read from its first block; a terminal shows what is nearest to the counts.
    ...(isTTY ? shown.toReversed() : shown).map(colouredBlock),
    calibrationText(results),
    ...facts
      .toSpliced(-1, 0, { label: ours`causes`, lines: causeLines(results, left > 0) })
      .flatMap(colouredLines),
    ...linked,
  ];
  return ours`${joinTexts(lines, '\n')}\n`;
}

/** Labels of the facts of a run whose target never answered. */
const OF_UNANSWERED: readonly string[] = ['target', 'INSECURE', 'exchanges', 'outcome'];

/** Returns the summary of a run without any response: why the first request failed, and no line for each exchange. */
function unansweredText(results: Results, places: readonly Masked[]): Masked {
  const [finding] = results.exchanges.flatMap(({ findings }) => findings);
  const { actual = ours``, meaning } = finding ?? {};
  const advice = finding && meaning === undefined ? adviceFor(finding) : meaning;
  const facts: readonly LabelledFact[] = [
    { label: ours`no answer`, lines: [actual], tone: 'bad' },
    { label: ours`to do`, lines: advice === undefined ? [] : [advice] },
    ...factsOf(results).filter(({ label }) => OF_UNANSWERED.includes(label)),
  ];
  return ours`${joinTexts([...facts.flatMap(colouredLines), ...places], '\n')}\n`;
}

const tones = { good: colours.green, doubtful: colours.yellow, bad: colours.red };

function colouredLines({ label, lines, tone }: LabelledFact): readonly Masked[] {
  const cut = (line: Masked) =>
    label === 'seen' && line.length > MOST_SEEN ? ours`${line.slice(0, MOST_SEEN)}…` : line;
  const shown = factLines({ label, lines: lines.map(cut) });
  return tone === undefined ? shown : shown.map((line) => tones[tone](line));
}

/** Returns why a run was stopped, and how many exchanges it had judged. */
export function stoppedText(why: Masked, { exchanges, summary }: Results): Masked {
  const planned = summary.planned - summary.notRun;
  return ours`stopped       ${why}; ${exchanges.length} of ${planned} exchanges were judged`;
}

function colouredBlock({ example, label, isRed, headline, lines }: Block): Masked {
  const colour = isRed || example.verdict !== 'warned' ? colours.red : colours.yellow;
  const title =
    lines.includes(headline) || lines.includes(ours`note      ${headline}`) ? '' : ours`: ${headline}`;
  const head = ours`${colour(label)}  ${colours.bold(example.id)}${title}`;
  return ours`${joinTexts([head, ...lines.map((line) => ours`  ${line}`)], '\n')}\n`;
}

/** Returns a line for each cause, the gravest first; with an example where no block above may have one. */
function causeLines({ causes, roots = [] }: Results, isShort: boolean): readonly Masked[] {
  const shown = causes.filter(
    ({ level, verdicts, requirements, root }) =>
      root === undefined &&
      (level === 'gap' ? requirements.length > 0 : reportedVerdicts.some((verdict) => verdicts[verdict])),
  );
  const digits = Math.max(...shown.map(({ exchanges }) => String(exchanges).length));
  const rows = shown
    .slice(0, MOST_CAUSES)
    .map(({ rule, level, exchanges, verdicts, blocks, change, actual, first, ...where }) => {
      const kinds = entriesOf(verdicts).map(([verdict, count]) => ours`${count} ${verdict}`);
      const split = kinds.length < 2 ? '' : ours` (${joinTexts(kinds, ', ')})`;
      const blocked = blocks === undefined ? '' : ours`, blocks ${blocks}`;
      const cut = actual.length > MOST_OF_ACTUAL ? ours`${actual.slice(0, MOST_OF_ACTUAL)}…` : actual;
      const number = ours`${ours`${exchanges}`.padStart(digits)} ${exchanges === 1 ? 'exchange' : 'exchanges'}`;
      const example = isShort || level === 'gap' ? ours`; ${first}` : '';
      return [number, rule, level, ours`${whereText(where)}${blocked}${split}: ${change ?? cut}${example}`];
    });
  const left = shown.length - rows.length;
  const explained = roots.map((root) => ours`${counted(root.exchanges, 'exchange')}  ${rootText(root)}`);
  return [...explained, ...columns(rows), ...(left === 0 ? [] : [ours`and ${left} more in results.json`])];
}

function calibrationText({ calibration, summary }: Results): Masked {
  return calibration
    ? ours`judge calibrated: ${calibration.accepted} good accepted, ${calibration.rejected} bad rejected`
    : ours`judge not calibrated${summary.planned === 0 ? ': there was nothing to judge' : ''}`;
}

/** Returns hints about likely mistakes of the user, a line each. */
export function hintLines(hints: readonly string[], mask: MaskedRun['mask']): readonly Masked[] {
  return hints.map((hint) => {
    const text = printable(mask(hint));
    const cut = ours`${text.slice(0, MOST_OF_HINT)}… (${text.length} characters)`;
    return colours.yellow(ours`hint          ${text.length > MOST_OF_HINT ? cut : text}`);
  });
}
