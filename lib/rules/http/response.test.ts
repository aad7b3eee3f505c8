import { describe, expect, it } from 'vitest';
import { judgeStep } from '../../judge/judge-step.ts';
import { bare, callOf, context, requestEvidence } from '../testing.ts';

function judgeFailure(code: string, message: string) {
  const evidence = requestEvidence(callOf('SendBulkSms', 'soap11'));
  const failure = { code, message, durationMs: 1 };
  return bare(judgeStep({ ...evidence, failure, reached: 'outcome' }, 0, 'must', context).findings);
}

describe('http/response', () => {
  it.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9'],
    ['UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error'],
  ])('is the one rule that speaks where no response came: %s', (code, message) => {
    expect(judgeFailure(code, message)).toEqual([
      {
        rule: 'http/response',
        level: 'must',
        path: 'connection',
        expected: 'an HTTP response',
        actual: `${code}: ${message}`,
      },
    ]);
  });

  it('says how much of a response had come', () => {
    const evidence = requestEvidence(callOf('SendBulkSms', 'soap11'));
    const head = { status: 200, reason: 'OK', headers: [] };
    const failure = { code: 'ECONNRESET', message: 'read', durationMs: 1, head, bodyLength: 7 };
    expect(
      bare(judgeStep({ ...evidence, failure, reached: 'outcome' }, 0, 'must', context).findings),
    ).toEqual([
      expect.objectContaining({
        actual: 'ECONNRESET: read (received: status 200 and 7 bytes of the body)',
      }),
    ]);
  });
});
