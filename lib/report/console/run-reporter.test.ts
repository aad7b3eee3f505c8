import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { progressOn } from './run-reporter.ts';

function stream(isTTY: boolean) {
  const through = new PassThrough();
  return {
    to: Object.assign(through, { isTTY }) as unknown as NodeJS.WriteStream,
    text: () => String(through.read() ?? ''),
  };
}

function run(isTTY: boolean): string {
  const { to, text } = stream(isTTY);
  const progress = progressOn(to);
  progress.start(3);
  progress.advance('passed');
  progress.advance('failed');
  progress.advance(undefined);
  progress.end();
  return text();
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
