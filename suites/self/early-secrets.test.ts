import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, inProcess, newFolder } from './command.ts';
import { at } from './endpoints.ts';

// Nothing guards the output before a run begins: a message about a mistake must not repeat a secret.

const SECRET = 'S3CRETCANARY';
const environment = { POSTSMS_TICKET: SECRET };
const target = at('http://127.0.0.1:1');

it.each(['--tickets=', '--Ticket=', '--service-ticket=', '--ticket', '--ticket-fil=', '-ticket='])(
  'a ticket given as the argument %s… is not repeated',
  async (flag) => {
    const { code, said } = await inProcess(['run', `${flag}${SECRET}`]);
    expect(said).toMatch(/^error: a ticket is a secret and cannot be an argument; .*POSTSMS_TICKET/);
    expect(said).not.toContain('S3CRET');
    expect(code).toBe(2);
  },
);

it.each([
  ['run', `--tikcet=${SECRET}`, "unknown option '--tikcet'"],
  ['run', `-t${SECRET}`, "unknown option '-t'"],
  ['serve', `--name=it's ${SECRET}`, "unknown option '--name'"],
])('%s does not repeat the value of the unknown argument %s', async (name, argument, told) => {
  const { code, said } = await inProcess([name, argument]);
  expect(said).toContain(told);
  expect(said).not.toContain('S3CRET');
  expect(code).toBe(2);
});

const file = join(newFolder(), 'ticket');
writeFileSync(file, SECRET);

/** Arguments that are mistakes, with the secret in them, as words of a shell. */
const mistakes = [
  ...['', 'run --gate=', 'run --target=', 'run --case=', 'run --config=', 'run --ca=', 'run --recipients='],
  ...['run --dry-run --case=', 'run --case SendBulkSms/canonical --report-dir=/dev/null/'],
  ...['config --gate=', `config ${target.join(' ')} --cert=`, 'show ', 'list --case=', 'list '],
  ...['show SendBulkSms/canonical/soap11 --target=', 'report --no-open --report-dir=/nowhere/'],
  ...['serve --defect=', 'serve --port '],
].map((line) => ['the environment', `${line}${SECRET}`.split(' '), environment] as const);

it.each<readonly [string, readonly string[], Readonly<Record<string, string>>]>([
  ...mistakes,
  ['a file', ['run', ...target, '--ticket-file', file, `--gate=${SECRET}`], {}],
  ['a file', ['run', ...target, '--ticket-file', file, `--case=${SECRET}`], {}],
  ['the environment', ['run', `--gate=${SECRET}`], { POSTSMS_TICKETS: `another-ticket\n${SECRET}` }],
  ['a file', ['run', ...target, '--tickets-file', file, `--case=${SECRET}`], {}],
  ['the proxy', ['run', `--gate=${SECRET}`], { POSTSMS_PROXY: `http://me:${SECRET}@127.0.0.1:1` }],
  ['a header', ['run', ...target, '--header', 'X-A=env:KEY', `--gate=${SECRET}`], { KEY: SECRET }],
  ['a header', ['run', ...target, '--header', `X-A=file:${file}`, `--case=${SECRET}`], {}],
])('a mistake shows no secret that %s names: %j', async (_, args, variables) => {
  const { code, said } = await inProcess(args, variables);
  expect(said).toContain('***');
  expect(said).not.toContain(SECRET);
  expect(code).not.toBe(0);
});

it.each([[], ['--json']])('the title of a case that is listed shows no ticket: %j', async (...more) => {
  const cases = `operation: SendBulkSms\ncases:\n  - id: own-a\n    title: Takes ${SECRET}\n`;
  const folder = folderWith({ 'own/a.yaml': cases });
  const { code, said } = await inProcess(['list', '--cases', 'own', ...more], environment, { folder });
  expect(said).toContain('Takes ***');
  expect(said).not.toContain(SECRET);
  expect(code).toBe(0);
});
