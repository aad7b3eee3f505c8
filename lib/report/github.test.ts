import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../suites/self/folders.ts';
import {
  everyVerdict,
  findingOf,
  planned,
  recordOf,
  recordWith,
  resultsOf,
} from '../../suites/support/report.ts';
import { ownText } from '../secrets/mask.ts';
import { markdown } from './formats/markdown.ts';
import { annotations, command, writeStepSummary } from './github.ts';

const good = resultsOf((exchange) => recordWith('passed', exchange));

/** A run in which each exchange has a cause of its own. */
const failing = () =>
  resultsOf((exchange, index) => {
    const findings = [findingOf({ actual: 'I'.repeat(index + 1) })];
    return recordOf(exchange, { verdict: 'failed', findings });
  });

describe('annotations of GitHub Actions', () => {
  const linesOf = (...given: Parameters<typeof annotations>) =>
    annotations(...given)
      .trimEnd()
      .split('\n');

  it('are errors for what is red and warnings for the rest, what explains most first, each at its case', () => {
    const results = everyVerdict();
    const [first, second, ...others] = linesOf(results, process.cwd());
    expect(first).toBe(
      '::error title=suite%3A no judgement of the target::error: 1 exchange met a fault of the harness',
    );
    const failed = results.exchanges.find(({ verdict }) => verdict === 'failed');
    const { file, line } = failed?.source ?? {};
    expect(file).toMatch(/^cases\/.*\.yaml$/);
    expect(second).toContain(
      `::error file=${file},line=${line},title=FAILED ${failed?.id} and 1 more like it::the response must have the status code of the contract%0Ahttp/status  must%0A`,
    );
    expect(second).toContain('%0A  actual    500%0A');
    expect(others.map((one) => /^::(\w+) .*title=([A-Z ]+) /.exec(one)?.slice(1))).toEqual([
      ...['BLOCKED', 'NOT READ', 'FIXED', 'TRANSPORT ERROR', 'HARNESS ERROR'].map((one) => ['error', one]),
      ['warning', 'WARNED'],
    ]);
  });

  it('have no character that acts on a terminal, also in the name of a file', () => {
    const source = { file: ownText('a\x1B[2J\u202E,b:%\n.yaml'), line: 1, column: 1 };
    const results = failing();
    const exchanges = results.exchanges.map((one) => ({ ...one, source }));
    const [first] = linesOf({ ...results, exchanges }, process.cwd());
    expect(first).toContain('::error file=a\\u{1B}[2J\\u{202E}%2Cb%3A%25\\u{A}.yaml,line=1,');
    expect(command('error', ownText('a\x1B'), ownText('b\x1B\nc'))).toBe(
      '::error title=a\\u{1B}::b\\u{1B}%0Ac\n',
    );
  });

  it('are ten of a kind at most, of which the last counts the rest', () => {
    const all = linesOf(failing(), process.cwd());
    expect(all).toHaveLength(10);
    expect(all.at(-1)).toContain(` title=${planned.length - 9} more of this kind::`);
  });

  it('are none where all is well, and one at least where the run is not', () => {
    expect(annotations(good, '/')).toBe('');
    expect(annotations({ ...good, outcome: 'partial', exitCode: 5 }, '/')).toBe(
      '::error title=suite%3A no judgement of the target::partial: the run did not come to its end\n',
    );
  });
});

describe('the job summary', () => {
  const newFile = () => join(newFolder(), 'summary.md');

  it('is added to what others wrote', () => {
    const file = newFile();
    writeStepSummary(file, good);
    writeStepSummary(file, good);
    expect(readFileSync(file, 'utf8')).toBe(markdown(good).repeat(2));
  });

  it('leaves out the last findings where GitHub would show nothing of all of them', () => {
    const file = newFile();
    const whole = markdown(failing());
    const size = Buffer.byteLength(whole);
    writeFileSync(file, 'y'.repeat(1_048_576 - size));
    writeStepSummary(file, failing());
    expect(readFileSync(file, 'utf8')).toContain(whole);
    const note = /_There is no room here for (\d+) causes?: results\.json has them\._\n\n$/;
    const count = whole.split('### ').length - 1;
    for (const over of [1, size - 600, size]) {
      writeFileSync(file, 'y'.repeat(1_048_576 - size + over));
      writeStepSummary(file, failing());
      const text = readFileSync(file, 'utf8').replace(/^y+/, '');
      expect(Number(note.exec(text)?.[1])).toBe(count - (text.split('### ').length - 1));
      expect(whole.startsWith(text.replace(note, ''))).toBe(true);
      if (over === 1) expect(Buffer.byteLength(text)).toBeLessThan(size);
    }
  });

  it('that cannot be written is an error', () => {
    const file = newFile();
    mkdirSync(file);
    expect(() => writeStepSummary(file, good)).toThrow('EISDIR: illegal operation');
  });
});
