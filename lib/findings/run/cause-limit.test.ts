import { expect, it } from 'vitest';
import type { ExchangeRecord, ResultFinding } from '../../model/running/results.ts';
import { ours, ownText } from '../../secrets/mask.ts';
import { causeLimiter } from './cause-limit.ts';

const finding = (name: string, changed: Partial<ResultFinding> = {}): ResultFinding => ({
  ...{ rule: ours`result/only-fields`, level: 'should', requirements: [], path: ours`/a`, step: 0, more: 0 },
  ...{ expected: ours`only PacketID`, actual: ownText(name), message: ours`m`, change: ours`c` },
  cause: ownText(`result/only-fields: ${name}`),
  ...changed,
});
const record = (findings: readonly ResultFinding[]) => ({ findings }) as ExchangeRecord;

it('tells 100 causes of a rule and a level apart; what is found besides is one finding of each reply, which counts', () => {
  const limit = causeLimiter();
  const first = record(Array.from({ length: 99 }, (_, index) => finding(`name${index}`)));
  expect(limit(first)).toEqual(first);
  const must = finding('last', { level: 'must' });
  const { findings } = limit(
    record([
      ...[finding('name99'), finding('name100'), finding('name5'), must],
      ...[finding('n'.repeat(2000), { more: 7 }), finding('name102', { step: 1 })],
    ]),
  );
  expect(findings.map(({ actual, more, step, level }) => [actual, more, step, level])).toEqual([
    ['name99', 0, 0, 'should'],
    ['name100 (one of many: a run tells 100 causes of a rule apart)', 8, 0, 'should'],
    ['name5', 0, 0, 'should'],
    ['last', 0, 0, 'must'],
    ['name102 (one of many: a run tells 100 causes of a rule apart)', 0, 1, 'should'],
  ]);
  expect(findings[1]).toMatchObject({ cause: 'result/only-fields: other causes', message: 'm' });
  expect(findings[1]).not.toHaveProperty('change');
});

it('leaves findings alone that the smallest inputs belong to', () => {
  const many = {
    ...record(Array.from({ length: 200 }, (_, index) => finding(`n${index}`))),
    smallestInputs: [],
  };
  expect(causeLimiter()(many)).toBe(many);
});
