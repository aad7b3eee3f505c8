import { appendFile, stat, truncate } from 'node:fs/promises';
import type { GithubJob } from '../../model/running/handoff.ts';
import type { Results } from '../../model/running/results.ts';
import { whyNoFile } from '../../report-folder/write-atomic.ts';
import { markdown } from '../formats/markdown.ts';

/** Bytes that GitHub takes of a step; of a file that is larger it shows nothing at all. */
const MOST_BYTES = 1_048_576;

/**
 * Adds a run to the job summary, after what other programs of the step have written there. Done again, it takes the
 * place of what it wrote before.
 * @returns the path of the file
 * @throws Error with the path, what the system says of it, and its error as the cause where nothing can be written to it
 */
export async function writeStepSummary(
  { summaryBytes }: GithubJob,
  path: string,
  results: Results,
): Promise<string> {
  const text = markdown(results, MOST_BYTES - summaryBytes);
  try {
    await replaceEnd(path, summaryBytes, text);
    return path;
  } catch (error) {
    throw new Error(`${path}: ${whyNoFile(error)}`, { cause: error });
  }
}

/** Puts a text in the place of what stands behind the first bytes of a file, where it has room there. */
async function replaceEnd(path: string, summaryBytes: number, text: string): Promise<void> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size > summaryBytes) await truncate(path, summaryBytes);
  if (summaryBytes + Buffer.byteLength(text) <= MOST_BYTES) await appendFile(path, text);
}
