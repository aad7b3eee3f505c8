import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, inProcess, newFolder, ran, resultsIn } from './command.ts';
import { at, withEndpoint, withFront } from './endpoints.ts';
import { filesIn } from './folders.ts';

// What may be set, and what messages show of it, is in lib/settings/golden/messages.txt.

const KEY = 'k3y-of-the-gateway-0001';
const environment = { API_KEY: KEY };
const flags = ['--header', 'X-Api-Key=env:API_KEY'];

/** Collects the heads of all requests of all connections, and hands each connection on to the reference. */
function heardHeads() {
  const connections: string[] = [];
  const see = (socket: Socket, number: number, handOn: () => void) => {
    socket.on('data', (bytes) => {
      connections[number] = (connections[number] ?? '') + bytes.toString('latin1');
    });
    handOn();
  };
  const heads = () =>
    connections.flatMap(
      (text = '') => text.match(/^[A-Z]+ \/\S* HTTP\/1\.[01]\r\n(?:.+\r\n)+(?=\r\n)/gm) ?? [],
    );
  return { see, heads };
}

const withKey = (head: string) => (head.match(/^x-api-key: k3y-of-the-gateway-0001\r$/gim) ?? []).length;

it('every request has the header once: of cases, forms, probes, clients, kept connections, and for the WSDL', async () => {
  const { see, heads } = heardHeads();
  await withFront(see, async ({ baseUrl }) => {
    const chosen = ['--case', '{*/canonical,ReportSmsWithPacketId/**,clients/**}', '--probes', '--no-html'];
    const { code, said, folder } = await ran([...at(baseUrl), ...chosen, ...flags], {
      ...environment,
      POSTSMS_WSDL: 'true',
      POSTSMS_REPORTER: 'har,junit,markdown,tap',
    });
    expect(code).toBe(0);
    expect(said).toMatch(/^note +with 1 header of your own in every request, .*: X-Api-Key$/m);
    const asked = heads();
    expect(asked.length).toBeGreaterThan(200);
    expect(asked.filter((head) => withKey(head) !== 1)).toEqual([]);
    expect(asked.filter((head) => head.includes('?WSDL HTTP')).length).toBeGreaterThan(1);
    expect(asked.some((head) => head.includes('PHP-SOAP/'))).toBe(true);
    const files = filesIn(folder);
    const having = [...files].filter(([, text]) => text.includes('k3y-of-the-gateway')).map(([name]) => name);
    expect(having).toEqual([]);
    expect(said).not.toContain(KEY);
    expect(files.get('recording.har')).not.toMatch(/"x-api-key"/i);
    const noted = [...files]
      .filter(([, text]) => text.includes('1 header of your own'))
      .map(([name]) => name);
    const reports = ['results.json', 'summary.md', 'junit.xml', 'results.tap'];
    expect(noted).toEqual(expect.arrayContaining(reports));
  });
});

it('the verdicts are those of a run without it', async () => {
  const { see } = heardHeads();
  await withFront(see, async ({ baseUrl }) => {
    const chosen = [...at(baseUrl), '--case', '*/canonical'];
    const [bare, own] = [await ran(chosen), await ran([...chosen, ...flags], environment)];
    const verdicts = ({ folder }: typeof bare) =>
      resultsIn(folder).exchanges.map(({ id, verdict }) => [id, verdict]);
    expect(verdicts(own)).toEqual(verdicts(bare));
    const texts = filesIn(own.folder);
    expect(texts.get('report.html')).toContain('with 1 header of your own');
    expect([...texts.values()].join('\n')).not.toContain(KEY);
  });
});

it('a redirect to another host is not followed, so that the header stays with the target', async () => {
  await withEndpoint(
    () => {},
    async (other) => {
      const answer = `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${other.baseUrl}/x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
      const redirect = (socket: Socket) => socket.once('data', () => socket.end(answer));
      await withEndpoint(redirect, async ({ baseUrl, connections }) => {
        await ran([...at(baseUrl), '--case', '*/canonical', ...flags], environment);
        expect(connections()).toBeGreaterThan(0);
      });
      expect(other.connections()).toBe(0);
    },
  );
});

it('compare sends to each target of the file what belongs to it alone', async () => {
  const [first, second] = [heardHeads(), heardHeads()];
  await withFront(first.see, (old) =>
    withFront(second.see, async (now) => {
      const target = (name: string, baseUrl: string, more: string) =>
        `  ${name}:\n    url: ${baseUrl}\n${more}`;
      const own = `    headers: ['Authorization=Basic \${env:CREDENTIALS}']\n`;
      const yaml = `namespace: http://sms.example/ns\ntargets:\n${target('old', old.baseUrl, '')}${target('new', now.baseUrl, own)}`;
      const folder = newFolder();
      writeFileSync(join(folder, 'conformance.yaml'), yaml);
      const credentials = Buffer.from('me:s3cret-of-basic').toString('base64');
      const { code, said } = await inProcess(
        ['compare', 'old', 'new', '--case', '*/canonical', '--report-dir', join(folder, 'reports')],
        { POSTSMS_CONFIG: join(folder, 'conformance.yaml'), CREDENTIALS: credentials },
      );
      expect([code, said]).toEqual([0, expect.any(String)]);
      const authorization = (head: string) => /^authorization: (.*)\r$/im.exec(head)?.[1];
      expect(first.heads().length).toBeGreaterThan(10);
      expect(first.heads().filter(authorization)).toEqual([]);
      const sent = second.heads().map(authorization);
      expect(new Set(sent)).toEqual(new Set([`Basic ${credentials}`]));
      const left = [said, ...filesIn(folder).values()].join('\n').replace(yaml, '');
      expect(left).not.toContain(credentials);
      expect(left).not.toContain('s3cret-of-basic');
    }),
  );
});

it('listen --forward replaces a field of the client of the same name, and shows the client its own', async () => {
  const { see, heads } = heardHeads();
  await withFront(see, async ({ baseUrl }) => {
    let called: Promise<unknown> | undefined;
    const folder = newFolder();
    const call = (url: string) =>
      fetch(`${url}/ecomm/postsms.asmx/ReportSmsWithPacketId`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-api-key': 'of-the-client' },
        body: 'ServiceTicket=T1cket-0001&PacketId=P1',
      });
    const args = ['listen', '--port', '0', '--calls', '1', '--no-allure', '--report-dir', folder];
    const forwarded = [...args, '--forward', baseUrl, '--reporter', 'har', ...flags];
    const { said } = await inProcess(forwarded, environment, {
      heard: (text) => {
        const url = /^listening on (\S+)/m.exec(text)?.[1];
        if (url) called ??= call(url);
      },
    });
    await called;
    expect(heads().map(withKey)).toEqual([1]);
    expect(heads()[0]).not.toContain('of-the-client');
    expect(said).toContain('with 1 header of your own');
    expect([said, ...filesIn(folder).values()].join('\n')).not.toContain(KEY);
  });
});

it('the embedded reference gets none, and where it is named a missing variable is no mistake', async () => {
  const folder = folderWith({ 'conformance.yaml': `headers: ["X-Api-Key=\${env:API_KEY}"]\n` });
  const config = { POSTSMS_CONFIG: join(folder, 'conformance.yaml') };
  const chosen = ['run', '--target', 'reference', '--case', '*/canonical', '--report-dir', newFolder()];
  const { code, said } = await inProcess([...chosen, '--no-html'], config);
  expect([code, said]).toEqual([0, expect.not.stringContaining('of your own')]);
});

it('config shows the name and where the value comes from', async () => {
  const { said } = await inProcess(['config', ...at('http://127.0.0.1:1'), ...flags], environment);
  expect(said).toMatch(/^headers +X-Api-Key=\*\*\* +--header$/m);
  expect(said).not.toContain(KEY);
});
