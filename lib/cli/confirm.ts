import { createInterface } from 'node:readline';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import { announcement, messagesText } from '../report/console/cost.ts';
import { type AskToSend, askNobody } from '../run/sends/permission.ts';

type Terminal = Pick<Io, 'stdin' | 'stdout'>;

/**
 * Shows what will be sent to whom, and asks for a yes unless it was given before. Only `y` and `yes`, typed after the
 * question is shown, are a yes. Without a terminal, nothing is asked and nothing is sent.
 */
export function askOn({ stdin: input, stdout: output }: Terminal): AskToSend {
  return async (question) => {
    output.write(`${announcement(question).join('\n')}\n`);
    if (question.confirmed || !input.isTTY || !output.isTTY) return askNobody(question);
    const asked = `Send ${messagesText(question)}? [y/N] `;
    const answer = (await dropTyped(input)) ? await answerTo(asked, { stdin: input, stdout: output }) : null;
    if (/^y(es)?$/i.test(answer?.trim() ?? '')) return { ok: true };
    return refusal(4, 'nothing was sent: the answer was not yes');
  };
}

/** Milliseconds in which everything typed before arrives. */
const ARRIVAL_MS = 100;

/** Ctrl-C and Ctrl-D, as characters. */
const ENDING = ['\u0003', '\u0004'];

/** Drops everything typed before the question, which is no answer; false after Ctrl-C, Ctrl-D and the end of the input. */
async function dropTyped(input: Terminal['stdin']): Promise<boolean> {
  let there = true;
  let dropped = false;
  const drop = (typed?: string | Buffer) => {
    dropped = true;
    if (typed === undefined || ENDING.some((key) => String(typed).includes(key))) there = false;
  };
  // A terminal keeps a line to itself until its end, and would hand half a one to readline: that is typed already too.
  input.setRawMode?.(true);
  input.on('data', drop).on('end', drop);
  await wait(ARRIVAL_MS);
  // On a busy machine the time may be over before anything was read: each turn reads what is there.
  do {
    dropped = false;
    await turn();
    await turn();
  } while (dropped && there);
  input.off('data', drop).off('end', drop).pause();
  input.setRawMode?.(false);
  return there;
}

/** Returns the typed line; null if the terminal is closed or interrupted first. */
export async function answerTo(asked: string, { stdin: input, stdout: output }: Terminal) {
  const terminal = createInterface({ input, output });
  const answer = await new Promise<string | null>((resolve) => {
    // Without a listener readline would only pause at Ctrl-C, and the process end as if nothing had been asked.
    terminal.on('SIGINT', () => terminal.close()).on('close', () => resolve(null));
    terminal.question(asked, resolve);
  });
  if (answer === null) output.write('\n');
  terminal.close();
  return answer;
}
