import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { SendQuestion } from '../run/sends/permission.ts';
import { askOn } from './confirm.ts';
import { main } from './main.ts';

const question: SendQuestion = {
  cost: {
    exchanges: 3,
    requests: 4,
    messages: 12,
    parts: 12,
    numbers: new Map([
      ['905001112233', { messages: 7, national: new Map() }],
      ['905001112244', { messages: 5, national: new Map([['0500\n1112244', 3]]) }],
    ]),
  },
  host: 'gateway.example',
  confirmed: false,
  maskNumbers: false,
};

/** A terminal on which this is typed once the question is shown, and what was shown there. */
function terminal(typed: string | null, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY });
  let text = '';
  let asked = false;
  output.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    if (asked || !text.includes('[y/N]')) return;
    asked = true;
    if (typed !== null) input.write(typed);
  });
  return { stdin: input, stdout: output, shown: () => text };
}

async function answerTo(typed: string, changed: Partial<SendQuestion> = {}, ahead: string | null = null) {
  const { stdin, stdout, shown } = terminal(typed);
  if (ahead !== null) stdin.write(ahead);
  const answer = await askOn({ stdin, stdout })({ ...question, ...changed });
  return { answer, shown: shown() };
}

const no = { ok: false, exitCode: 4, message: 'nothing was sent: the answer was not yes' };

describe('the question before messages are sent', () => {
  it('says how many messages to which numbers through which host, with how many requests', async () => {
    const { shown } = await answerTo('y\n');
    expect(shown).toContain(
      'sends         12 messages to 2 numbers through gateway.example, with 4 requests in all\n',
    );
    expect(shown).toContain('905001112233  7 messages\n');
    expect(shown).toContain('905001112244  5 messages, 3 of them written 0500\\u{A}1112244\n');
    expect(shown).toContain('Send 12 messages to 2 numbers through gateway.example? [y/N] ');
  });

  it.each(['y\n', 'Y\n', 'yes\n', ' YES \r\n'])('is answered with yes by %j', async (typed) => {
    expect((await answerTo(typed)).answer).toEqual({ ok: true });
  });

  it.each(['\n', 'n\n', 'no\n', 'yeah\n', 'yy\n', 'ye\n', 'y\u0003', '\u0003', '\u0004'])(
    'is answered with no by %j',
    async (typed) => {
      expect((await answerTo(typed)).answer).toEqual(no);
    },
    2_000,
  );

  it.each(['y\n', 'y', 'yes\ny\n', '\u0001y\n'])('is not answered by %j before it', async (ahead) => {
    expect((await answerTo('\n', {}, ahead)).answer).toEqual(no);
  });

  it.each(['n\n', 'n', '\n'])('is answered after it, whatever was before: %j', async (ahead) => {
    expect((await answerTo('y\n', {}, ahead)).answer).toEqual({ ok: true });
  });

  it('is not answered by what is typed while the input is emptied', async () => {
    const { stdin, stdout } = terminal('\n');
    const asked = askOn({ stdin, stdout })(question);
    setTimeout(() => stdin.write('y\n'), 20);
    expect(await asked).toEqual(no);
  });

  it.each(['\u0003', 'y\u0004'])('is not even put where the run was ended before it: %j', async (ahead) => {
    const { answer, shown } = await answerTo('y\n', {}, ahead);
    expect(answer).toEqual(no);
    expect(shown).not.toContain('[y/N]');
  });

  it('is answered with no when the terminal goes away with half an answer', async () => {
    const { stdin, stdout } = terminal('y');
    stdout.on('data', () => setTimeout(() => stdin.end(), 200));
    expect(await askOn({ stdin, stdout })(question)).toEqual(no);
  });

  it.each([true, false])('is shown and not put when it was answered beforehand: %s', async (isTTY) => {
    const { stdin, stdout, shown } = terminal(null, isTTY);
    expect(await askOn({ stdin, stdout })({ ...question, confirmed: true })).toEqual({ ok: true });
    expect(shown()).toContain('12 messages to 2 numbers through gateway.example');
    expect(shown()).not.toContain('[y/N]');
  });

  it('is no where there is no terminal, whatever comes in', async () => {
    const { stdin, stdout, shown } = terminal('y\n', false);
    expect(await askOn({ stdin, stdout })(question)).toEqual({
      ok: false,
      exitCode: 4,
      message: expect.stringContaining('no terminal to ask on: add --yes'),
    });
    expect(shown()).toContain('905001112233  7 messages');
  });

  it('says what long texts may be billed as, and only of those', async () => {
    const long = await answerTo('y\n', { cost: { ...question.cost, parts: 31 } });
    expect(long.shown).toContain('up to 31 billed parts, for long texts take several each\n');
    expect((await answerTo('y\n')).shown).not.toContain('billed');
  });

  it('names no number where numbers are masked', async () => {
    const { shown } = await answerTo('y\n', { maskNumbers: true });
    expect(shown).toContain('12 messages to 2 numbers');
    expect(shown).not.toMatch(/0500|written/);
  });
});

it.each([
  ['y\n', true, 'no call came to http://127.0.0.1:'],
  ['n\n', true, 'nothing was sent: the answer was not yes'],
  ['y\n', false, 'would get up to 7 messages; there is no terminal to ask on: add --yes'],
])(
  'is put before clients can send through a live gateway; %j, terminal %j',
  async (typed, isTTY, message) => {
    const { stdin, stdout, shown } = terminal(typed, isTTY);
    const stderr = new PassThrough();
    const limits = ['--sends', 'allow', '--recipients', '905001112233', '--max-messages', '7'];
    const listen = ['listen', '--port', '0', '--idle', '1', '--forward', 'http://gateway.example'];
    const io = { env: {}, stdin, stdout, stderr, interrupted: () => new Promise<void>(() => {}) };
    expect(await main([...listen, ...limits], io)).toBe(4);
    expect(shown()).toContain('up to 7 messages to 1 number through gateway.example, as clients call\n');
    expect(shown().includes('Send up to 7 messages to 1 number through gateway.example? [y/N] ')).toBe(isTTY);
    expect(String(stderr.read())).toContain(message);
  },
);
