import { describe, expect, it } from 'vitest';
import { judgeFailure, told } from '../testing.ts';

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
