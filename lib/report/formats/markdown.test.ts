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
  it('says how the run ended, then the findings, the gravest first, then what was counted', () => {
    const text = markdown(everyVerdict());
    const headings = text.split('\n').filter((line) => line.startsWith('#'));
    expect(headings[0]).toBe('## ❌ suite: error, with 1 known failure (gate must)');
    expect(headings.at(-1)).toBe('### Counts');
    const labels = headings.slice(1, -1).map((line) => /^### ([A-Z ]+) `/.exec(line)?.[1]);
    expect([...new Set(labels)].join(', ')).toBe(
      'FAILED, FIXED, BLOCKED, NOT READ, TRANSPORT ERROR, HARNESS ERROR, WARNED',
    );
    expect(text).toContain('  expected  one {urn:x}PacketID');
    expect(text).toContain('repeat  curl x');
    expect(text).toContain(`exchanges     ${planned.length} planned: `);
    expect(text).toMatch(/error: \d+ exchanges? met a fault of the harness/);
  });

  it('tells exchanges that say the same once', () => {
    const text = markdown(resultsOf((exchange) => recordWith('warned', exchange)));
    expect(text.match(/^### WARNED /gm)).toHaveLength(1);
    expect(text).toContain(`The same in ${planned.length - 1} more: \`${planned[1]?.id}\`, `);
    expect(text).toMatch(/^## ✅ suite: conforms/);
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

  it('lists what is known to fail, and is not green where something is', () => {
    const reason = 'TODO: why this is accepted';
    const missing = listedOf({ place: 'known.yaml:7', reason, owner: 'sms-team' });
    const text = markdown(knownResults(listedOf(), missing));
    expect(text).toMatch(
      /^## ⚠️ suite: conforms, with 15 known failures \(gate must\)\n\n```text\n15 exchanges are known failures, with \d+ requirements untested\n```\n\n### Known failures\n/,
    );
    expect(text).toContain(
      [
        'known      15 exchanges, result/field-once, until 2099-12-31: the old gateway never did; known.yaml:2',
        'NO REASON  15 exchanges, result/field-once, until 2099-12-31: TODO: why this is accepted (sms-team); known.yaml:7',
        '```',
      ].join('\n'),
    );
    expect(markdown(resultsOf((exchange) => recordWith('passed', exchange)))).not.toContain('nown failure');
  });

  it('counts the entries for which it has no room', () => {
    const many = Array.from({ length: 53 }, (_, index) => listedOf({ place: `known.yaml:${index + 2}` }));
    const text = markdown(knownResults(...many));
    expect(text.match(/^known {6}/gm)).toHaveLength(50);
    expect(text).toContain('known.yaml:51\nand 3 more entries, which results.json has\n');
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
    expect(cut.endsWith(whole.slice(whole.indexOf('### Counts')))).toBe(true);
  });

  it('has blocks that no line of theirs can end', () => {
    const note = '````';
    const text = markdown(
      resultsOf((exchange) => recordOf(exchange, { verdict: 'failed', note, findings: [findingOf()] })),
    );
    const [, fence] = /^(`+)text$/m.exec(text) ?? [];
    expect(fence).toBe('`````');
    expect(withoutCode(text)).not.toContain('result/field-once');
  });

  it('has nothing alive in it that a target wanted to be', () => {
    const text = markdown(hostileResults());
    expect(text).not.toMatch(UNPRINTABLE);
    expect(text).toContain('<script>alert(1)</script>');
    const alive = withoutCode(text);
    expect(alive).not.toMatch(/injected|<|alert|\[|::/);
    expect(alive).toContain('### Counts');
    expect(text).not.toMatch(/^\s*::/m);
  });
});
