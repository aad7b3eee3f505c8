import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readRequest } from './read-request.ts';

const request = { method: 'POST', path: '/a?q=1', headers: [], body: null } as const;
const nothing = { fields: [], root: null };
const fields = (...all: readonly (readonly [string, string])[]) => ({ fields: all, root: null });

it.each([
  [
    'the fields of a query in wire order, repeated ones too',
    { ...request, method: 'GET', path: '/a?b=1%2B+2&c=&b=%C5%9F' },
    fields(['b', '1+ 2'], ['c', ''], ['b', 'ş']),
  ],
  [
    'the fields of a form, not those of the query',
    { ...request, body: Buffer.from('x=1+2&x=%E2%82%AC') },
    fields(['x', '1 2'], ['x', '€']),
  ],
  ['nothing where there is no body', request, nothing],
  ['nothing where there is no query', { ...request, method: 'GET', path: '/a' }, nothing],
] as const)('readRequest reads over GET and POST %s', (_, given, reading) => {
  expect(readRequest(given, false)).toEqual(reading);
});

it('readRequest reads over SOAP the root of an envelope, and none where there is none', () => {
  const root = { uri: 'urn:e', local: 'e', children: ['ş'] };
  const body = Buffer.from('<e xmlns="urn:e">ş</e>');
  expect(readRequest({ ...request, body }, true)).toMatchObject({ fields: [], root });
  expect(readRequest({ ...request, body: Buffer.from('<e>') }, true)).toEqual({
    ...nothing,
    fault: 'unclosed tag: e (line 1, column 3)',
  });
  expect(readRequest(request, true)).toMatchObject(nothing);
});

it.each(['ISO-8859-9', '"iso-8859-9"'])(
  'readRequest reads an envelope in the charset %s that its header names',
  (charset) => {
    const headers = [['content-TYPE', `text/xml ; charset = ${charset}; a=b`]] as const;
    const body = Uint8Array.of(...Buffer.from('<e>'), 0xfe, ...Buffer.from('</e>'));
    expect(readRequest({ ...request, headers, body }, true).root?.children).toEqual(['ş']);
    expect(readRequest({ ...request, body }, true).root?.children).toEqual(['\uFFFD']);
  },
);

it('decodes no more than any request of the contract has, for a port that strangers reach', () => {
  const sized = (length: number) => {
    const headers = [['Content-Encoding', 'gzip']] as const;
    const body = gzipSync(`Message=${'a'.repeat(length)}`);
    return readRequest({ method: 'POST', path: '/', headers, body }, false).fields.map(([name]) => name);
  };
  expect(sized(3_000_000)).toEqual(['Message']);
  expect(sized(5_000_000)).not.toContain('Message');
});
