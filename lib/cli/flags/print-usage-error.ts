import { appendFileSync } from 'node:fs';
import { suiteIdentity } from '../../bindings/suite-identity.ts';
import { printableLines } from '../../findings/finding-text.ts';
import type { Io } from '../../model/running/io.ts';
import type { Masked } from '../../model/running/masked.ts';
import { codeBlock } from '../../report/formats/markdown-code.ts';
import { errorAnnotation } from '../../report/github/annotations.ts';
import { githubJob, isGithub } from '../../report/github/github-job.ts';

/**
 * Says why a command judged nothing, where people look for it: on standard error, and in a job of GitHub Actions as an
 * annotation and in its summary too, which a run without results would leave empty.
 */
export function printUsageError({ env, stderr }: Pick<Io, 'env' | 'stderr'>, message: Masked): void {
  stderr.write(`${message}\n`);
  if (!isGithub(env)) return;
  const title = `${suiteIdentity().name}: nothing was judged`;
  // Beside the message, because what is asked of standard output may be going to a file.
  stderr.write(errorAnnotation(title, message));
  const file = githubJob(env, false)?.summaryFile;
  if (!file) return;
  try {
    appendFileSync(file, `## ❌ ${title}\n\n${codeBlock(printableLines(message), 'text')}\n\n`);
  } catch {
    // It stands in the log and as an annotation, and the exit code is that of the mistake.
  }
}
