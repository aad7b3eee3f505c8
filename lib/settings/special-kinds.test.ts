import { expect, it } from 'vitest';
import { parameterValues, valuesByName } from './special-kinds.ts';

const read = (...texts: readonly string[]) => parameterValues.read(texts, '.');

it('are texts by the names of their parameters', () => {
  expect(read('KeyID=a=b ', 'BeginTime=')).toEqual({ ok: true, value: ['KeyID=a=b ', 'BeginTime='] });
  expect(valuesByName(['KeyID=a=b ', ' BeginTime ='])).toEqual({ KeyID: 'a=b ', BeginTime: '' });
});

it.each([
  [['S3CRET'], 'needs NAME=TEXT', 0],
  [['KeyID=1', '=S3CRET'], 'needs NAME=TEXT', 1],
  [['ServiceTicket=S3CRET'], 'cannot hold a ticket', 0],
  [['service-ticket =S3CRET'], 'cannot hold a ticket', 0],
  [['KeyID=1', 'PostType=1', 'KeyID=S3CRET'], 'has two values for "KeyID"', 2],
  [['KeyID=S3CRET\u0000'], 'has U+0000 in "KeyID"', 0],
])('%j is refused, and no text is repeated', (texts, why, item) => {
  const refused = read(...texts);
  expect(refused).toMatchObject({ ok: false, why: expect.stringContaining(why), item });
  expect(JSON.stringify(refused)).not.toContain('S3CRET');
});
