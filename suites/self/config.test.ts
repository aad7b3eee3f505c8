import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingNames } from '../../lib/settings/table.ts';
import { schemaEngine } from '../../lib/wire/xml/schema/schema-engine.ts';
import { folderWith, inProcess, newFolder, resultsIn, spawnCommand } from './command.ts';
import { answeringWith, namespace, withEndpoint, withReference } from './endpoints.ts';

const ticket = 'S3CRET&TICKET';

/** A file whose only target is at `url`, with its ticket in a file beside it. */
const settings = (url: string) => ({
  'conformance.yaml': `target: here
case: ["SendBulkSms/canonical"]
binding: [http-get]
targets:
  here:
    url: ${url}
    namespace: ${namespace}
    ticket: \${file:secrets/ticket}
    allure: false
    reportDir: judged
`,
  'secrets/ticket': `${ticket}\n`,
});

describe('what variables say in values and packetIds', () => {
  const environment = {
    ...{ POSTSMS_TICKET: 'a-ticket-of-the-test', FROM: 'ACME-secret-1', MORE: 'KeyID=k&y/secret<2' },
    PACKET: 'P-secret-3',
  };
  const secrets = /ACME-secret|ACME%2Dsecret|secret<2|secret&lt;2|secret%3C2|secret%3c2|P-secret/;
  const file = (url: string, more = '') => `target: ${url}
namespace: ${namespace}
sends: allow
recipients: ["905000000001", "905000000002", "905000000003"]
maxMessages: 200
values: ["Originator=\${env:FROM}", "\${env:MORE}"]
packetIds: ["\${env:PACKET}"]
${more}`;

  it('is masked in every report and every command, and sent as it is', async () => {
    await withReference([], async ({ baseUrl }) => {
      const folder = folderWith({ 'conformance.yaml': file(baseUrl) });
      const run = (...args: readonly string[]) => inProcess(args, environment, { folder });
      const shown = [await run('config'), await run('config', '--json'), await run('list', 'cases')];
      for (const binding of ['soap11', 'http-get']) {
        const id = `SendBulkSms/canonical/${binding}`;
        shown.push(await run('show', id), await run('show', id, '--curl'));
      }
      const formats = ['har', 'junit', 'markdown', 'tap'].flatMap((name) => ['--reporter', name]);
      const judged = await run('run', '--case', '*/canonical', '--yes', ...formats);
      expect(judged.code).toBe(0);
      for (const { said } of [...shown, judged]) expect(said).not.toMatch(secrets);
      expect(shown[0]?.said).toContain('Originator=***, ***');
      const reports = join(folder, 'reports');
      const names = readdirSync(reports, { recursive: true, encoding: 'utf8' });
      const texts = names
        .filter((name) => statSync(join(reports, name)).isFile())
        .map((name) => readFileSync(join(reports, name), 'utf8'));
      expect(texts.length).toBeGreaterThan(20);
      // The Allure page holds its data as base64.
      const decoded = texts.map((text) =>
        text.replace(/[\w+/]{80,}={0,2}/g, (part) => Buffer.from(part, 'base64').toString()),
      );
      expect([...texts, ...decoded].filter((text) => secrets.test(text))).toEqual([]);
      expect(texts.join()).toContain('<Originator>***</Originator>');
    });
  });

  it('is shown where publicVariables names the variable', async () => {
    const text = file('https://a.example', 'publicVariables: [FROM, PACKET]\n');
    const { said } = await inProcess(['config'], environment, {
      folder: folderWith({ 'conformance.yaml': text }),
    });
    expect(said).toContain('Originator=ACME-secret-1, ***');
    expect(said).toMatch(/^packetIds +P-secret-3 /m);
  });
});

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
      : await spawnCommand(args, environment, { folder, input });
  expect(ended.said).not.toMatch(/S3CRET|TICKET&|^\s+at \S.*:\d+/m);
  return ended;
}

it('without the variable of a ticket requests are shown, and a run says which it is', async () => {
  const text = `target: https://a.example\nnamespace: urn:a\nticket: \${env:NO_SUCH}\n`;
  const folder = folderWith({ 'conformance.yaml': text });
  const shown = await runIn(folder, ['show', 'SendBulkSms/canonical/soap11']);
  expect([shown.code, shown.said]).toEqual([0, expect.stringContaining('<SendBulkSms xmlns="urn:a">')]);
  const run = await runIn(folder, ['run', '--dry-run']);
  expect([run.code, run.said]).toEqual([2, expect.stringContaining('NO_SUCH, which is not set')]);
});

describe('config', () => {
  const files = settings('https://gateway.example/base');

  it('shows no namespace and no ticket of the reference beside a target', async () => {
    const { code, said } = await runIn(newFolder(), ['config', '--target', 'https://a.example']);
    expect([code, said]).toEqual([2, expect.stringMatching(/\nnamespace {2,}- .*\nticket {2,}- /)]);
    expect(said).toContain('the target has no XML namespace; add --namespace');
  });

  it('prints every setting, masked, with where it comes from', async () => {
    const environment = {
      POSTSMS_RATE: '2.5',
      HTTPS_PROXY: `http://me:${encodeURIComponent(ticket)}@proxy.example:3128`,
    };
    const args = ['config', '--gate', 'should', '--no-html'];
    const { code, said } = await runIn(folderWith(files), args, environment);
    const lines = said.trimEnd().split('\n');
    const rows = Object.fromEntries(
      lines.map((line) => line.split(/ {2,}/)).map(([name = '', ...rest]) => [name, rest]),
    );
    expect(rows).toMatchObject({
      target: ['https://gateway.example/base', 'conformance.yaml:6 (target here)'],
      namespace: [namespace, 'conformance.yaml:7 (target here)'],
      ticket: ['***', 'conformance.yaml:8 (target here, file:secrets/ticket)'],
      gate: ['should', '--gate'],
      known: ['known-failures/here.yaml', 'default'],
      rate: ['2.5', 'POSTSMS_RATE'],
      timeout: ['30000', 'default'],
      proxy: ['http://***@proxy.example:3128', 'HTTPS_PROXY'],
      html: ['false', '--no-html'],
    });
    expect(Object.keys(rows)).toEqual([...settingNames, 'schemaEngine']);
    expect(rows.schemaEngine).toEqual([(await schemaEngine()).name, 'installed packages']);
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
      schemaEngine: { value: (await schemaEngine()).name, from: { kind: 'packages' } },
    });
    expect(code).toBe(0);
  });

  it('says after what it prints what a run would still need, and masks recipients where it should', async () => {
    const flags = ['--target', 'http://127.0.0.1:1', '--recipients', '905001112233', '--mask', 'numbers'];
    const { code, said } = await runIn(newFolder(), ['config', ...flags]);
    expect(said).toContain('target            http://127.0.0.1:1');
    expect(said).toMatch(/^recipients +\*\*\*01 +--recipients$/m);
    expect(said).not.toContain('905001112233');
    expect(said).toContain(
      'the target has no XML namespace; add --namespace, POSTSMS_NAMESPACE, or namespace in conformance.yaml',
    );
    expect(code).toBe(2);
  });

  // What is said of other mistakes appears in lib/settings/golden.
  it('and run and show refuse a file alike, and say no secret', async () => {
    const folder = folderWith({ 'conformance.yaml': `ticket: ${ticket}\n` });
    for (const args of [['config'], ['run'], ['show', 'SendBulkSms/canonical/soap11']]) {
      const { code, said } = await runIn(folder, args);
      expect(said).toContain('a ticket is a secret and cannot be in this file');
      expect(code).toBe(2);
    }
    expect(existsSync(join(folder, 'reports'))).toBe(false);
  });
});

describe('a run', () => {
  it('takes all from conformance.yaml', async () => {
    await withReference([], async ({ baseUrl }) => {
      const folder = folderWith(settings(baseUrl));
      const { code, said } = await runIn(folder, ['run']);
      expect(said).toContain('1 planned: 1 passed');
      expect(said).toContain('judged/results.json');
      expect(code).toBe(0);
      expect(resultsIn(join(folder, 'judged')).target).toMatchObject({ baseUrl, namespace });
    });
  });

  const late = ['--ticket-file', '-'];
  it.each<[string, readonly string[], string | undefined, string]>([
    ['of the file', [], undefined, 'S3CRET%26TICKET&'],
    ['that comes late on standard input', late, `${ticket}-2\n`, 'S3CRET%26TICKET-2&'],
  ])('sends the ticket %s', async (_, args, input, sent) => {
    const asked: string[] = [];
    const refuse = answeringWith('500 No', 'text/plain', '');
    const listen: typeof refuse = (socket) => {
      socket.once('data', (bytes) => asked.push(bytes.toString().split('\r\n')[0] ?? ''));
      refuse(socket);
    };
    await withEndpoint(listen, async ({ baseUrl }) => {
      const { code } = await runIn(folderWith(settings(baseUrl)), args, {}, input);
      expect(code).toBe(1);
      expect(asked).toEqual([expect.stringContaining(`ServiceTicket=${sent}`)]);
    });
  });
});
