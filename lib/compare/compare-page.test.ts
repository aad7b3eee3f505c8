import { expect, it } from 'vitest';
import { markedAt } from './compare-page.ts';

const reply = (status: string, date: number, ...keys: readonly string[]) =>
  `HTTP/1.1 ${status}\nDate: ${date}\nContent-Type: text/xml; charset=utf-8\n\n<EmPostSmsResult xmlns="urn:a">${keys.map((key) => `<D><KeyID>${key}</KeyID><Sent>${date}</Sent></D>`).join('')}</EmPostSmsResult>`;

const marksOf = (field: string, old: string, now: string) =>
  markedAt(field, old, now).map(({ html }) =>
    [...html.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text]) => text),
  );

it.each([
  ['status', reply('200 OK', 1, 'a'), reply('201 Created', 2, 'a'), [['200 OK'], ['201 Created']]],
  ['KeyID', reply('200 OK', 1, 'a', 'b'), reply('200 OK', 2, 'a', 'B'), [['b'], ['B']]],
  ['header Date', reply('200 OK', 1), reply('200 OK', 2), [['1'], ['2']]],
  ['charset', reply('200 OK', 1), reply('200 OK', 2).replace('utf-8', 'utf-16'), [['8'], ['16']]],
  ['KeyID', reply('200 OK', 1, 'a'), reply('200 OK', 2), [['&lt;KeyID&gt;a&lt;/KeyID&gt;'], []]],
  // What has no place of its own is marked in the body, and never in the headers.
  ['empty elements', reply('200 OK', 1), reply('200 OK', 2).replace('urn:a', 'urn:b'), [['a'], ['b']]],
])('marks in both replies what the difference is about alone: %s', (field, old, now, marks) => {
  expect(marksOf(field, old, now)).toEqual(marks);
});
