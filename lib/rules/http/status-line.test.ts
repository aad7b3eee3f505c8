import { describe, expect, it } from 'vitest';
import { judge, told } from '../testing.ts';

describe('http/status-line', () => {
  it('is broken by a status line that is none', () => {
    expect(told(judge({ wire: { oddStatusLine: 'HTTP/1.1 200' } }))).toEqual([
      `http/status-line must status line: expected HTTP/1.1, space, status code, space, optional reason phrase; actual "HTTP/1.1 200"`,
    ]);
  });
});
