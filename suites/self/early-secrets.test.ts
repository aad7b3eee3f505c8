import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command, newFolder, vitest } from './command.ts';

// Nothing guards the output before a run begins: what a mistake is told with must not tell a secret.

const SLOW = 120_000;
const SECRET = 'S3CRETCANARY';
const secret = { POSTSMS_TICKET: SECRET };
const target = ['--target', 'http://127.0.0.1:1', '--namespace', 'http://sms.example/ns'];

describe.concurrent('a ticket that was given in a wrong place is not repeated', { timeout: SLOW }, () => {
  it.each([
    `--tickets=${SECRET}`,
    `--Ticket=${SECRET}`,
    `--service-ticket=${SECRET}`,
    `--ticket${SECRET}`,
    `--ticket-fil=${SECRET}`,
    `-ticket=${SECRET}`,
  ])('as the argument %s', async (argument) => {
    const { code, said } = await command(['run', argument]);
    expect(said).toMatch(/^error: a ticket is a secret and cannot be an argument; .*POSTSMS_TICKET/);
    expect(said).not.toContain('S3CRET');
    expect(code).toBe(2);
  });

  it.each([
    ['run', `--tikcet=${SECRET}`, "unknown option '--tikcet'"],
    ['run', `-t${SECRET}`, "unknown option '-t'"],
    ['serve', `--name=it's ${SECRET}`, "unknown option '--name'"],
  ])('%s with the argument %s, which nobody can know', async (name, argument, told) => {
    const { code, said } = await command([name, argument]);
    expect(said).toContain(told);
    expect(said).not.toContain('S3CRET');
    expect(code).toBe(2);
  });

  it.each([
    [SECRET],
    ['run', `--gate=${SECRET}`],
    ['run', `--target=${SECRET}`],
    ['run', `--case=${SECRET}`],
    ['run', `--config=${SECRET}`],
    ['run', `--ca=${SECRET}`],
    ['run', `--recipients=${SECRET}`],
    ['run', '--dry-run', `--case=${SECRET}`],
    ['run', `--report-dir=/dev/null/${SECRET}`, '--case', 'SendBulkSms/canonical'],
    ['config', `--gate=${SECRET}`],
    ['config', `--cert=${SECRET}`, ...target],
    ['show', SECRET],
    ['show', 'SendBulkSms/canonical/soap11', `--target=${SECRET}`],
    ['list', `--case=${SECRET}`],
    ['report', '--no-open', `--report-dir=/nowhere/${SECRET}`],
    ['serve', `--defect=${SECRET}`],
    ['serve', '--port', SECRET],
    ['list', SECRET],
  ])('where the environment says that it is one: %s %s', async (...args) => {
    const { code, said } = await command(args, secret);
    expect(said).toContain('***');
    expect(said).not.toContain(SECRET);
    expect(code).not.toBe(0);
  });

  it('in the title of a case that is listed', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'own'));
    writeFileSync(
      join(folder, 'own', 'a.yaml'),
      `operation: SendBulkSms\ncases:\n  - id: own-a\n    title: Takes ${SECRET}\n`,
    );
    for (const more of [[], ['--json']]) {
      const { code, said } = await command(['list', '--cases', 'own', ...more], secret, { folder });
      expect(said).toContain('Takes ***');
      expect(said).not.toContain(SECRET);
      expect(code).toBe(0);
    }
  });

  it('where a file says that it is one', async () => {
    const file = join(newFolder(), 'ticket');
    writeFileSync(file, SECRET);
    for (const mistake of [`--gate=${SECRET}`, `--case=${SECRET}`]) {
      const { said } = await command(['run', ...target, '--ticket-file', file, mistake]);
      expect(said).toContain('***');
      expect(said).not.toContain(SECRET);
    }
  });

  it('when the password of a proxy is what was given', async () => {
    const { said } = await command(['run', `--gate=${SECRET}`], {
      POSTSMS_PROXY: `http://me:${SECRET}@127.0.0.1:1`,
    });
    expect(said).toContain('***');
    expect(said).not.toContain(SECRET);
  });

  it.each([{ POSTSMS_GATE: SECRET }, { POSTSMS_CASE: SECRET }])(
    'by vitest without the command: %j',
    async (wrong) => {
      const { said } = await vitest(['run'], { ...secret, ...wrong });
      expect(said).toContain('***');
      expect(said).not.toContain(SECRET);
    },
  );
});
