import pc from 'picocolors';
import type { Verdict } from '../../model/judging/verdict.ts';
import type { Printer } from '../../secrets/guarded-output.ts';
import { ownText } from '../../secrets/mask.ts';

/** A line that says how far a run is. */
export interface Progress {
  start(total: number): void;
  advance(verdict: Verdict | undefined): void;
  end(): void;
}

const silent: Progress = { start: () => {}, advance: () => {}, end: () => {} };

/** Verdicts that nobody has to look at. */
const AS_EXPECTED: readonly Verdict[] = ['passed', 'observed', 'known-failure'];

/** Milliseconds between two writes: a terminal need not show more. */
const PACE_MS = 100;

/** A progress line on a terminal, nothing at all elsewhere: a log has no use for it. */
export function progressOn(stream: Printer): Progress {
  if (!stream.isTTY) return silent;
  let total = 0;
  let done = 0;
  let red = 0;
  let last = 0;
  const write = () => {
    const deviations = red > 0 ? `, ${pc.red(`${red} not passed`)}` : '';
    stream.write(ownText(`\r\u001B[K${done} of ${total} exchanges${deviations}`));
  };
  return {
    start: (count) => {
      total += count;
      write();
    },
    advance: (verdict) => {
      done += 1;
      if (verdict === undefined || !AS_EXPECTED.includes(verdict)) red += 1;
      const now = Date.now();
      if (now - last < PACE_MS) return;
      last = now;
      write();
    },
    end: () => {
      stream.write(ownText('\r\u001B[K'));
    },
  };
}
