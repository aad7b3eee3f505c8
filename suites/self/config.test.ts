import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { startReference } from '../../lib/reference/index.ts';
import { settingNames } from '../../lib/settings/table.ts';
import { command, folderWith, inProcess, newFolder, resultsIn, vitest } from './command.ts';

const ticket = 'S3CRET&TICKET';
const namespace = 'http://sms.example/ns';

/** A file whose only target is at `url`, with its ticket in a file beside it. */
function settings(url: string): Readonly<Record<string, string>> {
  const lines = [
    'target: here',
    'case: ["SendBulkSms/canonical"]',
    'binding: [http-get]',
    'targets:',
    '  here:',
    `    url: ${url}`,
    `    namespace: ${namespace}`,
    '    ticket: $' + '{file:secrets/ticket}',
    '    allure: false',
    '    reportDir: judged',
  ];
  return { 'conformance.yaml': `${lines.join('\n')}\n`, 'secrets/ticket': `${ticket}\n` };
}

/** Runs the command; whatever happens, it does not say the ticket. */
async function runIn(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input?: string,
) {
  const ended =
    input === undefined
      ? await inProcess(args, environment, { folder })
      : await command(args, environment, { folder, input, inputAfter: 1_000 });
  expect(ended.said).not.toMatch(/S3CRET|TICKET&|^\s+at \S.*:\d+/m);
  return ended;
}

async function withReference<T>(use: (baseUrl: string) => Promise<T>): Promise<T> {
  const reference = await startReference({ contract, namespace });
  try {
    return await use(reference.baseUrl);
  } finally {
    await reference.close();
  }
}

/** A server that keeps the path of every request and answers none of them well. */
async function withListener<T>(use: (baseUrl: string, asked: readonly string[]) => Promise<T>): Promise<T> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('config', () => {
  const files = settings('https://gateway.example/base');

  it('prints every setting, masked, with where it comes from', async () => {
    const folder = folderWith(files);
    const environment = {
      POSTSMS_RATE: '2.5',
      HTTPS_PROXY: `http://me:${encodeURIComponent(ticket)}@proxy.example:3128`,
    };
    const { code, said } = await runIn(folder, ['config', '--gate', 'should', '--no-html'], environment);
    const rows = Object.fromEntries(
      said
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/))
        .map(([name = '', ...rest]) => [name, rest]),
    );
    expect(rows).toMatchObject({
      target: ['https://gateway.example/base', 'conformance.yaml:6 (target here, by conformance.yaml:1)'],
      namespace: [namespace, 'conformance.yaml:7 (target here)'],
      ticket: ['***', 'conformance.yaml:8 (target here, file:secrets/ticket)'],
      gate: ['should', '--gate'],
      known: ['known-failures/here.yaml', 'default'],
      rate: ['2.5', 'POSTSMS_RATE'],
      timeout: ['30000', 'default'],
      proxy: ['http://***@proxy.example:3128', 'HTTPS_PROXY'],
      html: ['false', '--no-html'],
    });
    expect(Object.keys(rows)).toEqual(settingNames);
    expect(code).toBe(0);
  });

  it('prints the same as JSON', async () => {
    const { code, said } = await runIn(folderWith(files), ['config', '--json', '--rate', '3']);
    expect(JSON.parse(said)).toMatchObject({
      target: { value: 'https://gateway.example/base', from: { kind: 'file', line: 6, target: 'here' } },
      ticket: { value: '***', from: { kind: 'file', refersTo: 'file:secrets/ticket' } },
      rate: { value: 3, from: { kind: 'flag', name: '--rate' } },
      case: { value: ['SendBulkSms/canonical'], from: { kind: 'file', file: 'conformance.yaml', line: 2 } },
      timeout: { value: 30_000, from: { kind: 'default' } },
    });
    expect(code).toBe(0);
  });

  it('says after what it prints what a run would still need', async () => {
    const { code, said } = await runIn(newFolder(), ['config', '--target', 'http://127.0.0.1:1']);
    expect(said).toContain('target            http://127.0.0.1:1');
    expect(said).toContain(
      'the target has no XML namespace; add --namespace, POSTSMS_NAMESPACE, or namespace in conformance.yaml',
    );
    expect(code).toBe(2);
  });

  it('masks recipients where numbers are masked', async () => {
    const flags = ['--recipients', '905001112233', '--mask', 'numbers'];
    const { said } = await runIn(newFolder(), ['config', ...flags]);
    expect(said).toMatch(/^recipients +\*\*\*01 +--recipients$/m);
    expect(said).not.toContain('905001112233');
  });

  it.each([
    [{ 'conformance.yaml': `ticket: ${ticket}\n` }, 'a ticket is a secret and cannot be in this file'],
    [{ 'conformance.yaml': `tiket: ${ticket}\n` }, 'did you mean: ticket'],
    [{ 'conformance.yaml': 'gate: shoud\n' }, 'conformance.yaml:1:7: "shoud" is not a value of "gate"'],
    [{ 'conformance.yaml': `ticket: "${ticket}\n` }, 'not valid YAML'],
  ])('and run refuse %j alike, and say no secret', async (wrongFiles, text) => {
    const folder = folderWith(wrongFiles);
    for (const name of ['config', 'run', 'show']) {
      const { code, said } = await runIn(
        folder,
        name === 'show' ? [name, 'SendBulkSms/canonical/soap11'] : [name],
      );
      expect(said).toContain(text);
      expect(code).toBe(2);
    }
    expect(existsSync(join(folder, 'reports'))).toBe(false);
  });
});

describe('a run', () => {
  it('takes target, ticket, filters and report folder from conformance.yaml in its working folder', async () => {
    await withReference(async (baseUrl) => {
      const folder = folderWith(settings(baseUrl));
      const { code, said } = await runIn(folder, ['run']);
      expect(said).toContain('1 planned: 1 passed');
      expect(said).toContain('results       judged/results.json');
      expect(code).toBe(0);
      expect(resultsIn(join(folder, 'judged')).target).toMatchObject({ baseUrl, namespace });
    });
  });

  it('sends the ticket of the file', async () => {
    await withListener(async (baseUrl, asked) => {
      const { code } = await runIn(folderWith(settings(baseUrl)), []);
      expect(code).toBe(1);
      expect(asked).toEqual([expect.stringContaining('ServiceTicket=S3CRET%26TICKET&')]);
    });
  });

  it('sends the ticket that comes late on standard input rather than any other', async () => {
    await withListener(async (baseUrl, asked) => {
      const folder = folderWith(settings(baseUrl));
      const environment = { POSTSMS_TICKET: 'other' };
      const { code } = await runIn(folder, ['--ticket-file', '-'], environment, `${ticket}-2\n`);
      expect(code).toBe(1);
      expect(asked).toEqual([expect.stringContaining('ServiceTicket=S3CRET%26TICKET-2&')]);
    });
  });

  it('takes no ticket of several lines from standard input, and does not repeat it', async () => {
    const { code, said } = await runIn(newFolder(), ['--ticket-file', '-'], {}, `${ticket}\n${ticket}\n`);
    expect(said).toBe(
      '--ticket-file - (standard input) is not a ticket: it has a line break; expected one line of at most 4 KiB\n',
    );
    expect(code).toBe(2);
  });

  it('says which source a filter that matches nothing comes from', async () => {
    const folder = folderWith({ 'conformance.yaml': 'case: [canonicle]\n' });
    const { code, said } = await runIn(folder, ['run', '--dry-run']);
    expect(said).toContain('conformance.yaml:1: case "canonicle" matches nothing');
    expect(code).toBe(2);
  });

  it('does not start where a variable is misspelt', async () => {
    const { code, said } = await runIn(newFolder(), ['run'], { POSTSMS_TIKCET: ticket });
    expect(said).toBe('POSTSMS_TIKCET is not a setting; did you mean POSTSMS_TICKET?\n');
    expect(code).toBe(2);
  });

  it('by plain vitest reads the same file', async () => {
    await withReference(async (baseUrl) => {
      const folder = folderWith(settings(baseUrl));
      const { code, said } = await vitest(['run'], { POSTSMS_CONFIG: join(folder, 'conformance.yaml') });
      expect(said).toContain('1 planned: 1 passed');
      expect(code).toBe(0);
      expect(readFileSync(join(folder, 'judged', 'results.json'), 'utf8')).toContain(baseUrl);
    });
  });
});
