import { expect, it } from 'vitest';
import { bindingIds } from '../../suites/support/reference.ts';
import { callOf } from '../../suites/support/samples.ts';
import type { Dialect } from '../model/client.ts';
import type { BindingId } from '../model/contract.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { encodeInDialect } from '../wire/bindings/dialect.ts';
import { bindings } from '../wire/bindings/index.ts';
import { dialectProperties, plainDialect } from './dialect-properties.ts';

const { clients, contract } = builtInDeclarations();

function plainOver(id: BindingId) {
  const binding = contract.bindings.find((known) => known.id === id);
  if (!binding) throw new Error(`no binding ${id}`);
  return plainDialect(binding);
}

function propertiesOf(id: string, binding: BindingId) {
  const dialect = clients.find((client) => client.id === id)?.dialects[binding];
  if (!dialect) throw new Error(`no dialect of ${id}`);
  return dialectProperties(dialect, plainOver(binding));
}

it.each(bindingIds)('the plain dialect over %s writes what a run writes elsewhere', (id) => {
  const call = callOf('SendBulkSms', id);
  const { path, body, headers } = encodeInDialect(call, plainOver(id));
  const usual = bindings[id].encode(call);
  expect(path).toBe(usual.path);
  const text = (bytes: Uint8Array | null) =>
    bytes ? Buffer.from(bytes).toString().replaceAll('+', '%20') : null;
  expect(text(body)).toBe(text(usual.body));
  expect(headers).toEqual(usual.headers.filter(([name]) => name !== 'User-Agent'));
});

it('names each property of an envelope and its head', () => {
  expect(propertiesOf('zeep', 'soap12').map(({ name }) => name)).toEqual([
    'User-Agent: Zeep/4.2.1 (www.python-zeep.org)',
    'Accept-Encoding: gzip, deflate, br',
    'Accept: */*',
    'Connection: keep-alive',
    'SOAPAction: "namespace/operation"',
    'action= in the Content-Type',
    'Content-Type: application/soap+xml; charset=utf-8; action="namespace/operation"',
    "the declaration <?xml version='1.0' encoding='utf-8'?>",
    'the prefix soap-env of the Envelope',
    'the prefix ns0 of the call',
    'the elements as in <soap-env:Envelope xmlns:soap-env="http://www.w3.org/2003/05/soap-envelope">…',
  ]);
});

it.each<[string, BindingId, readonly string[]]>([
  ['axis', 'soap11', ['HTTP/1.0', 'character references beyond ASCII', 'quotes written as references']],
  ['suds', 'soap11', ['a header field named Soapaction', 'an empty Header']],
  [
    'wcf',
    'soap12',
    ['Expect: 100-continue', 'a byte order mark', 'an empty parameter written as an empty-element tag'],
  ],
  ['gsoap-chunked', 'soap11', ['Transfer-Encoding: chunked']],
  ['soap-lite', 'soap12', ['encodingStyle on the Envelope', 'xsi:type on the parameters']],
  ['php-without-wsdl', 'soap11', ['SOAPAction: "namespace#operation"', 'parameters without a namespace']],
  ['php-forms', 'http-get', ['a list written GsmNumbers[0]=…']],
  ['web-service-proxy', 'http-post', ['%uXXXX escapes', "-_.' not escaped"]],
  ['curl', 'http-get', ['escapes with lower-case letters', 'a space written +']],
])('of %s over %s names what is special', (id, binding, names) => {
  expect(propertiesOf(id, binding).map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
});

it('gives each property to the plain dialect alone', () => {
  const properties = propertiesOf('php', 'soap12');
  const plain = plainOver('soap12');
  const [action] = properties.filter(({ name }) => name.startsWith('action='));
  expect(action?.dialect).toEqual({
    ...plain,
    head: expect.stringContaining('charset=utf-8; action="${namespace}/${operation}"'),
  });
  const [prefix] = properties.filter(({ name }) => name.startsWith('the prefix env'));
  expect(prefix?.dialect.body).toBe(
    plain.body?.replaceAll('soap:', 'env:').replace('xmlns:soap', 'xmlns:env'),
  );
  expect(prefix?.dialect.head).toBe(plain.head);
});

it('finds nothing in the plain dialect itself', () => {
  for (const id of bindingIds) expect(dialectProperties(plainOver(id), plainOver(id))).toEqual([]);
});

it.each<[string, BindingId, Partial<Dialect>, string | undefined]>([
  ['the usual characters and digits', 'http-get', { escapes: { keeps: '-_.', digits: 'upper' } }, undefined],
  ['escapes of envelopes', 'http-get', { escapes: { beyond: 'hexadecimal' } }, undefined],
  ['escapes of fields', 'soap11', { escapes: { beyond: 'percent-u' } }, undefined],
  [
    'a list in bytes that are not UTF-8',
    'http-get',
    { item: '${name}%E9=${value}' },
    'a list written GsmNumbers%E9=…',
  ],
  [
    'parameters with another attribute',
    'soap11',
    { parameter: '<${name} xmlns="">${value}</${name}>' },
    'the elements as in <name xmlns="">…',
  ],
  [
    'a prefix with a dot',
    'soap11',
    { body: plainOver('soap11').body?.replaceAll('soap:', 'a.b:').replace('xmlns:soap', 'xmlns:a.b') ?? '' },
    'the prefix a.b of the Envelope',
  ],
])('of %s tells what differs from the contract', (_, id, change, name) => {
  const plain = plainOver(id);
  expect(dialectProperties({ ...plain, ...change }, plain)[0]?.name).toBe(name);
});

it('writes an encodingStyle as it is, whatever characters it has', () => {
  const plain = plainOver('soap11');
  const style = ` soap:encodingStyle="a$'b"`;
  const body = plain.body?.replace('<soap:Envelope', () => `<soap:Envelope${style}`) ?? '';
  const properties = dialectProperties({ ...plain, body }, plain);
  const found = properties.find(({ name }) => name === 'encodingStyle on the Envelope');
  expect(found?.dialect.body).toContain(`envelope/"${style}><soap:Body>`);
});
