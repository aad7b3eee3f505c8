import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { wsdl } from '../../lib/reference/wsdl.ts';
import { fitsSchema } from '../../lib/yaml/schema.ts';
import { folderWith, inProcess, newFolder } from './command.ts';
import { builtInContract, namespace, withListener, withReference } from './endpoints.ts';

const bulk = '/liveb/postsms.asmx';
const asked = { POSTSMS_WSDL: 'true' };
const canonical = ['--namespace', namespace, '--case', 'SendBulkSms/canonical', '--no-probes'];

const compare = async (old: string, now: string, ...flags: readonly string[]) => {
  const folder = newFolder();
  const args = ['compare', old, now, '--report-dir', folder, ...canonical, ...flags];
  const { code, said } = await inProcess(args, asked);
  return { code, said, report: (name: string) => readFileSync(join(folder, name), 'utf8') };
};

/** Serves the reference, with another answer to the request for the WSDL. */
const withWsdl = <T>(
  answer: (text: string, server: Server) => string | null,
  use: (url: string) => Promise<T>,
) =>
  withReference([], ({ port }) => {
    const server = createServer((request, response) => {
      const address = `http://${request.headers.host}${bulk}`;
      const isWsdl = /\?wsdl$/i.test(request.url ?? '');
      const text = isWsdl ? answer(wsdl(builtInContract, bulk, { address, namespace }), server) : undefined;
      if (text === null) request.socket.destroy();
      else if (isWsdl) response.end(text);
      else {
        const socket = connect(port, '127.0.0.1', () => {
          const lines = Array.from({ length: request.rawHeaders.length / 2 }, (_, at) =>
            request.rawHeaders.slice(2 * at, 2 * at + 2).join(': '),
          );
          socket.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
          request.pipe(socket, { end: false });
          if (response.socket) socket.pipe(response.socket);
        });
      }
    });
    return withListener(server, (at) => use(`http://127.0.0.1:${at}`));
  });

const withTwo = <T>(edit: (text: string) => string, use: (old: string, now: string) => Promise<T>) =>
  withWsdl(
    (text) => text,
    (old) => withWsdl(edit, (now) => use(old, now)),
  );

it('tells in every report what a generated client would notice, of each side read once', async () => {
  const edit = (text: string) =>
    text
      .replace(/soapAction="[^"]*"/g, 'soapAction="urn:send"')
      .replace('service name="PostSms"', 'service name="Sms"')
      .replace('<wsdl:types>', '<wsdl:documentation>Sends.</wsdl:documentation>$&');
  const { code, said, report } = await withTwo(edit, compare);
  const changed = `WSDL SOAPAction  ${namespace}/<operation> -> urn:send  at SendBulkSms over soap11, soap12`;
  const broken = 'WSDL service  PostSms -> Sms at /liveb/postsms.asmx';
  expect([code, said]).toEqual([1, expect.stringContaining(`meaning       ${changed}\n`)]);
  expect(said).toMatch(/^would break {3}\S.*: WSDL service {2}PostSms -> Sms at \/liveb\/postsms\.asmx$/m);
  expect(said).toContain(
    'WSDL          1 difference that no client notices: documentation of /liveb/postsms.asmx\n',
  );
  expect(said).toContain('differs: 1 difference of meaning\n');
  const json = JSON.parse(report('compare.json'));
  expect(fitsSchema('compare', json)).toBe(true);
  expect(json).toMatchObject({
    differences: [
      { kind: 'meaning', field: 'WSDL SOAPAction', places: ['SendBulkSms'], bindings: ['soap11', 'soap12'] },
    ],
    wouldBreak: [{ because: broken, gates: false }],
    wsdl: { quiet: ['documentation of /liveb/postsms.asmx'], notes: [] },
  });
  expect(report('compare.html')).toContain('<b>WSDL SOAPAction</b>');
  expect(report('compare.html')).toContain(`<dd>${broken.replace('>', '&gt;')}</dd>`);
  expect(report('compare.md')).toContain('| meaning | `WSDL SOAPAction` |');
  expect(report('compare.xml')).toContain('<failure type="meaning" message="WSDL SOAPAction');
  expect(report('compare.xml')).toMatch(/<skipped message="[^"]*WSDL service/);
});

it('says nothing where neither side has a WSDL', async () => {
  const none = () => 'no WSDL';
  const { code, said } = await withWsdl(none, (old) => withWsdl(none, (now) => compare(old, now)));
  expect([code, said]).toEqual([0, expect.not.stringMatching(/WSDL/)]);
});

const text = wsdl(builtInContract, bulk, { address: `http://old.example${bulk}`, namespace });
const recorded = newFolder();
beforeAll(async () => {
  const run = [
    'run',
    '--target',
    'reference',
    '--no-allure',
    '--reporter',
    'har',
    '--report-dir',
    recorded,
    ...canonical,
  ];
  expect((await inProcess(run)).code).toBe(0);
}, 60_000);

/** Compares a recording with itself, and files in the place of the WSDLs that it does not have. */
const compareFiles = (old: string, now: string, ...flags: readonly string[]) => {
  const folder = folderWith({ 'old.wsdl': old, 'new.wsdl': now });
  const files = ['--wsdl-old', join(folder, 'old.wsdl'), '--wsdl-new', join(folder, 'new.wsdl')];
  return compare(recorded, recorded, ...files, ...flags);
};

it('lets files stand for sides, and says nothing of WSDLs that are the same', async () => {
  const moved = text.replaceAll('http://old.example/', 'https://new.example/gateway/');
  const same = await compareFiles(text, moved);
  expect([same.code, same.said]).toEqual([0, expect.not.stringMatching(/WSDL/)]);
  const other = await compareFiles(text, text.replace('name="string" nillable', 'name="item" nillable'));
  const told = 'WSDL element sent  string -> item  at SendBulkSms/GsmNumbers/string over soap11, soap12\n';
  expect([other.code, other.said]).toEqual([1, expect.stringContaining(told)]);
});

it('refuses a file that is no WSDL before anything is sent', async () => {
  const file = join(folderWith({ 'page.wsdl': '<html/>' }), 'page.wsdl');
  const { code, said } = await compare('http://127.0.0.1:9', 'http://127.0.0.1:9', '--wsdl-new', file);
  expect([code, said]).toEqual([2, expect.stringContaining('page.wsdl is no WSDL 1.1: its root is html')]);
});

it('compares a file with the WSDL of a target', async () => {
  const file = join(
    folderWith({ 'old.wsdl': text.replace('name="PacketID"', 'name="PacketKey"') }),
    'old.wsdl',
  );
  await withReference([], async ({ baseUrl }) => {
    const { code, said } = await compare(recorded, baseUrl, '--wsdl-old', file);
    expect([code, said]).toEqual([1, expect.stringContaining('WSDL element read  PacketKey -> absent  at ')]);
    expect(said).not.toContain('WSDL address');
  });
});

it('accepts a difference as any other, and with --strict gates what breaks only generated code', async () => {
  const edited = text
    .replace(/soapAction="[^"]*"/g, 'soapAction=""')
    .replace('service name="PostSms"', 'service name="Sms"');
  const file = join(newFolder(), 'accepted.yaml');
  const strict = await compareFiles(text, edited, '--strict', '--write-accepted', file);
  const why = 'differs: 1 difference of meaning, 1 group of clients would break';
  expect([strict.code, strict.said]).toEqual([1, expect.stringContaining(why)]);
  expect(strict.report('compare.xml')).toMatch(/<failure type="would-break" message="[^"]*WSDL service/);
  expect(readFileSync(file, 'utf8')).toMatch(/field: WSDL SOAPAction[\s\S]*field: WSDL service/);
  const again = await compareFiles(text, edited, '--strict', '--accepted', file);
  expect([again.code, again.said]).toEqual([
    0,
    expect.stringContaining('same but for 2 accepted differences'),
  ]);
});

it('keeps its reports small where every part of a WSDL differs', async () => {
  const elements = (prefix: string) =>
    Array.from({ length: 3_000 }, (_, at) => `<s:element name="${prefix}${at}" type="s:string" />`).join('');
  const grown = (prefix: string) =>
    text.replace('<s:element minOccurs="0" maxOccurs="1" name="EndTime"', `${elements(prefix)}$&`);
  const { code, said, report } = await compareFiles(grown('a'), grown('b'));
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /^left out {6}further values are one difference of each field: WSDL element sent$/m,
    ),
  ]);
  expect(report('compare.json').length).toBeLessThan(1_000_000);
});

it('tells that one side alone has a WSDL, and why', async () => {
  await withWsdl(
    (text) => text,
    (described) =>
      withWsdl(
        () => '<html/>',
        async (bare) => {
          const lost = await compare(described, bare);
          expect([lost.code, lost.said]).toEqual([
            0,
            expect.stringMatching(/^would break {3}.*zeep.*: WSDL description {2}described -> absent at/m),
          ]);
          expect(lost.said).toContain(`new ${bulk}?WSDL is no WSDL 1.1: its root is html\n`);
          const gained = await compare(bare, described);
          expect([gained.code, gained.said]).toEqual([
            0,
            expect.stringContaining(`old ${bulk}?WSDL is no WSDL 1.1`),
          ]);
          expect(gained.said).not.toContain('would break');
        },
      ),
  );
});

it('says that a target ended when it was asked for its WSDL, and calls neither side', async () => {
  const ends = (_: string, server: Server) => {
    server.close();
    return null;
  };
  await withReference([], ({ baseUrl }) =>
    withWsdl(ends, async (now) => {
      const { code, said } = await compare(baseUrl, now);
      expect([code, said]).toEqual([
        3,
        expect.stringContaining(`${now} ended when it was asked for its WSDL, so neither side was called: `),
      ]);
      expect(said).toContain('start it again and add --no-wsdl\n');
    }),
  );
});

it('compares the WSDLs that recordings have as replies to probes', async () => {
  const both = newFolder();
  const wanted = ['--case', 'SendBulkSms/{canonical,probe-description}/**', '--probes', '--reporter', 'har'];
  await withTwo(
    (text) => text.replace(/soapAction="[^"]*"/g, 'soapAction="x"'),
    async (old, now) => {
      for (const [name, url] of [
        ['old', old],
        ['now', now],
      ] as const) {
        const args = [
          'run',
          '--target',
          url,
          '--namespace',
          namespace,
          '--no-allure',
          '--report-dir',
          join(both, name),
        ];
        expect((await inProcess([...args, ...wanted])).code).toBe(0);
      }
    },
  );
  const { code, said } = await inProcess(
    ['compare', join(both, 'old'), join(both, 'now'), '--report-dir', newFolder()],
    asked,
  );
  expect([code, said]).toEqual([1, expect.stringContaining('differs: 1 difference of meaning\n')]);
  expect(said).toContain(
    `WSDL SOAPAction  ${namespace}/<operation> -> x  at SendBulkSms over soap11, soap12\n`,
  );
}, 30_000);
