import { allBindings } from '../../model/contract.ts';
import type { Verdict } from '../../model/judging/verdict.ts';
import { gravest } from '../../model/requirement.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultCause, ResultExchange, ResultRoot, Results } from '../../model/running/results.ts';
import { type Cause, reportedCauses, titleOf } from '../../results/causes.ts';
import { isRed } from '../../results/verdict-counts.ts';
import { joinTexts, ours } from '../../secrets/mask.ts';
import { counted, someOf } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { findingLines, type Sections, sectionsOf } from '../finding-text.ts';
import { type CommandContext, suiteCommand } from '../suite-command.ts';

/** Characters of a command that fit on a line of 120 characters of a terminal, with the pointer. */
const MOST_OF_COMMAND = 70;

/** The findings of one cause, or one note, as every report for people shows them. */
export type Block = ReturnType<typeof reportedBlocks>[number];

/** Words exchanges by cause for reports that people read, the gravest first, with commands of at most so many characters. */
export function reportedBlocks(results: Results, most = MOST_OF_COMMAND) {
  const context = { ...results, sections: sectionsOf(results.requirements) };
  return reportedCauses(results).leads.map(({ root, verdict, causes }) => {
    const [leading, ...followers] = causes;
    const example = { ...leading.example, verdict };
    const isFailure = isRed(verdict, results.gate);
    const isBlocked = leading.exchanges.every((exchange) => exchange.verdict === 'blocked');
    // A warning that fails the run.
    const isWarning = isFailure && verdict === 'warned';
    // The headline says which entry to remove, and there is nothing to repeat.
    const details = verdict === 'fixed' ? [] : detailLines(example, context, most);
    const lines = [...details, ...groupLines(leading)];
    return {
      /** An exchange that shows it, with nothing else found in it. */
      example,
      isRed: isFailure,
      /** Number of further exchanges that show it. */
      others: leading.exchanges.length - 1,
      label: isBlocked ? ours`BLOCKED` : isWarning ? ours`FAILED` : verdictLabel(verdict),
      headline: root === undefined ? headline(example) : rootText(root),
      lines: root === undefined ? lines : [rootText(root), ...lines, ...followerLines(followers)],
    };
  });
}

const verdictLabel = (verdict: Verdict) => ours`${verdict}`.toUpperCase().replaceAll('-', ' ');

/** Writes `P7 was returned for 2 sends; 60 findings follow from it`. */
export function rootText({ message, findings }: Pick<ResultRoot, 'message' | 'findings'>): Masked {
  return printable(ours`${message}; ${counted(findings, 'finding follows', 'findings follow')} from it`);
}

const MOST_FOLLOWERS = 5;

/** Lists the causes that follow from a root besides the leading one, a line for each. */
function followerLines(followers: readonly Cause[]): readonly Masked[] {
  const lines = followers.slice(0, MOST_FOLLOWERS).flatMap(({ example, exchanges }) => {
    const count = counted(exchanges.length, 'exchange');
    return example.findings.map((finding) =>
      printable(ours`  ${count}  ${finding.rule}  ${finding.level}: ${titleOf(finding)}`),
    );
  });
  const left = followers.length - lines.length;
  return [
    ...(lines.length === 0 ? [] : [ours`follows from it`]),
    ...lines,
    ...(left > 0 ? [ours`  and ${counted(left, 'more cause')} in results.json`] : []),
  ];
}

function groupLines({ exchanges: [, ...rest], blocks, ...where }: Cause): readonly Masked[] {
  const ids = rest.map(({ id }) => id);
  const named = someOf(ids);
  return [
    ...(ids.length === 0 ? [] : [ours`the same in ${ids.length} more (${whereText(where)}): ${named}`]),
    ...(blocks.length === 0 ? [] : [ours`blocks    ${blocksText(blocks)}`]),
  ];
}

/** Says how many exchanges a cause ends before their last step. */
export function blocksText(blocks: readonly ResultExchange[]): Masked {
  return ours`${counted(blocks.length, 'exchange')}: a later step could not be made`;
}

/** Operations that a line names; more are counted. */
const MOST_OPERATIONS = 2;

/** Names the bindings and operations over which something was found, such as `soap11, soap12; SendBulkSms`. */
export function whereText({ bindings, operations }: Pick<ResultCause, 'bindings' | 'operations'>): Masked {
  const inOrder = allBindings.flatMap((id) => bindings.filter((binding) => binding === id));
  const over = bindings.length === allBindings.length ? ours`all bindings` : joinTexts(inOrder, ', ');
  const isFew = operations.length <= MOST_OPERATIONS;
  return ours`${over}; ${isFew ? joinTexts(operations, ', ') : counted(operations.length, 'operation')}`;
}

export type DetailContext = CommandContext & { readonly sections: Sections };

type Details = 'id' | 'note' | 'findings' | 'steps' | 'source' | 'repeat' | 'repeatDiffers';
type Detailed = Pick<ResultExchange, Details>;

/** Lists all details of an exchange; `most` cuts the command, which would hide the rest. */
export function detailLines(exchange: Detailed, context: DetailContext, most = Number.POSITIVE_INFINITY) {
  const { note, findings, steps, source, repeat = ours``, repeatDiffers } = exchange;
  const isLater = repeat !== '' && steps !== undefined && (gravest(findings)?.step ?? 0) > 0;
  const whole = isLater ? suiteCommand('run', exchange, context) : undefined;
  const short = repeat.length > most ? suiteCommand('show', exchange, context) : undefined;
  const shown = short ?? commandText(repeat);
  return [
    ...(note === undefined ? [] : note.split('\n').map((line) => ours`note      ${printable(line)}`)),
    ...findings.flatMap((finding) => findingLines(finding, context.sections, steps)),
    printable(ours`case      ${source.file}:${source.line}`),
    ...(shown === '' ? [] : [printable(ours`repeat    ${shown}`)]),
    ...(repeatDiffers === undefined ? [] : [ours`          ${repeatDiffers}`]),
    ...(whole === undefined
      ? []
      : [printable(ours`          it holds values of this run; all steps: ${whole}`)]),
  ];
}

/** Writes a command on one line, and says where that changes what the shell would read. */
export function commandText(repeat: Masked): Masked {
  const text = printable(repeat);
  return text === repeat ? text : ours`${text} (line breaks as escapes here; byte for byte in results.json)`;
}

/** Words an exchange that is not simply good in one line. */
export function headline(exchange: ResultExchange): Masked {
  const { known = [], verdict, note } = exchange;
  if (verdict === 'known-failure' && known.length > 0) {
    // Why it is accepted, until when, and in which line of the file.
    const accepted = known.map(({ reason, expires, place }) => ours`${reason} (until ${expires}, ${place})`);
    return printable(joinTexts(accepted, '; '));
  }
  // What it still breaks is listed. It is red for what it keeps, so that the list is corrected.
  if (verdict === 'fixed') return printable((note ?? ours`${verdict}`).replaceAll('\n', '; '));
  // What a line has room for.
  const finding = gravest(exchange.findings);
  return printable(finding ? titleOf(finding) : (note ?? ours`${verdict}`));
}
