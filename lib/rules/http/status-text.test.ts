import { expect, it } from 'vitest';
import type { Reply } from '../../model/judging/reply.ts';
import { read } from '../testing.ts';
import { statusText } from './status.ts';

function shown(status: number, reason: string, reply: Reply): string {
  const { response, ...evidence } = read({});
  return statusText({ ...evidence, response: { ...response, status, reason }, reply });
}

it('a status without words stands alone', () => {
  expect(shown(404, '', { kind: 'unreadable', why: 'not XML' })).toBe('404');
  expect(shown(404, '', { kind: 'plain-error', text: 'No' })).toBe('404: No');
});

it('what an error says is cut where it grows long', () => {
  const text = 'x'.repeat(160);
  expect(shown(500, 'No', { kind: 'plain-error', text })).toBe(`500 No: ${text}`);
  expect(shown(500, 'No', { kind: 'plain-error', text: `${text}x` })).toBe(`500 No: ${text}…`);
});
