import { expect, it } from 'vitest';
import { builtInDeclarations } from '../../lib/run/built-in.ts';
import { judgeInMemory } from './lab.ts';
import { classDefect, meets, pairDefects, proveValues, references, valueExchanges } from './values.ts';

const declarations = builtInDeclarations();
const bulk = valueExchanges(declarations).filter((exchange) =>
  exchange.id.startsWith('SendBulkSms/values/soap11/'),
);

it.each(declarations.classes.map((valueClass) => [valueClass.id, valueClass] as const))(
  'only one exchange meets the defect of %s',
  (_, valueClass) => {
    expect(bulk.filter((exchange) => meets(classDefect(valueClass), exchange))).toHaveLength(1);
  },
);

it('the twin of every class raises nothing', { timeout: 60_000 }, async () => {
  const judged = await judgeInMemory(references, bulk, declarations);
  const held = bulk.filter((_, place) => judged[place]?.findings.length === 0);
  const carried = held.flatMap((exchange) => exchange.carried ?? []).flatMap(({ classes }) => classes);
  expect(declarations.classes.filter(({ id }) => !carried.includes(id))).toEqual([]);
});

it('some of them are found, with the class named, and the smallest input of what takes two', async () => {
  const pair = 'a tab in a text with Turkish letters becomes a space';
  const tried = ['comment', 'leading-zeros', 'gsm-full', 'numbers-21', 'number-plus', pair];
  const { problems, notes } = await proveValues(declarations, { drawn: 0, seeds: 2 }, (id) =>
    tried.includes(id),
  );
  expect(problems).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('2 of 2 seeds; Message')]);
  expect(notes[0]?.length).toBeLessThan(100);
});

it('a thousand drawn exchanges meet what takes two classes', () => {
  const drawn = valueExchanges(declarations, 1000, 7);
  expect(drawn.length).toBeGreaterThan(990);
  for (const change of Object.values(pairDefects))
    expect(drawn.some((exchange) => meets(change, exchange))).toBe(true);
});
