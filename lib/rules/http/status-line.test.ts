import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies } from '../testing.ts';

describe('http/status-line', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('http/status-line')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by a status line that is none', () => {
    expect(bare(judge({ wire: { oddStatusLine: 'HTTP/1.1 200' } }))).toEqual([
      {
        rule: 'http/status-line',
        level: 'must',
        path: 'status line',
        expected: 'HTTP/1.1, space, status code, space, optional reason phrase',
        actual: '"HTTP/1.1 200"',
      },
    ]);
  });
});
