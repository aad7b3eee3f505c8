import { expect, it } from 'vitest';
import { listed, messageOf, nameOf, numberOf, quoted, words } from '../../text/finding-value.ts';

it('words keep their values as data, and leave out what is empty', () => {
  const name = nameOf({ uri: 'urn:x', local: 'a' });
  expect(words`one ${name}`).toEqual(['one ', { kind: 'name', uri: 'urn:x', local: 'a' }]);
  expect(words`${''}${[quoted(''), 'b']} c`).toEqual([{ kind: 'text', text: '' }, 'b', ' c']);
});

it('a list has separators between its values, and says that it has none', () => {
  expect(listed([['a', 'b'], 'c'])).toEqual(['a', 'b', ', ', 'c']);
  expect(listed(['a', 'b'], ' and ')).toEqual(['a', ' and ', 'b']);
  expect([listed([]), listed([], ' and ', 'nothing')]).toEqual(['none', 'nothing']);
});

it('a count may say of what, and a message who says it', () => {
  expect(numberOf(2)).toStrictEqual({ kind: 'count', count: 2 });
  expect(numberOf(1, 'step')).toStrictEqual({ kind: 'count', count: 1, of: 'step' });
  expect(messageOf('a')).toStrictEqual({ kind: 'message', text: 'a' });
  expect(messageOf('a', 'SOAP fault')).toStrictEqual({ kind: 'message', text: 'a', by: 'SOAP fault' });
});
