import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { diffMarkdown } from './diff-markdown.ts';
import { diffText } from './diff-text.ts';
import { compared, exchange, finding, notRun, requirement, results } from './testing.ts';

const ids = Array.from({ length: 60 }, (_, i) => `SendBulkSms/case-${i}/soap11`);
const passing = ids.map((id) => exchange(id));
const failing = ids.map((id) => exchange(id, 'failed', [finding({ actual: `packet ${id}` })]));

const plain = (text: string) => stripVTControlCharacters(text);

describe('a comparison in a terminal', () => {
  it('tells what broke once for all exchanges, then what changed, then counts and the outcome', () => {
    const old = results(passing.slice(0, 2), { requirements: [requirement('r', 'held')] });
    const [first, second] = failing;
    if (!first || !second) throw new Error('there are 60');
    const brokenBy = [{ exchange: first.id, finding: 0 }];
    const requirements = [requirement('r', 'broken', { brokenBy })];
    const now = results([first, second], { outcome: 'deviates', exitCode: 1, requirements });
    expect(plain(diffText(compared(old, now)))).toBe(
      `OLD           2026-01-01T00:00:00.000Z  http://127.0.0.1:1 (external)  conforms, exit code 0, gate must
NEW           2026-01-01T00:00:00.000Z  http://127.0.0.1:1 (external)  deviates, exit code 1, gate must

NEWLY BROKEN
  result/field-once  must
    PacketID must occur exactly once in EmPostSmsResult
      at        /EmPostSmsResult
      expected  one {urn:x}PacketID
      actual    packet SendBulkSms/case-0/soap11
      in        SendBulkSms/case-0/soap11, SendBulkSms/case-1/soap11
  2 exchanges
    SendBulkSms/case-0/soap11  passed -> failed
    SendBulkSms/case-1/soap11  passed -> failed
  1 requirement
    r  held -> broken

exchanges     2 judged before, 2 now: 2 newly broken
rules         0 judged before, 0 now: no change
requirements  1 judged before, 1 now: 1 newly broken
outcome       newly-broken: something broke that did not before (gate must)
`,
    );
  });

  it('shows some, and how many more there are', () => {
    const text = plain(diffText(compared(results(passing), results(failing))));
    expect(text).toContain('SendBulkSms/case-2/soap11 and 57 more\n');
    expect(text).toContain('  60 exchanges\n');
    expect(text).toContain('    and 52 more exchanges\n');
    expect(text.split('\n').length).toBeLessThan(40);
  });

  it('says loudly what is judged no more, and why', () => {
    const left = ids.slice(1).map(notRun);
    const text = plain(diffText(compared(results(passing), results(passing.slice(0, 1), { notRun: left }))));
    expect(text).toContain('LESS JUDGED THAN BEFORE\n  59 exchanges\n');
    expect(text).toContain('    SendBulkSms/case-1/soap11  passed -> not-run: nobody allowed it\n');
    expect(text).toContain('outcome       less: nothing broke of what was judged, but less was');
    const gone = plain(diffText(compared(results(passing), results(passing.slice(0, 1)))));
    expect(gone).toContain('GONE, NO LONGER JUDGED\n  59 exchanges\n');
  });
});

describe('texts of a results file', () => {
  const sequences = '\u001B]0;title\u0007\u001B[31m\u202E\n# heading';
  const markup = '`` `x` <script>alert(1)</script> [a](http://evil.example) @someone #1 | ![i](x)';
  const hostile = `${sequences}${markup}`;
  const bad = finding({ rule: hostile, path: hostile, expected: hostile, actual: hostile, message: hostile });
  const diff = compared(
    results([exchange('a/b/c'), exchange('d/e/f')], { target: { baseUrl: hostile } }),
    results([exchange('a/b/c', 'failed', [bad])], { notRun: [{ ...notRun('d/e/f'), reason: hostile }] }),
  );

  it('are not alive in a terminal', () => {
    const text = diffText(diff);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not come through
    expect(plain(text)).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202E]/);
    expect(text).not.toContain('\u001B]0');
    expect(text).not.toMatch(/^# heading/m);
    expect(text).toContain('\\u{1B}]0;title');
  });

  it('are not alive in Markdown', () => {
    const text = diffMarkdown(diff);
    expect(text).toContain('<script>');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not come through
    expect(text).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202E]/);
    expect(text).not.toMatch(/^# heading/m);
    // As a reader of code spans sees it: a run of backticks up to the next run of the same length.
    const outside = text.replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
    expect(outside).not.toMatch(/script|evil|@someone|`/);
    expect(outside).toContain('## Newly broken');
  });

  it('cannot end a code span of Markdown', () => {
    const bad = finding({ message: 'a ` <script> @someone', actual: '`' });
    const text = diffMarkdown(compared(results(passing), results([exchange(ids[0] ?? '', 'failed', [bad])])));
    expect(text).toContain(': ``a ` <script> @someone``\n');
    expect(text).toContain('  - actual `` ` ``\n');
  });

  it('of any length are cut', () => {
    const long = compared(
      results([exchange('a/b/c')]),
      results([exchange('a/b/c', 'failed', [finding({ actual: 'x'.repeat(100_000) })])]),
    );
    expect(diffText(long).length).toBeLessThan(3000);
    expect(diffMarkdown(long).length).toBeLessThan(3000);
  });
});

it('Markdown has the counts in a table and as many details as a page bears', () => {
  const text = diffMarkdown(compared(results(passing), results(failing)));
  expect(text).toContain('# Newly broken: something broke that did not before\n');
  expect(text).toContain('| exchanges | 60 | 60 | 60 | 0 | 0 |\n');
  expect(text).toContain(
    '- `result/field-once` must: `PacketID must occur exactly once in EmPostSmsResult`\n',
  );
  expect(text).toContain('  - `SendBulkSms/case-49/soap11` passed → failed\n  - and 10 more exchanges\n');
});

it('the order is that of the new run, whatever that of the old one was', () => {
  const turned = results([...passing].reverse());
  const now = results(failing);
  expect(diffText(compared(turned, now))).toBe(diffText(compared(results(passing), now)));
});
