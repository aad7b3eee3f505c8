import type { Arbitrary } from 'fast-check';
import { shortHash } from '../cases/plan/generate.ts';
import type { BindingId, SendOperation } from '../model/contract.ts';
import type { DeclaredCase, DeclaredStep, ValueClass } from '../model/exchange.ts';
import { require } from '../text/require.ts';
import {
  type ClassValue,
  type Coverable,
  covered,
  joined,
  listValues,
  literal,
  stepsWith,
  textValues,
  valuesCase,
  wholeText,
} from './covering.ts';

/** Loads the package at its first use: most runs draw nothing. */
const fastCheck = () => require('fast-check') as typeof import('fast-check');

/** The number of drawn cases, and their sources. */
export interface Drawing extends Coverable {
  readonly count: number;
  readonly seed: number;
  /** Equal ways to write requests. */
  readonly forms: readonly { readonly id: string; readonly bindings: readonly BindingId[] }[];
}

/** Parts of a text that are mixed at most, and its longest length. */
const MOST_PARTS = 24;
const MOST_CHARACTERS = 1200;

/** Recipients of a drawn list at most: each of their delivery results repeats the message, which may be long. */
const MOST_RECIPIENTS = 120;

const chains = ['reports', 'reports', 'twice', 'between', 'elsewhere', 'unknown'] as const;

/**
 * Draws cases that mix classes of values, with lengths, forms and chains of calls. The same seed draws the same cases,
 * and a larger count adds to them. A case is named by its seed and content. Pure.
 */
export function drawnCases(classes: readonly ValueClass[], drawing: Drawing): readonly DeclaredCase[] {
  const [first] = classes;
  const { count, seed, contract, forms } = drawing;
  if (count === 0 || !first) return [];
  const fc = fastCheck();
  const texts = textValues(classes);
  const lists = listValues(classes, texts).filter(
    ({ value }) => !(typeof value === 'object' && 'numbers' in value && value.numbers > MOST_RECIPIENTS),
  );
  const ids = contract.bindings.map(({ id }) => id);
  const ofClasses = classes.flatMap(({ text, inside }) => (text && wholeText(text)) ?? inside ?? []);
  const ofOperation = (operation: SendOperation) => {
    const parameters = covered(operation, drawing);
    const values = parameters.map(({ type }) =>
      type === 'list' ? anyList(lists, first) : anyText(texts, classes),
    );
    const parts = {
      binding: fc.constantFrom(...ids),
      form: fc.option(fc.constantFrom(...forms), { freq: 2 }),
      chain: fc.constantFrom(...chains),
      unknown: fc.constantFrom('unknown', ...ofClasses.map(literal)),
      values: fc.tuple(...values),
    };
    return fc.record(parts).map(({ binding, form, chain, unknown, values: drawn }): DeclaredCase => {
      const filled = parameters.flatMap((parameter, place) => {
        const value = drawn[place];
        return value ? [{ parameter, value }] : [];
      });
      const fitting = form?.bindings.includes(binding) ? form.id : undefined;
      const over = fitting ? 'same' : (ids[(ids.indexOf(binding) + 1) % ids.length] ?? binding);
      const steps = chained(stepsWith(operation, filled, contract), chain, over, unknown);
      const hash = shortHash(JSON.stringify([binding, fitting ?? false, steps]));
      const made = valuesCase(operation, filled, contract, 'drawn', `s${seed}-${hash}`);
      return { ...made, ...(fitting && { form: fitting }), bindings: [binding], steps };
    });
  };
  const sends = contract.operations.filter((operation) => operation.kind === 'send');
  const drawn = fc.sample(fc.oneof(...sends.map(ofOperation)), { numRuns: count, seed });
  const nameOf = ({ operation, matrix }: DeclaredCase) => `${operation} ${Object.keys(matrix.value ?? {})}`;
  return [...new Map(drawn.map((declared) => [nameOf(declared), declared])).values()];
}

/** Draws a text: an everyday text, a text of the catalogue, or parts of several classes in any order, some with a length. */
function anyText(texts: readonly ClassValue[], classes: readonly ValueClass[]): Arbitrary<ClassValue | null> {
  const fc = fastCheck();
  const parts = classes.filter(({ inside }) => inside !== undefined);
  const everyday = fc.constant(null);
  const mixed = fc
    .record({
      mix: fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: MOST_PARTS, size: 'max' }),
      length: fc.option(fc.integer({ min: 1, max: MOST_CHARACTERS }), { freq: 2 }),
      touching: fc.boolean(),
    })
    .map(({ mix, length, touching }): ClassValue => {
      const texts = mix.map(({ inside = '' }) => inside);
      const text = touching ? texts.join('') : joined(texts);
      return {
        slug: 'mixed',
        value: literal(text.padEnd(length ?? 0, 'x')),
        classes: [...new Set(mix.map(({ id }) => id))],
        source: (mix[0] as ValueClass).source,
      };
    });
  return fc.oneof(
    { weight: 2, arbitrary: everyday },
    { weight: 2, arbitrary: fc.constantFrom(...texts) },
    parts.length > 0 ? { weight: 6, arbitrary: mixed } : { weight: 0, arbitrary: everyday },
  );
}

/** Draws a list of recipients: an everyday list, a list of the catalogue, or a list of any length. */
function anyList(lists: readonly ClassValue[], { source }: ValueClass): Arbitrary<ClassValue | null> {
  const fc = fastCheck();
  const counted = fc
    .integer({ min: 1, max: MOST_RECIPIENTS })
    .map((numbers): ClassValue => ({ slug: 'count', value: { numbers }, classes: [], source }));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constantFrom(...lists) },
    { weight: 1, arbitrary: counted },
  );
}

/**
 * Returns the calls of a case in a chain: the reports once or twice, after another send, or over another binding; or with a
 * last report on an unknown packet, which may be refused (§7), and must not be answered with another packet.
 */
function chained(
  [send, ...reports]: readonly DeclaredStep[],
  chain: (typeof chains)[number],
  over: string,
  unknown: string,
): readonly DeclaredStep[] {
  if (!send) return [];
  const secondSend: DeclaredStep = { operation: send.operation, over: 'same', with: {}, capture: {} };
  const ofUnknown = reports.slice(-1).map(({ level: _, ...report }) => {
    return { ...report, with: Object.fromEntries(Object.keys(report.with).map((name) => [name, unknown])) };
  });
  return {
    reports: [send, ...reports],
    twice: [send, ...reports, ...reports],
    between: [send, secondSend, ...reports],
    elsewhere: [send, ...reports.map((report) => ({ ...report, over }))],
    unknown: [send, ...reports, ...ofUnknown],
  }[chain];
}
