import { expect, it } from 'vitest';
import { contract, loaded } from '../../suites/support/cases.ts';
import { expand } from '../cases/plan/expand.ts';
import { sampleNumbers } from '../cases/plan/generate.ts';
import { loadDeclarations } from '../run/built-in.ts';
import { requestEdits } from '../wire/bindings/edits/edits.ts';
import { drawnCases } from './draw.ts';

const { classes } = loaded(loadDeclarations());
const drawing = { contract, fixed: [], anyRecipient: true, forms: requestEdits.forms, seed: 3 };
const numbers = sampleNumbers(10_000);
const drawn = (count: number, changed = {}) =>
  expand(drawnCases(classes, { ...drawing, count, ...changed }), {
    ...{ contract, ticket: 'T-1', values: {}, runId: 'r1', numbers },
  });

it('the same seed draws the same, another seed other ones, and more are the same ones and others', () => {
  const ids = drawn(60).map(({ id }) => id);
  expect(drawn(60).map(({ id }) => id)).toEqual(ids);
  expect(drawn(90).map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(drawn(60, { seed: 4 }).filter(({ id }) => ids.includes(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]).toMatch(/^\w+\/drawn\/[\w-]+\/s3-[0-9a-z]{7}$/);
});

it('mixes classes, lengths, bindings, forms and chains of calls', () => {
  const all = drawn(400);
  expect(new Set(all.map(({ binding }) => binding)).size).toBe(4);
  const forms = new Set(all.flatMap(({ steps }) => steps.flatMap(({ form }) => form ?? [])));
  expect(forms.size).toBeGreaterThan(15);
  expect(
    new Set(all.map(({ steps }) => steps.map(({ operation }) => operation).join())).size,
  ).toBeGreaterThan(5);
  expect(all.some(({ steps, binding }) => steps.some((step) => step.binding !== binding))).toBe(true);
  const lengths = all.map(({ steps }) => String(steps[0]?.values.Message).length);
  expect(new Set(lengths).size).toBeGreaterThan(150);
  expect(
    Math.max(...all.flatMap(({ carried = [] }) => carried.map((input) => input.classes.length))),
  ).toBeGreaterThan(10);
});

it('asks for a packet of a class of values, which may be refused', () => {
  const steps = drawn(400).flatMap((exchange) => exchange.steps);
  const unknown = steps.filter(({ values }) => typeof values.PacketId === 'string');
  expect(unknown.some(({ level, reportsOn }) => level !== undefined || reportsOn !== undefined)).toBe(false);
  const parts = classes.flatMap(({ inside }) => inside ?? []);
  const asked = new Set(unknown.map(({ values }) => String(values.PacketId)));
  expect(parts.filter((part) => asked.has(part)).length).toBeGreaterThan(20);
});

it('draws nothing of no classes, and recipients only where any may be sent to', () => {
  expect(drawnCases([], { ...drawing, count: 5 })).toEqual([]);
  expect(drawn(0)).toEqual([]);
  const live = drawn(50, { anyRecipient: false });
  const sent = live.flatMap(({ steps }) =>
    steps.flatMap(({ values }) => values.GsmNumbers ?? values.GsmNumber ?? []),
  );
  expect(sent.flat().every((number) => numbers.includes(String(number)))).toBe(true);
});
