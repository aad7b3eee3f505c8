import { createInterface } from 'node:readline/promises';
import { announcement, messagesText } from '../report/cost.ts';
import { type AskToSend, askNobody } from '../run/send-question.ts';
import { stop } from '../run/stop.ts';

/** Where a person reads the question and answers it. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/**
 * Says what will be sent to whom, and asks whether it shall be where nobody said so beforehand. Only `y` and `yes` are
 * a yes; Ctrl-C, Ctrl-D and the end of the input are a no. Where there is no terminal, nobody is asked and
 * nothing is sent.
 */
export function askOn({ input, output }: Terminal): AskToSend {
  return async (question) => {
    output.write(`${announcement(question).join('\n')}\n`);
    if (question.confirmed || !input.isTTY || !output.isTTY) return askNobody(question);
    const asked = `Send ${messagesText(question)}? [y/N] `;
    const answer = await answerTo(asked, { input, output });
    if (/^y(es)?$/i.test(answer.trim())) return { ok: true };
    return stop(4, 'nothing was sent, because the answer was not yes');
  };
}

/** The line that is typed, or nothing when the terminal is closed or interrupted first. */
function answerTo(asked: string, { input, output }: Terminal): Promise<string> {
  const terminal = createInterface({ input, output });
  return new Promise((resolve) => {
    // Without a listener readline would only pause at Ctrl-C, and the process end as if nothing had been asked.
    terminal.on('SIGINT', () => terminal.close());
    const unanswered = () => {
      output.write('\n');
      resolve('');
    };
    terminal.on('close', unanswered);
    terminal.question(asked).then((answer) => {
      terminal.off('close', unanswered).close();
      resolve(answer);
    }, unanswered);
  });
}
