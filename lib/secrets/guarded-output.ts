import { StringDecoder } from 'node:string_decoder';
import type { Io, Output } from '../model/running/io.ts';
import type { Masked } from '../model/running/masked.ts';
import type { Mask } from './mask.ts';

/** The way to the terminal for what is masked already. */
export interface Printer {
  readonly isTTY: boolean;
  write(text: Masked): void;
}

/** Standard output and standard error while they are guarded. */
export interface GuardedOutput {
  readonly stdout: Printer;
  readonly stderr: Printer;
  /** Whether the two print nothing; what others write to the streams is masked and passes. */
  readonly quiet: boolean;
  /** Writes what is held and leaves the streams as they were. */
  release(): void;
}

/**
 * Masks whatever anybody writes to standard output and standard error: the runner, its reporters, its workers, the
 * runtime with its warnings and with what nothing caught. Line by line, because a secret may come in two pieces.
 * What we print ourselves is masked where it came from, and goes past this by the printers.
 */
export function guardOutput(
  mask: Mask,
  { stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>,
  quiet = false,
): GuardedOutput {
  const out = guard(stdout, mask);
  const err = guard(stderr, mask);
  const flush = () => {
    out.flush();
    err.flush();
  };
  const onUncaught = (error: unknown) => {
    const said = error instanceof Error ? error.message : String(error);
    err.printer.write(mask(`the harness failed: ${said}\n`));
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
      out.release();
      err.release();
    },
  };
}

const SILENT: Printer = { isTTY: false, write: () => {} };

/** Characters of a line that are held until its end comes. */
const MOST_HELD = 1_000_000;

interface Guard {
  readonly printer: Printer;
  flush(): void;
  release(): void;
}

function guard(stream: Output, mask: Mask): Guard {
  const { write } = stream;
  const print = (text: Masked) => {
    (write as (text: string) => boolean).call(stream, text);
  };
  const decoder = new StringDecoder('utf8');
  let held = '';
  const flush = () => {
    if (held !== '') print(mask(held));
    held = '';
  };
  stream.write = (chunk: Uint8Array | string, ...rest: readonly unknown[]) => {
    held += typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
    const end = held.length > MOST_HELD ? held.length : held.lastIndexOf('\n') + 1;
    if (end > 0) print(mask(held.slice(0, end)));
    held = held.slice(end);
    const done = rest.find((one) => typeof one === 'function');
    if (done) process.nextTick(done as () => void);
    return true;
  };
  return {
    printer: { isTTY: stream.isTTY === true, write: print },
    flush,
    release: () => {
      flush();
      stream.write = write;
    },
  };
}
