import { expect, it } from 'vitest';
import type { Breach } from '../../model/judging/finding.ts';
import { listed, quoted } from '../../text/finding-value.ts';
import { isOpenValue } from './judge-call.ts';

const joined = '905321112233,905321112244';
const breach = (changed: Partial<Breach> = {}): Breach => ({
  path: 'GsmNumber',
  expected: 'one number in each text',
  actual: quoted(joined),
  about: { field: 'GsmNumber' },
  level: 'gap',
  ...changed,
});

it.each<[string, boolean, Breach]>([
  ['the text of the case itself', true, breach()],
  ['a text of its list', true, breach({ about: { field: 'GsmNumbers' } })],
  ['another text than the case has', false, breach({ actual: quoted('1,2') })],
  ['no text', false, breach({ actual: 'absent' })],
  ['several texts', false, breach({ actual: listed([quoted(joined), quoted('1')]) })],
  ['no parameter', false, breach({ about: {} })],
  ['the text of another parameter', false, breach({ about: { field: 'Message' } })],
  ['what the contract forbids', false, breach({ level: 'must' })],
])('an open breach about %s may be sent: %s', (_, may, breach) => {
  const values = { GsmNumber: joined, GsmNumbers: ['1', joined], Message: 'm' };
  expect(isOpenValue({ values }, breach)).toBe(may);
});
