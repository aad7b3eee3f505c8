import { describe, expect, it } from 'vitest';
import { findingOf, recordOf } from '../testing.ts';
import { markdown } from './markdown.ts';
import {
  everyVerdict,
  hostileResults,
  knownResults,
  listedOf,
  planned,
  recordWith,
  resultsOf,
  UNPRINTABLE,
} from './testing.ts';

/** What is left of a Markdown text without its code, in which nothing means anything. */
function withoutCode(text: string): string {
  const blocks = text.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '');
  return blocks.replace(/(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g, '');
}

describe('summary.md', () => {
  it('says how the run ended, then what there is to tell of it, then the findings, the gravest first', () => {
    const text = markdown(everyVerdict());
    const [head, ...headings] = text.split('\n').filter((line) => line.startsWith('#'));
    expect(head).toBe('## ❌ suite: error, with 1 known failure (gate must)');
    const labels = headings.map((line) => /^### ([A-Z ]+) `/.exec(line)?.[1]);
    expect([...new Set(labels)].join(', ')).toBe(
      'FAILED, FIXED, BLOCKED, NOT READ, TRANSPORT ERROR, HARNESS ERROR, WARNED',
    );
    expect(text).toContain('  expected  one {urn:x}PacketID');
    expect(text).toContain('repeat    curl x');
    expect(text.indexOf(`exchanges     ${planned.length} planned: `)).toBeLessThan(
      text.indexOf('### FAILED'),
    );
    expect(text).toMatch(/outcome {7}error; .*: \d+ exchanges? met a fault of the harness/);
  });

  it('is never green where the run is partial or an error', () => {
    const good = resultsOf((exchange) => recordWith('passed', exchange));
    expect(markdown(good)).toContain('✅');
    for (const exitCode of [0, 1, 3, 4, 5]) {
      for (const outcome of ['partial', 'error'] as const) {
        expect(markdown({ ...good, outcome, exitCode })).not.toContain('✅');
      }
    }
  });

  it('is not green where something is known to fail', () => {
    expect(markdown(knownResults(listedOf()))).toMatch(
      /^## ⚠️ suite: conforms, with 15 known failures \(gate must\)\n/,
    );
    expect(markdown(resultsOf((exchange) => recordWith('passed', exchange)))).toMatch(
      /^## ✅ suite: conforms \(/,
    );
  });

  it('leaves findings out where there is no room, and says how many', () => {
    const results = resultsOf((exchange, index) =>
      recordOf(exchange, { verdict: 'blocked', note: `the send gave ${index}` }),
    );
    const whole = markdown(results);
    const most = Buffer.byteLength(whole) - 1;
    const cut = markdown(results, most);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most);
    const left = planned.length - (cut.match(/^### BLOCKED/gm)?.length ?? 0);
    expect(left).toBeGreaterThan(0);
    expect(cut).toContain(`_${left} more groups of findings have no room here`);
    expect(cut).toContain(whole.slice(0, whole.indexOf('### ')));
  });

  it('has blocks that no line of theirs can end', () => {
    const note = '````';
    const text = markdown(
      resultsOf((exchange) => recordOf(exchange, { verdict: 'failed', note, findings: [findingOf()] })),
    );
    expect(text).toMatch(/^`````text$/m);
    expect(withoutCode(text)).not.toContain('result/field-once');
  });

  it('has nothing alive in it that a target wanted to be', () => {
    const text = markdown(hostileResults());
    expect(text).not.toMatch(UNPRINTABLE);
    expect(text).toContain('<script>alert(1)</script>');
    const alive = withoutCode(text);
    expect(alive).not.toMatch(/injected|<|alert|\[|::/);
    expect(alive).toContain('### FAILED');
    expect(text).not.toMatch(/^\s*::/m);
  });
});
