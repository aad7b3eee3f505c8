import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies } from '../testing.ts';

describe('http/end', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('http/end')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by bytes behind the end of a response', () => {
    expect(bare(judge({ wire: { behind: Buffer.from('\r\n') } }))).toEqual([
      {
        rule: 'http/end',
        level: 'should',
        path: 'end of the response',
        expected: 'no bytes after the response',
        actual: '"\\r\\n"',
      },
    ]);
  });
});
