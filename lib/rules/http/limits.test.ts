import { describe, expect, it } from 'vitest';
import { judgeStep } from '../../judge/judge-step.ts';
import type { Level } from '../../model/contract.ts';
import { bare, callOf, context, onCorrectReplies, requestEvidence } from '../testing.ts';

function judgeFailure(code: string, level: Level = 'must') {
  const failure = { code, message: 'it is too much', durationMs: 1 };
  const evidence = {
    ...requestEvidence(callOf('SendBulkSms', 'soap11')),
    failure,
    reached: 'outcome',
  } as const;
  return judgeStep(evidence, 0, level, context).findings;
}

describe('http/limits', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('http/limits')).toEqual({ asked: 16, wrong: [] });
  });

  it.each(['RESPONSE_TOO_LARGE', 'UND_ERR_HEADERS_OVERFLOW', 'INTERIM_FLOOD'])(
    'is all that is told of a response that was given up: %s',
    (code) => {
      for (const level of ['must', 'should', 'gap'] as const) {
        expect(bare(judgeFailure(code, level))).toEqual([
          {
            rule: 'http/limits',
            level,
            path: 'response',
            expected: 'a response within the limits of the suite',
            actual: `${code}: it is too much`,
          },
        ]);
      }
      expect(judgeFailure(code)[0]?.requirements).toEqual([]);
    },
  );

  it('leaves every other failure to http/response', () => {
    expect(judgeFailure('ECONNRESET').map(({ rule }) => rule)).toEqual(['http/response']);
  });
});
