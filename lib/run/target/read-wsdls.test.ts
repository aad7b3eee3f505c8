import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withListener } from '../../../suites/self/endpoints.ts';
import { folderWith } from '../../../suites/self/folders.ts';
import { contract } from '../../../suites/support/cases.ts';
import { wsdl } from '../../reference/wsdl.ts';
import { defaultSettings } from '../../settings/run-settings.ts';
import { readTargetWsdls, readWsdlFiles } from './read-wsdls.ts';

const [bulk, single] = ['/liveb/postsms.asmx', '/live/postsms.asmx'] as const;
const text = wsdl(contract, bulk, { address: `http://127.0.0.1${bulk}`, namespace: 'urn:n' });
const importing = (...locations: readonly string[]) => {
  const imports = locations.map((location) => `<wsdl:import namespace="urn:n" location="${location}" />`);
  return text.replace('<wsdl:types>', `${imports.join('')}$&`);
};

/** Serves documents by their paths, and returns what is read of the bulk path base, and what was requested. */
const readFrom = async (documents: Readonly<Record<string, string | number>>) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const document = documents[request.url ?? ''] ?? 404;
    response.statusCode = typeof document === 'number' ? document : 200;
    response.end(typeof document === 'number' ? '' : document);
  });
  const read = await withListener(server, (port) =>
    readTargetWsdls(`http://127.0.0.1:${port}`, defaultSettings, [bulk]),
  );
  return { asked, described: read.described.get(bulk), notes: read.notes };
};
const START = `${bulk}?WSDL`;

describe('the WSDL of a target', () => {
  it('is read with what it imports from the same host, each document once', async () => {
    const [head = '', tail = ''] = text.split('<wsdl:types>');
    const [types = '', rest = ''] = tail.split('</wsdl:types>');
    const schema = types.replace(/<s:schema /, `$&${(head.match(/xmlns:\w+="[^"]*"/g) ?? []).join(' ')} `);
    const { asked, described, notes } = await readFrom({
      [START]: `${head}<wsdl:types><s:schema><s:import namespace="urn:n" schemaLocation="types.xsd?a=1&amp;b=2" /></s:schema></wsdl:types>${rest}`,
      '/liveb/types.xsd?a=1&b=2': schema.replace(
        '<s:element',
        '<s:include schemaLocation="types.xsd?a=1&amp;b=2" />$&',
      ),
    });
    expect(asked).toEqual([START, '/liveb/types.xsd?a=1&b=2']);
    expect(notes).toEqual([]);
    const operation = described?.inside?.get('soap11')?.inside?.get('SendBulkSms');
    expect(operation?.inside?.get('sent ')?.inside?.get('GsmNumbers')?.values).toMatchObject({
      namespace: 'urn:n',
      type: 'list',
      'array type': 'ArrayOfString',
    });
  });

  it.each([
    ['a file', 'file:///etc/passwd', 'which is not on its host and was not read'],
    ['another host', 'http://127.0.0.2/a.wsdl', 'which is not on its host and was not read'],
    ['another port of its host', 'http://127.0.0.1:9/a.wsdl', 'which is not on its host and was not read'],
    ['an address that is none', 'http://[', 'which is not on its host and was not read'],
  ])('imports nothing of %s', async (_, location, told) => {
    const { asked, described, notes } = await readFrom({ [START]: importing(location) });
    expect([asked, notes]).toEqual([[START], [`${bulk} imports ${location}, ${told}`]]);
    expect(described?.inside?.size).toBe(4);
  });

  it('ends where documents import each other', async () => {
    const { asked, notes } = await readFrom({
      [START]: importing('/b'),
      '/b': importing('/c', '/b'),
      '/c': importing('/b'),
    });
    expect([asked, notes]).toEqual([[START, '/b', '/c'], []]);
  });

  it('is read up to 20 documents', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `/${index + 1}`);
    const documents = Object.fromEntries(names.map((name) => [name, text]));
    const { asked, notes } = await readFrom({ ...documents, [START]: importing(...names) });
    expect(asked).toHaveLength(20);
    expect(notes).toEqual([`${bulk} imports /20, which was not read: it is one of more than 20`]);
  });

  it.each([
    ['a page', '<html><body>Service</body></html>', 'is no WSDL 1.1: its root is html'],
    ['no XML', 'no', 'is no XML: text data outside of root node'],
    [
      'a document type declaration',
      `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${text.replace(/^.*\n/, '')}`,
      'has a document type declaration, which is never read',
    ],
    [
      'entities',
      '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>',
      'has a document type declaration, which is never read',
    ],
    [
      'many megabytes',
      `${text}${' '.repeat(3_000_000)}`,
      'cannot be read: the response announces a body of 3007572 bytes; at most 1000000 bytes are read',
    ],
    [
      'elements that are nested too deep',
      `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`,
      'is no XML: elements are nested more than 250 deep',
    ],
    ['a status', 500, 'is answered with status 500'],
  ])('is none where the target answers with %s', async (_, answer, told) => {
    const { described, notes } = await readFrom({ [START]: answer });
    expect([described, notes]).toEqual([undefined, [expect.stringContaining(`${START} ${told}`)]]);
  });

  it.each([
    ['type of itself', '<s:element name="Again" type="tns:ArrayOfString" />', ''],
    [
      'types within types that are more than a billion elements',
      '<s:element name="a" type="tns:T0" />',
      Array.from({ length: 30 }, (_, level) => {
        const elements = Array.from(
          { length: 10 },
          (__, at) => `<s:element name="e${at}" type="tns:T${level + 1}" />`,
        );
        return `<s:complexType name="T${level}"><s:sequence>${elements.join('')}</s:sequence></s:complexType>`;
      }).join(''),
    ],
    [
      'type that extends itself twice',
      '<s:element name="a" type="tns:T" />',
      '<s:complexType name="T"><s:complexContent><s:extension base="tns:T" /><s:extension base="tns:T" /></s:complexContent></s:complexType>',
    ],
  ])('with a %s is described all the same', async (_, element, types) => {
    const changed = text
      .replace(/(name="ArrayOfString">\s*<s:sequence>)/, `$1${element}`)
      .replace('<s:complexType name="ArrayOfString">', `${types}$&`);
    expect(changed).not.toBe(text);
    const { described } = await readFrom({ [START]: changed });
    expect(described?.inside?.size).toBe(4);
  });

  it('that ends the target is told so', async () => {
    const server = createServer((request) => {
      server.close();
      request.socket.destroy();
    });
    const read = await withListener(server, (port) =>
      readTargetWsdls(`http://127.0.0.1:${port}`, defaultSettings, [bulk]),
    );
    expect(read.notes).toEqual([
      expect.stringContaining(`${START} ended the target that was asked for it: `),
    ]);
  });

  it('is requested with the header fields of the target', async () => {
    const keys: unknown[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers['x-key']);
      response.end(text);
    });
    const settings = { ...defaultSettings, headers: [['X-Key', 'k']] as const };
    await withListener(server, (port) =>
      readTargetWsdls(`http://127.0.0.1:${port}`, settings, [bulk, single]),
    );
    expect(keys).toEqual(['k', 'k']);
  });
});

it('the WSDLs of a target are read at its rate, and not for long', async () => {
  const times: number[] = [];
  const server = createServer((_, response) => {
    times.push(performance.now());
    response.end(text);
  });
  const settings = { ...defaultSettings, rate: 1 };
  const read = (seconds: number) =>
    withListener(server, (port) =>
      readTargetWsdls(`http://127.0.0.1:${port}`, settings, [bulk, single, '/ecomm/postsms.asmx'], seconds),
    );
  const { notes } = await read(1.5);
  const [first = 0, second = 0] = times;
  expect([times.length, second - first > 900]).toEqual([2, true]);
  expect(notes).toEqual(['/ecomm/postsms.asmx?WSDL was not read within 1.5 s']);
});

describe('WSDLs in files', () => {
  const inFiles = (files: Readonly<Record<string, string>>) => {
    const folder = folderWith(files);
    const paths = Object.keys(files).map((name) => join(folder, name));
    const read = readWsdlFiles([paths, []], contract);
    return 'message' in read ? { ...read, message: read.message.replaceAll(folder, '') } : read;
  };

  it('are of the path base of their address, or else of their operations', () => {
    const moved = text.replaceAll(`127.0.0.1${bulk}`, 'gateway.example/sms.php');
    for (const written of [text, moved]) {
      const read = inFiles({ 'a.wsdl': written });
      expect('message' in read ? read.message : [...(read[0]?.described.keys() ?? [])]).toEqual([bulk]);
      expect('message' in read ? read.message : read[1]).toBeNull();
    }
  });

  it('import nothing', () => {
    const read = inFiles({ 'a.wsdl': importing('/etc/passwd') });
    expect('message' in read ? read : read[0]?.notes).toEqual([
      expect.stringMatching(/a\.wsdl imports \/etc\/passwd, which was not read$/),
    ]);
  });

  it.each([
    [{ 'a.wsdl': '<html/>' }, /a\.wsdl is no WSDL 1\.1: its root is html$/],
    [{ 'a.wsdl': ' '.repeat(1_000_001) }, /a\.wsdl has more than 1000000 bytes$/],
    [
      { 'a.wsdl': text, 'b.wsdl': text },
      /b\.wsdl is a second WSDL of \/liveb\/postsms\.asmx; give one file for each/,
    ],
    [
      { 'a.wsdl': text.replaceAll('SendBulkSms', 'Ping').replaceAll(bulk, '/') },
      /a\.wsdl has no operation and no path base of the contract$/,
    ],
  ])('are refused where they cannot be used: %#', (files, told) => {
    expect(inFiles(files as Record<string, string>)).toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(told),
    });
  });

  it('that are missing are refused', () => {
    const read = readWsdlFiles([['/nowhere/a.wsdl']], contract);
    expect(read).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('/nowhere/a.wsdl cannot be read: ENOENT'),
    });
  });
});
