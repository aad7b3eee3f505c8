import { expect, it } from 'vitest';
import { found, type Row } from '../testing.ts';

it.each<Row>([
  [
    'http/status-line is broken by a status line that is none',
    { wire: { oddStatusLine: 'HTTP/1.1 200' } },
    'http/status-line must status line: expected HTTP/1.1, space, status code, space, optional reason phrase; actual "HTTP/1.1 200"',
  ],
  [
    'http/end is broken by bytes behind the end of a response',
    { wire: { behind: Buffer.from('\r\n') } },
    String.raw`http/end should end of the response: expected no bytes after the response; actual "\r\n"`,
  ],
])('%s', (_, given, ...lines) => {
  expect(found(given)).toEqual(lines);
});
