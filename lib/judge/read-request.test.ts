import { describe, expect, it } from 'vitest';
import { readRequest } from './read-request.ts';

const post = { method: 'POST', path: '/a', headers: [] } as const;

describe('readRequest', () => {
  it('reads the fields of a query in wire order, repeated ones too', () => {
    const request = { method: 'GET', path: '/a?b=1%2B+2&c=&b=%C5%9F', headers: [], body: null } as const;
    expect(readRequest(request, false)).toEqual({
      fields: [
        ['b', '1+ 2'],
        ['c', ''],
        ['b', 'ş'],
      ],
      root: null,
    });
  });

  it('reads the fields of a form, not those of the query', () => {
    const body = Buffer.from('x=1+2&x=%E2%82%AC');
    const { fields } = readRequest({ ...post, path: '/a?q=1', body }, false);
    expect(fields).toEqual([
      ['x', '1 2'],
      ['x', '€'],
    ]);
  });

  it('reads the root of an envelope', () => {
    const { root, fields } = readRequest({ ...post, body: Buffer.from('<e xmlns="urn:e">ş</e>') }, true);
    expect(fields).toEqual([]);
    expect(root).toMatchObject({ uri: 'urn:e', local: 'e', children: ['ş'] });
  });

  it('gives no root and no fields where there is nothing to read', () => {
    const nothing = { fields: [], root: null };
    expect(readRequest({ ...post, body: Buffer.from('<e>') }, true)).toEqual(nothing);
    expect(readRequest({ ...post, body: null }, true)).toEqual(nothing);
    expect(readRequest({ ...post, body: null }, false)).toEqual(nothing);
    expect(readRequest({ method: 'GET', path: '/a', headers: [], body: null }, false)).toEqual(nothing);
  });
});
