import { describe, expect, it } from 'vitest';
import { judge, told } from '../testing.ts';

describe('http/end', () => {
  it('is broken by bytes behind the end of a response', () => {
    expect(told(judge({ wire: { behind: Buffer.from('\r\n') } }))).toEqual([
      `http/end should end of the response: expected no bytes after the response; actual "\\r\\n"`,
    ]);
  });
});
