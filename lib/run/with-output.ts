import type { Io } from '../model/running/io.ts';
import type { Masked } from '../model/running/masked.ts';
import { stopCommands } from '../report/github.ts';
import { keepPrivate } from '../report-folder/report-folder.ts';
import { type GuardedOutput, guardOutput } from '../secrets/guarded-output.ts';
import type { Mask } from '../secrets/mask.ts';
import { reasonOf } from '../text/reason-of.ts';

/**
 * Masks all output, keeps new files private, and stops GitHub from obeying commands in texts of a target, until `tell`
 * prints the summary of the run and the annotations for GitHub.
 */
export async function withOutput<T>(
  mask: Mask,
  io: Io,
  { quiet }: { readonly quiet: boolean },
  use: (output: GuardedOutput, tell: (text: Masked, annotations: Masked | null) => void) => Promise<T>,
): Promise<T> {
  const output = guardOutput(mask, io, quiet);
  const obeyCommands = stopCommands(output.stdout, io.env);
  const allowFiles = keepPrivate();
  try {
    return await use(output, (text, annotations) => {
      output.stdout.write(text);
      obeyCommands();
      if (annotations !== null) output.stdout.write(annotations);
    });
  } catch (error) {
    throw new Error(mask(reasonOf(error)));
  } finally {
    allowFiles();
    obeyCommands();
    output.release();
  }
}
