import { randomInt } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { type Block, reportedBlocks } from '../findings/run/blocks.ts';
import type { Masked } from '../model/running/masked.ts';
import type { Results } from '../model/running/results.ts';
import type { Environment } from '../model/running/settings.ts';
import { isGithub } from '../report-folder/report-folder.ts';
import type { Printer } from '../secrets/guarded-output.ts';
import { joinTexts, ours } from '../secrets/mask.ts';
import { pathFrom } from '../text/paths.ts';
import { printable, printableLines } from '../text/printable.ts';
import { incompleteText } from './formats/format-helpers.ts';
import { markdown } from './formats/markdown.ts';

/** Annotations of a kind that GitHub shows of a step; it drops the others without a word. */
const MOST_SHOWN = 10;

type Kind = 'error' | 'warning';

/**
 * Returns a run as commands of GitHub Actions: errors, then warnings, the gravest first, one for several alike.
 * @param workspace folder that the paths of case files are relative to
 */
export function annotations(results: Results, workspace: string): Masked {
  const why = incompleteText(results);
  const title = ours`${results.suite.name}: no judgement of the target`;
  const incomplete = why === undefined ? [] : [command('error', title, why)];
  const blocks = reportedBlocks(results);
  const commands = (kind: Kind, first: readonly Masked[] = []) => {
    const ofKind = blocks.filter(({ isRed }) => isRed === (kind === 'error'));
    const all = [...first, ...ofKind.map((block) => blockCommand(kind, block, workspace))];
    if (all.length <= MOST_SHOWN) return all;
    const left = ours`${all.length - MOST_SHOWN + 1} more of this kind`;
    const where = ours`GitHub shows ten of a kind for a step; the job summary and results.json have them all.`;
    return [...all.slice(0, MOST_SHOWN - 1), command(kind, left, where)];
  };
  return ours`${commands('error', incomplete)}${commands('warning')}`;
}

function blockCommand(kind: Kind, block: Block, workspace: string): Masked {
  const { example, others, label, headline, lines } = block;
  const { id, source } = example;
  const file = pathFrom(workspace, source.file);
  const title = ours`${label} ${id}${others === 0 ? '' : ours` and ${others} more like it`}`;
  const place = ours`file=${property(file)},line=${source.line},`;
  return command(kind, title, joinTexts([headline, ...lines], '\n'), place);
}

/** Returns a workflow command, escaped as GitHub's own toolkit does, without control characters for a terminal. */
export function command(kind: Kind, title: Masked, message: Masked, place = ours``): Masked {
  return ours`::${kind} ${place}title=${property(title)}::${data(message)}\n`;
}

function data(text: Masked): Masked {
  return printableLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: Masked): Masked {
  return data(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Bytes of a summary that GitHub takes from a step; it shows nothing of a larger file. */
const MOST_BYTES = 1_048_576;

/** Adds a run to the job summary, and returns its path. */
export function writeStepSummary(path: string, results: Results): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  appendFileSync(path, markdown(results, MOST_BYTES - size));
  return path;
}

/** Keeps GitHub from obeying `::error::` and `##[error]` in printed texts of a target, until the returned function is called. */
export function stopCommands(stdout: Pick<Printer, 'write'>, environment: Environment): () => void {
  if (!isGithub(environment)) return () => {};
  // The token ends this, so no target may guess it.
  const token = ours`${randomInt(2 ** 47)}${randomInt(2 ** 47)}`;
  stdout.write(ours`::stop-commands::${token}\n`);
  let stopped = true;
  return () => {
    if (stopped) stdout.write(ours`::${token}::\n`);
    stopped = false;
  };
}
