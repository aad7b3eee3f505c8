import { expect, it } from 'vitest';
import { marked } from './marked.ts';

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
    'Date: <mark>7</mark><br>X: y<br><br>&lt;a/&gt;&lt;b&gt;<mark>1</mark>&lt;/b&gt;',
    'Date: <mark>8</mark><br>X: y<br><br>&lt;a/&gt;&lt;b&gt;<mark>2</mark>&lt;/b&gt;',
  ],
  [
    'X: y\nZ: z\n\n<a>1</a>',
    'X: y\n\n<a>2</a>',
    'X: y<mark><br>Z: z</mark><br><br>&lt;a&gt;<mark>1</mark>&lt;/a&gt;',
    'X: y<br><br>&lt;a&gt;<mark>2</mark>&lt;/a&gt;',
  ],
  ['<a>1</a>', '<a>1</a><b/>', '&lt;a&gt;1&lt;/a&gt;', '&lt;a&gt;1&lt;/a&gt;<mark>&lt;b/&gt;</mark>'],
  ['', 'x\ny', '', '<mark>x<br>y</mark>'],
])('marks in %j and %j what differs, in whole words', (old, now, ofOld, ofNow) => {
  expect(marked(old, now).map(({ html }) => html)).toEqual([ofOld, ofNow]);
});
