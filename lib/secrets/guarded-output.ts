import { StringDecoder } from 'node:string_decoder';
import type { Io, Output } from '../model/running/io.ts';
import type { Masked } from '../model/running/masked.ts';
import { reasonOf } from '../text/reason-of.ts';
import type { Mask } from './mask.ts';

/** Prints what is masked already. */
export interface Printer {
  readonly isTTY: boolean;
  write(text: Masked): void;
}

/** Standard output and standard error while they are guarded, until it is released. */
export type GuardedOutput = ReturnType<typeof guardOutput>;

/**
 * Masks everything that is written to standard output and standard error, line by line, because a secret may come in two
 * pieces. Our texts are masked at their source, and the printers write them directly.
 *
 * @param quiet whether the printers print nothing; other writes to the streams pass
 */
export function guardOutput(mask: Mask, { stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>, quiet = false) {
  const out = guard(stdout, mask);
  const err = guard(stderr, mask);
  const flush = () => {
    out.flush();
    err.flush();
  };
  const onUncaught = (error: unknown) => {
    err.printer.write(mask(`the harness failed: ${reasonOf(error)}\n`));
    process.exit(5);
  };
  process.on('exit', flush);
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);
  return {
    stdout: quiet ? SILENT : out.printer,
    stderr: quiet ? SILENT : err.printer,
    quiet,
    release: () => {
      process.off('exit', flush);
      process.off('uncaughtException', onUncaught);
      process.off('unhandledRejection', onUncaught);
      flush();
      stdout.write = out.write;
      stderr.write = err.write;
    },
  };
}

const SILENT: Printer = { isTTY: false, write: () => {} };

function guard(stream: Output, mask: Mask) {
  const { write } = stream;
  const printer: Printer = {
    isTTY: stream.isTTY === true,
    write: (text) => {
      (write as (text: string) => boolean).call(stream, text);
    },
  };
  const decoder = new StringDecoder('utf8');
  let held = '';
  const flush = () => {
    if (held !== '') printer.write(mask(held));
    held = '';
  };
  stream.write = (chunk: Uint8Array | string, ...rest: readonly unknown[]) => {
    held += typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
    const end = held.lastIndexOf('\n') + 1;
    if (end > 0) printer.write(mask(held.slice(0, end)));
    held = held.slice(end);
    const done = rest.find((argument) => typeof argument === 'function');
    if (done) process.nextTick(done as () => void);
    return true;
  };
  return { printer, flush, write };
}
