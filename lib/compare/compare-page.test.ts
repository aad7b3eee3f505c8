import { expect, it } from 'vitest';
import { ownText } from '../secrets/mask.ts';
import { marked, markedAt } from './compare-page.ts';

it.each([
  ['same', 'same', 'same', 'same'],
  [
    'HTTP/1.1 200 OK',
    'HTTP/1.1 201 Created',
    'HTTP/1.1 <mark>200 OK</mark>',
    'HTTP/1.1 <mark>201 Created</mark>',
  ],
  [
    '<a>12 Gönderildi</a>',
    '<a>1</a>',
    '&lt;a&gt;<mark>12 Gönderildi</mark>&lt;/a&gt;',
    '&lt;a&gt;<mark>1</mark>&lt;/a&gt;',
  ],
  [
    'Date: 7\nX: y\n\n<a/><b>1</b>',
    'Date: 8\nX: y\n\n<a/><b>2</b>',
    'Date: <mark>7</mark>\nX: y\n\n&lt;a/&gt;&lt;b&gt;<mark>1</mark>&lt;/b&gt;',
    'Date: <mark>8</mark>\nX: y\n\n&lt;a/&gt;&lt;b&gt;<mark>2</mark>&lt;/b&gt;',
  ],
  ['<a>1</a>', '<a>1</a><b/>', '&lt;a&gt;1&lt;/a&gt;', '&lt;a&gt;1&lt;/a&gt;<mark>&lt;b/&gt;</mark>'],
  ['', 'x\ny', '', '<mark>x\ny</mark>'],
])('marks in %j and %j what differs, in whole words', (old, now, ofOld, ofNow) => {
  expect(marked(ownText(old), ownText(now)).map(({ html }) => html)).toEqual([ofOld, ofNow]);
});

const reply = (status: string, date: number, ...keys: readonly string[]) =>
  `HTTP/1.1 ${status}\nDate: ${date}\nContent-Type: text/xml; charset=utf-8\n\n<EmPostSmsResult xmlns="urn:a">${keys.map((key) => `<D><KeyID>${key}</KeyID><Sent>${date}</Sent></D>`).join('')}</EmPostSmsResult>`;

const marksOf = (field: string, old: string, now: string) =>
  markedAt(ownText(field), ownText(old), ownText(now)).map(({ html }) =>
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
