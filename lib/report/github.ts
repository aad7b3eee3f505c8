import { randomBytes } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type Block, toldBlocks } from '../findings/run/blocks.ts';
import type { Masked } from '../model/running/masked.ts';
import type { Results } from '../model/running/results.ts';
import type { Environment } from '../model/running/settings.ts';
import { isGithub } from '../report-folder/report-folder.ts';
import type { Printer } from '../secrets/guarded-output.ts';
import { ownText } from '../secrets/mask.ts';
import { slashed } from '../text/paths.ts';
import { printable, printableLines } from '../text/printable.ts';
import { incompleteText } from './formats/format-helpers.ts';

/** Annotations of a kind that GitHub shows of a step; it drops the others without a word. */
const MOST_SHOWN = 10;

interface Annotation {
  readonly title: string;
  readonly message: string;
  readonly place?: { readonly file: string; readonly line: number };
}

/**
 * A run as commands of GitHub Actions for its standard output: errors, then warnings, the gravest first, what is alike
 * as one.
 * @param workspace folder that the names of case files are to be relative to
 */
export function annotations(results: Results, workspace: string): Masked {
  const blocks = toldBlocks(results);
  const annotated = (red: boolean) =>
    blocks.filter(({ isRed }) => isRed === red).map((block) => annotationOf(block, workspace));
  const message = incompleteText(results);
  const title = `${results.suite.name}: no judgement of the target`;
  const incomplete = message === undefined ? [] : [{ title, message }];
  const errors = commands('error', [...incomplete, ...annotated(true)]);
  return ownText([...errors, ...commands('warning', annotated(false))].join(''));
}

/** An error that is about no exchange, as a command for the output. */
export function errorAnnotation(title: string, message: Masked): Masked {
  return ownText(command('error', { title, message }));
}

function annotationOf({ example, others, label, headline, lines }: Block, workspace: string): Annotation {
  const { id, source } = example;
  return {
    title: `${label} ${id}${others === 0 ? '' : ` and ${others} more like it`}`,
    message: [headline, ...lines].join('\n'),
    place: { file: slashed(relative(workspace, resolve(source.file))), line: source.line },
  };
}

function commands(kind: 'error' | 'warning', all: readonly Annotation[]): readonly string[] {
  if (all.length <= MOST_SHOWN) return all.map((one) => command(kind, one));
  const shown = all.slice(0, MOST_SHOWN - 1);
  const rest = {
    title: `${all.length - shown.length} more of this kind`,
    message: 'GitHub shows ten of a kind for a step; the job summary and results.json have them all.',
  };
  return [...shown, rest].map((one) => command(kind, one));
}

/**
 * A workflow command; what would end it, or one of its properties, is escaped as GitHub's own toolkit does, and what acts
 * on the terminal of whoever reads the log, as on the console.
 */
function command(kind: string, { title, message, place }: Annotation): string {
  const file = place === undefined ? '' : `file=${property(place.file)},line=${place.line},`;
  return `::${kind} ${file}title=${property(title)}::${data(message)}\n`;
}

function data(text: string): string {
  return printableLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Bytes that GitHub takes of a step; of a file that is larger it shows nothing at all. */
const MOST_BYTES = 1_048_576;

/** Adds Markdown to the job summary, and returns its path; `within` gives the text in at most so many bytes. */
export function writeStepSummary(path: string, within: (most: number) => Masked): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  appendFileSync(path, within(MOST_BYTES - size));
  return path;
}

/**
 * Keeps GitHub Actions from obeying `::error::` and `##[error]` in what is printed from now on, whoever made a target
 * say it.
 * @returns lets GitHub obey again; at the end of the process that happens by itself
 */
export function stopCommands(stdout: Pick<Printer, 'write'>, environment: Environment): () => void {
  if (!isGithub(environment)) return () => {};
  // Only who knows it can end this, so no target may guess it.
  const token = randomBytes(16).toString('hex');
  stdout.write(ownText(`::stop-commands::${token}\n`));
  let stopped = true;
  const obeyAgain = () => {
    if (stopped) stdout.write(ownText(`::${token}::\n`));
    stopped = false;
    process.off('exit', obeyAgain);
  };
  process.on('exit', obeyAgain);
  return obeyAgain;
}
