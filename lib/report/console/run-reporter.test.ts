import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { progressOn } from './run-reporter.ts';

function run(isTTY: boolean): string {
  const through = new PassThrough();
  const progress = progressOn(Object.assign(through, { isTTY }));
  progress.start(3);
  for (const verdict of ['passed', 'failed', undefined] as const) progress.advance(verdict);
  progress.end();
  return String(through.read() ?? '');
}

it('says nothing where there is no terminal', () => {
  expect(run(false)).toBe('');
});

it('says on a terminal how far it is, on one line that it takes away at the end', () => {
  const said = run(true);
  expect(stripVTControlCharacters(said)).toContain('0 of 3 exchanges');
  expect(stripVTControlCharacters(said)).toContain('1 of 3 exchanges');
  expect(said).not.toContain('\n');
  expect(said.endsWith('\r\u001B[K')).toBe(true);
});
