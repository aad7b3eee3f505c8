import { describe, expect, it } from 'vitest';
import { judgeStep } from '../../judge/judge-step.ts';
import type { Level } from '../../model/contract.ts';
import { callOf, context, requestEvidence, told } from '../testing.ts';

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
  it.each(['RESPONSE_TOO_LARGE', 'UND_ERR_HEADERS_OVERFLOW', 'INTERIM_FLOOD'])(
    'is all that is told of a response that was given up: %s',
    (code) => {
      for (const level of ['must', 'should', 'gap'] as const) {
        expect(told(judgeFailure(code, level))).toEqual([
          `http/limits ${level} response: expected a response within the limits of the suite; actual ${code}: it is too much`,
        ]);
      }
      expect(judgeFailure(code)[0]?.requirements).toEqual([]);
    },
  );

  it('leaves every other failure to http/response', () => {
    expect(judgeFailure('ECONNRESET').map(({ rule }) => rule)).toEqual(['http/response']);
  });
});
