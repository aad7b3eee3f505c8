import { describe, expect, it } from 'vitest';
import { read, tells } from '../../../../suites/support/judged.ts';
import { valueText } from '../../../findings/value-text.ts';
import type { Reply } from '../../../model/judging/reply.ts';
import { statusText } from './response.ts';

const expects = 'http/status must status line: expected 200; actual';
const fault = '<e:Fault><faultcode>e:Server</faultcode><faultstring>No\n  more</faultstring></e:Fault>';

describe('http/status', () => {
  const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${fault}</e:Body></e:Envelope>`;
  tells('a SOAP fault with 500, and nothing else', { status: 500, headers: [], body }, [
    `${expects} 500 Internal Server Error, SOAP fault: e:Server No more`,
  ]);
  const long = `\n Missing\r\nparameter: ${'x'.repeat(300)}`;
  tells('a plain error, the beginning of it on one line', { binding: 'http-get', status: 500, body: long }, [
    `${expects} 500 Internal Server Error: Missing parameter: ${'x'.repeat(141)}…`,
  ]);
  tells('a correct body with another status of success', { status: 202 }, [`${expects} 202 OK`]);
  tells('an error with an empty body', { status: 400, headers: [], body: '' }, [
    `${expects} 400 OK, empty body`,
  ]);
  tells('a server that asks to slow down', { status: 429, headers: [], body: 'slow down' }, [
    `${expects} 429 OK: slow down (slower: true)`,
  ]);
  tells('one that says for how long', { status: 429, headers: [['Retry-After', '120']], body: 'slow down' }, [
    `${expects} 429 OK, Retry-After: 120: slow down (slower: true)`,
  ]);
  const date = 'Fri, 01 Jan 2027 00:00:00 GMT';
  tells('one that says until when', { status: 503, headers: [['retry-after', date]], body: 'slow down' }, [
    `${expects} 503 OK, Retry-After: ${date}: slow down (slower: true)`,
  ]);
});

it.each<[status: number, reason: string, Reply, shown: string]>([
  [404, '', { kind: 'unreadable', why: 'not XML' }, '404'],
  [404, '', { kind: 'plain-error', text: 'No' }, '404: No'],
  [500, 'No', { kind: 'plain-error', text: 'x'.repeat(160) }, `500 No: ${'x'.repeat(160)}`],
  [500, 'No', { kind: 'plain-error', text: 'x'.repeat(161) }, `500 No: ${'x'.repeat(160)}…`],
])(
  'a status, its reason and what the error says appear on one line: %i %s',
  (status, reason, reply, shown) => {
    const { response, ...evidence } = read({});
    const text = statusText({ ...evidence, response: { ...response, status, reason }, reply });
    expect(valueText(text)).toBe(shown);
  },
);
