import { expect, it } from 'vitest';
import { endText, runToEnd, splitCommand } from './programs.ts';

it.each([
  ['php read.php', ['php', 'read.php']],
  ['"C:\\Program Files\\node.exe" -e "a b"', ['C:\\Program Files\\node.exe', '-e', 'a b']],
  [`a --x='1 2' "" $(b) | c`, ['a', '--x=1 2', '', '$(b)', '|', 'c']],
])('splits %s at blanks outside of quotes', (command, words) => {
  expect(splitCommand(command)).toEqual({ ok: true, value: words });
});

it.each([
  ['a "b', 'a quote is not closed'],
  [' ', 'it is empty'],
])('refuses the command %j', (command, error) => {
  expect(splitCommand(command)).toEqual({ ok: false, error });
});

const node = (code: string) => [process.execPath, '-e', code] as const;

it('gives a program its input and takes its output and its exit code', async () => {
  const echo = "process.stdin.on('data', (b) => process.stdout.write(b)).on('end', () => process.exit(3))";
  const ended = await runToEnd(node(echo), { input: Buffer.from('ş'), limit: 20_000 });
  expect(ended).toEqual({ code: 3, output: 'ş', errors: '' });
});

it('gives a program no secret of the run', async () => {
  process.env.POSTSMS_TICKET = 'secret-ticket';
  try {
    const ended = await runToEnd(node('console.log(JSON.stringify(process.env))'), { limit: 20_000 });
    expect(ended.output).toContain('PATH');
    expect(ended.output).not.toContain('secret-ticket');
  } finally {
    delete process.env.POSTSMS_TICKET;
  }
});

it('ends a program that takes too long, with what it has started', async () => {
  const child =
    "require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 9)'], { stdio: 'inherit' })";
  // The pipe closes when both have ended.
  const ended = await runToEnd(node(`${child}; setInterval(() => {}, 9)`), { limit: 1_000 });
  expect(ended).toEqual({ code: null, output: '', errors: '', why: 'it took more than 1 s' });
});

it('shows the line that names an error, below the place in the code', async () => {
  const ended = await runToEnd(node("throw new TypeError('no declaration')"), { limit: 20_000 });
  expect(endText(ended)).toBe('exit code 1, "TypeError: no declaration"');
  expect(endText({ code: 2, output: '', errors: 'usage: read\nmore' })).toBe('exit code 2, "usage: read"');
});

it('says why a program cannot be started', async () => {
  const { code, why } = await runToEnd(['no-such-program-here'], { limit: 1_000 });
  expect([code, why]).toEqual([null, expect.stringContaining('ENOENT')]);
});

it('takes the letters of output in UTF-16, as PowerShell writes it, so that a secret in it can be masked', async () => {
  const write = "process.stdout.write(Buffer.from('ticket S3cret', 'utf16le'))";
  const ended = await runToEnd(node(write), { limit: 20_000 });
  expect(ended.output).toBe('ticket S3cret');
});
