import { expect, it } from 'vitest';
import type { Finding } from '../model/judging/finding.ts';
import { maskFor, ownText } from '../secrets/mask.ts';
import { quoted } from '../text/finding-value.ts';
import { recordedFinding } from './exchange-record.ts';
import { adviceFor } from './finding-text.ts';
import texts from './texts.json' with { type: 'json' };

const long = 'Your parcel has come. '.repeat(12);

/** A text for each change, and what came back. */
const changes = [
  [' code 7 ', 'code 7'],
  ['  code 7 ', 'code 7 '],
  [' code 7  ', ' code 7'],
  ['one  two', 'one two'],
  ['one\ttwo\n', 'one two '],
  ['1\u00A0000', '1 000'],
  ['a\r\nb', 'a\nb'],
  ['a\nb', 'a\r\nb'],
  ['e\u0301', 'é'],
  ['é', 'e\u0301'],
  ['ﬁ', 'fi'],
  ['ﬁé', 'fie\u0301'],
  ['şük', 'suk'],
  ['ığ', 'ig'],
  ['ı', 'i'],
  ['a+b', 'a b'],
  ['a b', 'a+b'],
  ['a & b', 'a &amp; b'],
  ['a &amp; b', 'a & b'],
  ['a b', 'a%20b'],
  ['a%20b', 'a b'],
  ['Code', 'CODE'],
  ['Code', 'code'],
  ['ok 😀!', 'ok !'],
  ['ok 😀!', 'ok '],
  ['şx', '?x'],
  ['şx', 'x'],
  ['ş\u200Db', 'şb'],
  ['“a” ’b', '"a" \'b'],
  ["it's", "it''s"],
  ["it's", "it\\'s"],
  ['a <b> c', 'a  c'],
  ['007', '7'],
  ['1.10', '1,1'],
  ['', 'null'],
  ['ü', 'Ã¼'],
  ['aü', 'a\uFFFD\uFFFD'],
  ['code', ''],
  [long, long.slice(0, 100)],
  [long, long.slice(0, 160)],
  [long, long.slice(153)],
  ['code', 'code.'],
  ['code', '> code'],
  ['code 7', 'cold 7'],
] as const;

const numbers = [
  ['+905321112233', '905321112233'],
  ['905321112233', '+905321112233'],
  ['00905321112233', '+905321112233'],
  ['+90 532 111 22 33', '+905321112233'],
  ['+90 532 111 22 33', '+90-532-111-22-33'],
] as const;

function rowOf(finding: Pick<Finding, 'rule' | 'expected' | 'actual' | 'about' | 'path'>): string {
  const whole = { level: 'should', step: 0, more: 0, requirements: [], ...finding } as const;
  const found = recordedFinding(whole, undefined, maskFor([]));
  const { change, actual, observed = '-' } = found;
  return [observed, `  cause  ${change ?? actual}`, `  to do  ${adviceFor(found)}`].join('\n');
}

it('what changed, its line and its advice read as they were reviewed, and of each change there is an example', async () => {
  const field = 'DeliveredMessage';
  const rows = changes.map(([sent, back]) =>
    rowOf({
      ...{ rule: 'delivery/texts', path: `/${field}`, about: { field } },
      ...{ expected: quoted(sent), actual: quoted(back) },
    }),
  );
  const exchanged = rowOf({
    ...{ rule: 'delivery/echo', path: '/KeyID', about: { field: 'KeyID', origin: 'PostType' } },
    ...{ expected: quoted('Key-1'), actual: quoted('1') },
  });
  const ofNumbers = numbers.map(([sent, back]) =>
    rowOf({
      ...{ rule: 'delivery/number-notation', path: '/GsmNumber', about: { field: 'GsmNumber' } },
      ...{ expected: quoted(sent), actual: quoted(back) },
    }),
  );
  const ofRoots = ['parts', 'nodes', 'chunks', 'expect', 'kept', 'given'].map((root) => {
    const rule = root === 'parts' ? 'delivery/once-each' : 'http/status';
    return [root, `  to do  ${adviceFor({ rule, observed: ownText(root) })}`].join('\n');
  });
  const all = [...rows, exchanged, ...ofNumbers, ...ofRoots];
  const shown = new Set(all.map((row) => row.split('\n', 1).join()));
  const left = Object.keys(texts.observed).filter((name) => !shown.has(name));
  // Those of lists, blocks and statuses have their own tests.
  expect(left).toEqual(['one-of-list', 'halves-of-block', 'unexplained']);
  expect(all.filter((row) => row.includes('how the service decodes'))).toHaveLength(1);
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('golden/advice.txt');
});
