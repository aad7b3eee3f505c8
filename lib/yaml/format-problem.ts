import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Problem } from '../model/result.ts';
import { someOf } from '../text/counted.ts';
import { slashed } from '../text/paths.ts';

const MOST_LISTED = 20;

/** Words a problem: place and message, the source line with carets, the allowed values, the nearest of them. */
export function formatProblem(problem: Problem): string {
  const place = problem.line === 0 ? '' : `:${problem.line}:${problem.column}`;
  const lines = [`${problem.file}${place}: ${problem.message}`];
  if (problem.sourceLine.length > 0) {
    const number = String(problem.line).padStart(5);
    const before = problem.sourceLine.slice(0, problem.column - 1).replace(/[^\t]/g, ' ');
    lines.push(`${number} | ${problem.sourceLine}`);
    lines.push(`      | ${before}${'^'.repeat(Math.min(problem.length, 80))}`);
  }
  if (problem.allowed?.length) lines.push(`        allowed: ${someOf(problem.allowed, MOST_LISTED)}`);
  if (problem.nearest !== undefined) lines.push(`        did you mean: ${problem.nearest}`);
  return lines.join('\n');
}

const MOST_PROBLEMS = 8;

/** Joins the first problems as paragraphs, and says how many more there are. */
export function firstProblems(texts: readonly string[]): string {
  const rest = texts.length - MOST_PROBLEMS;
  return [...texts.slice(0, MOST_PROBLEMS), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n\n');
}

/** Returns a path for messages: relative if it is in the working folder, else unchanged. */
export function shownPath(path: string): string {
  const seen = relative(process.cwd(), resolve(path));
  const outside = seen === '..' || seen.startsWith(`..${sep}`) || isAbsolute(seen);
  return outside ? path : slashed(seen) || '.';
}
