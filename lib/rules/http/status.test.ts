import { describe, expect, it } from 'vitest';
import type { Reply } from '../../model/judging/reply.ts';
import { judge, read, told } from '../testing.ts';
import { statusText } from './status.ts';

describe('http/status', () => {
  it('shows a SOAP fault that comes with 500, and nothing else is asked then', () => {
    expect(
      told(
        judge({
          status: 500,
          headers: [],
          body: '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault><faultcode>e:Server</faultcode><faultstring>No\n  more</faultstring></e:Fault></e:Body></e:Envelope>',
        }),
      ),
    ).toEqual([
      `http/status must status line: expected 200; actual 500 Internal Server Error, SOAP fault: e:Server No more`,
    ]);
  });

  it('shows the beginning of a plain error on one line', () => {
    expect(
      told(
        judge({
          binding: 'http-get',
          status: 500,
          headers: [['Content-Type', 'text/plain']],
          body: `\n Missing\r\nparameter: ${'x'.repeat(300)}`,
        }),
      ),
    ).toEqual([
      `http/status must status line: expected 200; actual 500 Internal Server Error: Missing parameter: ${'x'.repeat(141)}…`,
    ]);
  });

  it('is broken by a correct body with another status of success', () => {
    expect(told(judge({ status: 202 }))).toEqual([
      `http/status must status line: expected 200; actual 202 OK`,
    ]);
  });

  it('says so when the body of an error is empty', () => {
    expect(told(judge({ status: 400, headers: [], body: '' }))).toEqual([
      `http/status must status line: expected 200; actual 400 OK, empty body`,
    ]);
  });

  it.each([
    [429, [['Retry-After', '120']] as const, '429 OK, Retry-After: 120: slow down'],
    [429, [], '429 OK: slow down'],
    [
      503,
      [['retry-after', 'Fri, 01 Jan 2027 00:00:00 GMT']] as const,
      '503 OK, Retry-After: Fri, 01 Jan 2027 00:00:00 GMT: slow down',
    ],
  ])('is broken by a server that asks to slow down, as what it is: %i', (status, headers, actual) => {
    const given = judge({ status, headers: [...headers], body: 'slow down' });
    expect(told(given)).toEqual([
      `http/status must status line: expected 200; actual ${actual} (slower: true)`,
    ]);
  });
});

function shown(status: number, reason: string, reply: Reply): string {
  const { response, ...evidence } = read({});
  return statusText({ ...evidence, response: { ...response, status, reason }, reply });
}

it('a status without words stands alone', () => {
  expect(shown(404, '', { kind: 'unreadable', why: 'not XML' })).toBe('404');
  expect(shown(404, '', { kind: 'plain-error', text: 'No' })).toBe('404: No');
});

it('what an error says is cut where it grows long', () => {
  const text = 'x'.repeat(160);
  expect(shown(500, 'No', { kind: 'plain-error', text })).toBe(`500 No: ${text}`);
  expect(shown(500, 'No', { kind: 'plain-error', text: `${text}x` })).toBe(`500 No: ${text}…`);
});
