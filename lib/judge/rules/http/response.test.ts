import { describe, expect, it } from 'vitest';
import {
  brokenRulesIn,
  findingsIn,
  findingsInRequest,
  judge,
  read,
} from '../../../../suites/support/judged.ts';
import { correctText } from '../../../../suites/support/samples.ts';
import { valueText } from '../../../findings/value-text.ts';
import type { Reply } from '../../../model/judging/reply.ts';
import { statusText } from './response.ts';

describe('http/limits', () => {
  it.each(['RESPONSE_TOO_LARGE', 'UND_ERR_HEADERS_OVERFLOW'])(
    'is all that is told of a response that was given up: %s',
    (code) => {
      for (const level of ['must', 'should', 'gap'] as const) {
        const reply = { failure: { code, message: 'it is too much' } };
        expect(findingsIn(reply, level)).toEqual([
          `http/limits ${level} response: expected a response within the limits of the suite; actual ${code}: it is too much`,
        ]);
        expect(judge(reply, level)[0]?.requirements).toEqual([]);
      }
    },
  );
});

describe('http/response', () => {
  const head = { status: 200, reason: 'OK', headers: [] };

  it.each([
    [{}, ''],
    [{ head, bodyLength: 7 }, ' (received: status 200 and 7 bytes of the body)'],
  ])('is the one rule that speaks where no whole response came, whatever the case: %j', (received, shown) => {
    for (const level of ['must', 'gap'] as const) {
      const failure = { code: 'ECONNRESET', message: 'read', ...received };
      expect(findingsIn({ failure }, level)).toEqual([
        `http/response must connection: expected an HTTP response; actual ECONNRESET: read${shown}`,
      ]);
    }
  });
});

it('tells of a status line that is none', () => {
  expect(findingsIn({ wire: { oddStatusLine: 'HTTP/1.1 200' } })).toEqual([
    'http/status-line must status line: expected HTTP/1.1, space, status code, space, optional reason phrase; actual "HTTP/1.1 200"',
  ]);
});
it('tells of bytes behind the end of a response', () => {
  expect(findingsIn({ wire: { behind: Buffer.from('\r\n') } })).toEqual([
    String.raw`http/end should end of the response: expected no bytes after the response; actual "\r\n"`,
  ]);
});
it('tells of a kept connection that ended under a request', () => {
  expect(findingsIn({ wire: { cut: { answered: 100, idleMs: 0.4 } } })).toEqual([
    'http/kept-connection should connection: expected an answer, or an end that was announced by "Connection: close" or by closing the idle connection; actual none to the request behind 100 requests',
  ]);
});

const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;

describe('http/no-challenge', () => {
  it.each([
    ['WWW-Authenticate', 'Basic realm="sms"', 'WWW-Authenticate'],
    ['proxy-authenticate', 'Negotiate', 'Proxy-Authenticate'],
  ])('is broken by a reply with %s', (name, value, shown) => {
    const given = { headers: [type, [name, value]] } as const;
    expect(findingsIn(given)).toEqual([
      `http/no-challenge must ${shown}: expected no ${shown} header; actual ${value}`,
    ]);
    expect(judge(given)[0]?.requirements).toEqual(['authentication.no-challenge']);
  });

  it('tells nothing of other header fields', () => {
    expect(findingsIn({ headers: [type, ['Authentication-Info', 'a="b"'], ['Set-Cookie', 'a=b']] })).toEqual(
      [],
    );
  });
  it('tells of none in an error', () => {
    expect(brokenRulesIn({ status: 401, headers: [['WWW-Authenticate', 'Basic']] })).toEqual([
      'http/status status line',
    ]);
  });
});

const expects = 'http/status must status line: expected 200; actual';
const fault = '<e:Fault><faultcode>e:Server</faultcode><faultstring>No\n  more</faultstring></e:Fault>';

describe('http/status', () => {
  const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${fault}</e:Body></e:Envelope>`;
  it('tells of a SOAP fault with 500, and nothing else', () => {
    expect(findingsIn({ status: 500, headers: [], body })).toEqual([
      `${expects} 500 Internal Server Error, SOAP fault: e:Server No more`,
    ]);
  });
  const long = `\n Missing\r\nparameter: ${'x'.repeat(300)}`;
  it('tells of a plain error, the beginning of it on one line', () => {
    expect(findingsIn({ binding: 'http-get', status: 500, body: long })).toEqual([
      `${expects} 500 Internal Server Error: Missing parameter: ${'x'.repeat(141)}…`,
    ]);
  });
  it('tells of a correct body with another status of success', () => {
    expect(findingsIn({ status: 202 })).toEqual([`${expects} 202 OK`]);
  });
  it('tells of an error with an empty body', () => {
    expect(findingsIn({ status: 400, headers: [], body: '' })).toEqual([`${expects} 400 OK, empty body`]);
  });
  const location = ['location', 'https://gateway.example/live?ServiceTicket=T'] as const;
  it('tells of a redirect and where to, without the query', () => {
    expect(findingsIn({ status: 301, headers: [location], body: '' })).toEqual([
      `${expects} 301 OK, Location: "https://gateway.example/live", empty body`,
    ]);
  });
  it('tells of no Location that is no redirect', () => {
    expect(findingsIn({ status: 500, headers: [location], body: '' })).toEqual([
      `${expects} 500 Internal Server Error, empty body`,
    ]);
  });
  it('tells of a server that asks to slow down', () => {
    expect(findingsIn({ status: 429, headers: [], body: 'slow down' })).toEqual([
      `${expects} 429 OK: slow down (slower: true)`,
    ]);
  });
  it('tells of one that says for how long', () => {
    expect(findingsIn({ status: 429, headers: [['Retry-After', '120']], body: 'slow down' })).toEqual([
      `${expects} 429 OK, Retry-After: 120: slow down (slower: true)`,
    ]);
  });
  const date = 'Fri, 01 Jan 2027 00:00:00 GMT';
  it('tells of one that says until when', () => {
    expect(findingsIn({ status: 503, headers: [['retry-after', date]], body: 'slow down' })).toEqual([
      `${expects} 503 OK, Retry-After: ${date}: slow down (slower: true)`,
    ]);
  });
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

const xml = ['Content-Type', 'text/xml; charset=utf-8'] as const;
const expectsType = (type: string) => `http/media-type must Content-Type: expected ${type}; actual`;

describe('http/media-type', () => {
  it('tells of application/xml', () => {
    expect(findingsIn({ headers: [['content-type', 'application/xml; charset=utf-8']] })).toEqual([
      `${expectsType('text/xml')} application/xml`,
    ]);
  });
  it('tells of a missing header, and no charset', () => {
    expect(findingsIn({ headers: [['X-Content-Type', 'text/xml; charset=utf-8']] })).toEqual([
      `${expectsType('text/xml')} no Content-Type header`,
    ]);
  });
  it('tells of a value that is no media type', () => {
    expect(findingsIn({ headers: [['Content-Type', 'xml']] })).toEqual([`${expectsType('text/xml')} "xml"`]);
  });
  it('tells of two headers that differ', () => {
    expect(findingsIn({ headers: [xml, ['content-type', 'text/plain']] })).toEqual([
      `${expectsType('text/xml')} 2 Content-Type headers: text/xml; charset=utf-8 and text/plain`,
    ]);
  });
  it('tells of the same header twice, at should', () => {
    expect(findingsIn({ headers: [xml, xml] })).toEqual([
      'http/media-type should Content-Type: expected one Content-Type header; actual 2 equal Content-Type headers (repeated: true)',
    ]);
  });

  it('tells of the media type of the other SOAP version', () => {
    expect(findingsIn({ binding: 'soap12', headers: [xml] })).toEqual([
      `${expectsType('application/soap+xml')} text/xml`,
    ]);
  });

  it('takes a value of a million blanks, and says how long it is', () => {
    // Work that grows with the square of their number would last beyond the limit of a test.
    const value = `text/xml;${' '.repeat(1_000_000)}x`;
    expect(findingsIn({ headers: [['Content-Type', value]] }).join()).toContain('no charset');
    expect(findingsInRequest({ headers: [['Content-Type', value]] }).join()).toContain(
      '… (1000010 characters)',
    );
  });

  it('breaks a requirement of its own by the same header twice', () => {
    expect(judge({ headers: [xml, xml] })[0]?.requirements).toEqual([
      'bindings.soap11.response-content-type-once',
    ]);
  });

  it.each([
    [
      'text/html',
      '<html><head><title>Sign in</title></head><body><br></body></html>',
      ', HTML page: Sign in',
    ],
    [
      'text/html',
      '<html xmlns="http://www.w3.org/1999/xhtml"><h1>Sign in</h1></html>',
      ', HTML page: Sign in',
    ],
    ['text/plain', 'Missing parameter: KeyID.', ', Missing parameter: KeyID.'],
    ['text/html', '<e><![CDATA[<html><title>No</title>]]></e>', ''],
    ['text/html', '<e>&</e>', ''],
  ])('says what a body of %s says where it is neither XML nor nearly: %s', (type, body, said) => {
    const lines = findingsIn({ binding: 'http-get', headers: [['Content-Type', type]], body });
    expect(lines).toContain(`${expectsType('text/xml')} ${type}${said}`);
  });

  it.each([
    ['text/plain', 'unknown Originator'],
    ['text/plain; charset=utf-8', ''],
    ['text/html; charset=iso-8859-9', '<html><h1>No</h1><br></html>'],
    ['text/html', '<!DOCTYPE html><html><h1>No</h1></html>'],
    ['application/json', '{"error": 1}'],
  ])('is all that is told of a refusal in %s: %s', (type, body) => {
    for (const level of ['must', 'should', 'gap'] as const) {
      const findings = judge({ headers: [['Content-Type', type]], body }, level);
      expect(findings.map((finding) => [finding.rule, finding.level])).toEqual([['http/media-type', level]]);
    }
  });

  it('leaves a packet result of another media type at must in a case of level should', () => {
    const headers = [['Content-Type', 'text/html; charset=utf-8']] as const;
    expect(findingsIn({ headers }, 'should')).toEqual([`${expectsType('text/xml')} text/html`]);
  });
});

const wrong = (actual: string) => [
  `http/charset must Content-Type: expected charset=utf-8; actual ${actual}`,
];

describe('http/charset', () => {
  it.each([
    ['text/xml', 'no charset'],
    ['text/xml; charset=', 'no charset'],
    ['text/xml; charset=utf8', 'charset=utf8'],
    ['text/xml; charset=utf-8; Charset="iso-8859-9"', 'charset=utf-8 and charset=iso-8859-9'],
    ['text/xml; charset=utf-8;charset=iso-8859-9', 'charset=utf-8 and charset=iso-8859-9'],
    ['text/xml; charset=utf-8;\t charset=iso-8859-9', 'charset=utf-8 and charset=iso-8859-9'],
  ])('is broken by %s', (value, actual) => {
    expect(findingsIn({ headers: [['Content-Type', value]] })).toEqual(wrong(actual));
  });

  it('is broken by another charset, even where the bytes keep it', () => {
    const text = correctText('SendBulkSms', 'soap11')
      .replace('encoding="utf-8"', 'encoding="iso-8859-9"')
      .replaceAll('ş', '&#351;')
      .replaceAll('İ', '&#304;');
    const headers = [['Content-Type', 'text/xml; charset=ISO-8859-9']] as const;
    expect(findingsIn({ headers, body: Buffer.from(text, 'latin1') })).toEqual(wrong('charset=ISO-8859-9'));
  });

  it.each([
    'text/xml; charset=utf-8; charset=UTF-8',
    'text/xml; charset=utf-8; charset="utf-8"',
    'text/xml; charset="ut\\f-8"',
    'text/xml; charset=utf-8 ; charset=utf-8',
    'text/xml; charset=utf-8; note="a; charset=iso-8859-9"',
  ])('keeps silent on %s', (value) => {
    expect(judge({ headers: [['Content-Type', value]] })).toEqual([]);
  });
});
