import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { trafficClients } from '../../lib/run/chosen-clients.ts';
import { contract } from '../support/cases.ts';
import { folderWith, inProcess, newFolder, ran, resultsIn } from './command.ts';
import { at, withFront } from './endpoints.ts';

/** With an exchange of a gating level, without which a run judges nothing. */
const CASES = ['--case', 'clients/**', '--case', 'SendBulkSms/canonical/soap11'];

const captures = new URL('golden/clients/', import.meta.url);
const SECRETS = ['SECRET-TICKET', '905551112233', '905551112244', 'SECRETTEXT'];

/** Makes an entry of a HAR of a captured request, with secrets in the places of its values. */
function entryOf(file: string, edit: (text: string) => string = (text) => text) {
  const captured = readFileSync(new URL(file, captures)).toString();
  const text = edit(
    captured
      .replaceAll('conformance-ticket-1', 'SECRET-TICKET')
      .replaceAll('905001112201', '905551112233')
      .replaceAll('905001112202', '905551112244')
      .replaceAll('Merhaba', 'SECRETTEXT'),
  );
  const at = text.indexOf('\r\n\r\n');
  const [requestLine = '', ...fields] = text.slice(0, at).split('\r\n');
  const [method, path = ''] = requestLine.split(' ');
  const headers = fields
    .filter((field) => !field.startsWith('Content-Length'))
    .map((field) => ({
      name: field.slice(0, field.indexOf(':')),
      value: field.slice(field.indexOf(':') + 1).trim(),
    }));
  const body = text.slice(at + 4);
  return {
    startedDateTime: '2026-01-02T03:04:05Z',
    request: {
      ...{ method, url: `http://old.example${path}`, headers },
      ...(method === 'POST' && { postData: { mimeType: 'x', text: body } }),
    },
    response: { status: 200, headers: [], content: { size: 0, text: '' } },
  };
}

function harOf(entries: readonly unknown[]): string {
  const folder = folderWith({ 'traffic.har': JSON.stringify({ log: { version: '1.2', entries } }) });
  return join(folder, 'traffic.har');
}

/** Notes all that arrives, and refuses what holds a text. */
const noting = (arrived: string[], refused: string) => (socket: Socket, _: number, handOn: () => void) => {
  socket.once('data', (bytes) => {
    arrived.push(bytes.toString('latin1'));
    if (refused !== '' && bytes.includes(refused)) {
      socket.end(
        'HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nno',
      );
      return;
    }
    socket.unshift(bytes);
    handOn();
  });
};

const traffic = [
  'php.soap12.req',
  'php.soap12.req',
  'suds.soap11.req',
  'curl.http-get.req',
  'requests.http-post.req',
];

test('recorded traffic is made anew with safe values, and what is refused is named with its weight', async () => {
  const arrived: string[] = [];
  await withFront(noting(arrived, 'action='), async ({ baseUrl }) => {
    const har = harOf([...traffic.map((file) => entryOf(file)), entryOf('php-forms.http-get.req')]);
    const { said, code, folder } = await ran([...at(baseUrl), ...CASES, '--clients', har]);
    expect(code).toBe(0);
    expect(said).toMatch(/note +.*traffic\.har: 6 calls in [45] dialects/);
    expect(said).toMatch(
      /not PHP-SOAP\/8\.2\.36 \(2 calls\) over soap12: refused, 500 plain-error "no"; because of action= in the Content-Type/,
    );
    const refused = resultsIn(folder).exchanges.find(({ client }) => client?.state === 'refused');
    expect(refused?.source).toMatchObject({ file: har });
    const names = (resultsIn(folder).dialects ?? []).map(({ name, state }) => `${name} ${state}`);
    expect(names).toEqual(
      expect.arrayContaining(['curl/7.88.1 (1 call) served', 'PHP-SOAP/8.2.36 (2 calls) refused']),
    );
  });
  const all = arrived.join('\n');
  expect(all).toContain('PHP-SOAP/8.2.36');
  for (const secret of [...SECRETS, 'old.example']) expect(all).not.toContain(secret);
});

test('a hostile recording chooses no host, path, number, header field or further request', async () => {
  const hostile = [
    entryOf('php.soap11.req', (text) =>
      text.replace('User-Agent', 'Cookie: evil=1\r\nX-Evil: 1\r\nUser-Agent'),
    ),
    entryOf('php.soap11.req', (text) =>
      text.replace('<SOAP-ENV:Body>', '<SOAP-ENV:Header><Evil>x</Evil></SOAP-ENV:Header><SOAP-ENV:Body>'),
    ),
    entryOf('php.soap11.req', (text) =>
      text.replace('</SOAP-ENV:Envelope>', '</SOAP-ENV:Envelope>\r\nGET /evil HTTP/1.1\r\n\r\n'),
    ),
    entryOf('php.soap11.req', (text) =>
      text.replace('<ns1:BeginTime>', '<ns1:Evil>1</ns1:Evil><ns1:BeginTime>'),
    ),
    entryOf('curl.http-get.req', (text) => text.replace('EndTime=', 'EndTime=&Evil=1')),
    entryOf('curl.http-get.req', (text) => text.replace('/liveb/', '/evil/../liveb/')),
    entryOf('requests.http-post.req', (text) =>
      text.replace('Accept: ', 'Transfer-Encoding: chunked\r\nAccept: '),
    ),
  ];
  const injected = entryOf('curl.http-get.req');
  injected.request.headers.push(
    { name: 'Accept', value: 'a\r\nX-Evil: 1' },
    { name: 'X\r\nEvil', value: '1' },
  );
  const arrived: string[] = [];
  await withFront(noting(arrived, ''), async ({ baseUrl }) => {
    const har = harOf([...hostile, injected]);
    const { code, said } = await ran([...at(baseUrl), ...CASES, '--clients', har]);
    expect(code, said).toBe(0);
    expect(said).toMatch(/not made anew: /);
  });
  const all = arrived.join('\n');
  // Three dialects of sends, and the canonical one: no further request, and none of the other entries.
  expect(arrived.length).toBe(4);
  for (const secret of [...SECRETS, 'old.example']) expect(all).not.toContain(secret);
  expect(all).not.toMatch(/evil|Transfer-Encoding/i);
});

test('clients-of writes files that a run takes, show shows and nothing is overwritten by', async () => {
  const har = harOf(traffic.map((file) => entryOf(file)));
  const folder = newFolder();
  const written = await inProcess(['clients-of', har, '--dir', 'theirs'], {}, { folder });
  expect(written.said).toMatch(
    /^theirs\/traffic-[0-9a-f]{8}\.yaml {2}PHP-SOAP\/8\.2\.36 \(2 calls\)\ntheirs\/traffic-[0-9a-f]{8}\.yaml/m,
  );
  const [, id] = /(traffic-\w+)\.yaml {2}PHP/.exec(written.said) ?? [];
  expect(written.code).toBe(0);
  const files = readdirSync(join(folder, 'theirs')).map((name) =>
    readFileSync(join(folder, 'theirs', name), 'utf8'),
  );
  for (const secret of [...SECRETS, 'old.example']) expect(files.join()).not.toContain(secret);
  const again = await inProcess(['clients-of', har, '--dir', 'theirs'], {}, { folder });
  expect(again).toMatchObject({
    code: 2,
    said: expect.stringContaining(`theirs/${id}.yaml exists; nothing was written`),
  });
  const shown = await inProcess([
    'show',
    `clients/${id}/soap12/SendBulkSms`,
    '--clients',
    join(folder, 'theirs'),
  ]);
  expect(shown.said).toContain('User-Agent: PHP-SOAP/8.2.36');
  const { code, folder: reports } = await ran([...CASES, '--clients', join(folder, 'theirs')]);
  expect(code).toBe(0);
  expect((resultsIn(reports).dialects ?? []).map(({ state }) => state)).toEqual(Array(4).fill('served'));
});

test('the id of a recorded dialect stays where other calls are recorded before it', () => {
  const idsOf = (files: readonly string[]) => {
    const found = trafficClients(harOf(files.map((file) => entryOf(file))), contract);
    if (!found.ok) throw new Error(found.error);
    return new Map(found.value.clients.map(({ id, title }) => [title.replace(/ \(.*/, ''), id]));
  };
  const [ids, others] = [idsOf(traffic), idsOf(['suds.soap11.req', ...traffic.toReversed()])];
  expect(others).toEqual(ids);
  expect(new Set(ids.values()).size).toBe(4);
});

test.each([
  ['no HAR', { 'x.har': 'hello' }, 2, /x\.har is not a HAR 1\.2 log/],
  ['no call', { 'x.har': '{"log":{"entries":[]}}' }, 4, /no call can be made anew/],
])('clients-of says of %s what is wrong', async (_, files, code, message) => {
  const ended = await inProcess(['clients-of', 'x.har'], {}, { folder: folderWith(files) });
  expect(ended).toMatchObject({ code, said: expect.stringMatching(message) });
});
