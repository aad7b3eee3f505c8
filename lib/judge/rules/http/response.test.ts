import { describe, expect, it } from 'vitest';
import {
  callOf,
  context,
  fires,
  found,
  judge,
  requestEvidence,
  silent,
  tells,
  told,
} from '../../../../suites/support/judged.ts';
import type { Level } from '../../../model/contract.ts';
import type { TransportFailure } from '../../../model/judging/wire.ts';
import { judgeStep } from '../../judge-step.ts';

/** What is found where no whole response came to a bulk send over SOAP 1.1. */
function judgeFailure(failure: Omit<TransportFailure, 'durationMs'>, level: Level) {
  const call = requestEvidence(callOf('SendBulkSms', 'soap11'));
  const evidence = { ...call, failure: { ...failure, durationMs: 1 }, reached: 'outcome' } as const;
  return judgeStep(evidence, context, { step: 0, level }).findings;
}

describe('http/limits', () => {
  it.each(['RESPONSE_TOO_LARGE', 'UND_ERR_HEADERS_OVERFLOW'])(
    'is all that is told of a response that was given up: %s',
    (code) => {
      for (const level of ['must', 'should', 'gap'] as const) {
        const findings = judgeFailure({ code, message: 'it is too much' }, level);
        expect(told(findings)).toEqual([
          `http/limits ${level} response: expected a response within the limits of the suite; actual ${code}: it is too much`,
        ]);
        expect(findings[0]?.requirements).toEqual([]);
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
      expect(told(judgeFailure({ code: 'ECONNRESET', message: 'read', ...received }, level))).toEqual([
        `http/response must connection: expected an HTTP response; actual ECONNRESET: read${shown}`,
      ]);
    }
  });
});

tells('a status line that is none', { wire: { oddStatusLine: 'HTTP/1.1 200' } }, [
  'http/status-line must status line: expected HTTP/1.1, space, status code, space, optional reason phrase; actual "HTTP/1.1 200"',
]);
tells('bytes behind the end of a response', { wire: { behind: Buffer.from('\r\n') } }, [
  String.raw`http/end should end of the response: expected no bytes after the response; actual "\r\n"`,
]);

const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;

describe('http/no-challenge', () => {
  it.each([
    ['WWW-Authenticate', 'Basic realm="sms"', 'WWW-Authenticate'],
    ['proxy-authenticate', 'Negotiate', 'Proxy-Authenticate'],
  ])('is broken by a reply with %s', (name, value, shown) => {
    const given = { headers: [type, [name, value]] } as const;
    expect(found(given)).toEqual([
      `http/no-challenge must ${shown}: expected no ${shown} header; actual ${value}`,
    ]);
    expect(judge(given)[0]?.requirements).toEqual(['authentication.no-challenge']);
  });

  silent('other header fields', { headers: [type, ['Authentication-Info', 'a="b"'], ['Set-Cookie', 'a=b']] });
  fires('none in an error', { status: 401, headers: [['WWW-Authenticate', 'Basic']] }, [
    'http/status status line',
  ]);
});
