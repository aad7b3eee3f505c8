import type { Exchange } from '../model/exchange.ts';
import type { ClassState } from '../model/judging/verdict.ts';
import type { Masked } from '../model/running/masked.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import type { ExchangeRecord, Judged, ResultValues, ValueState } from '../model/running/results.ts';
import { ours } from '../secrets/mask.ts';
import { defined } from '../text/defined.ts';

/** The gravest first. */
const valueStates: readonly ValueState[] = ['broken', 'refused', 'held', 'notSent'];

/** Returns the gravest state of each class of values in each parameter and binding; undefined if no class was to be sent. */
export function valuesOf(
  { values, contract, exchanges }: Pick<PreparedRun, 'values' | 'contract' | 'exchanges'>,
  judged: readonly Judged[],
): ResultValues<string> | undefined {
  const { classes, seed, generate } = values;
  if (!exchanges.some(({ carried }) => carried)) return undefined;
  const gravest = new Map<string, Readonly<{ state: ValueState; exchange: string; answer: string }>>();
  for (const { exchange, record } of judged) {
    for (const { parameter, class: id, state, answer = '' } of statesOf(exchange, record)) {
      const key = `${exchange.operation} ${parameter} ${exchange.binding} ${id}`;
      const before = gravest.get(key)?.state ?? 'notSent';
      const isGraver = valueStates.indexOf(state) < valueStates.indexOf(before);
      if (isGraver) gravest.set(key, { state, exchange: exchange.id, answer });
    }
  }
  const ofTexts = classes.filter(({ text, inside }) => text !== undefined || inside !== undefined);
  const sends = contract.operations.filter((operation) => operation.kind === 'send');
  const fields = sends.flatMap(({ name: operation, parameters }) =>
    parameters
      .filter(({ role }) => role !== 'ticket')
      .flatMap(({ name: parameter, type }) => {
        const ids = (type === 'list' ? classes : ofTexts).map(({ id }) => id);
        return contract.bindings.map(({ id: binding }) => {
          const found = (id: string) => gravest.get(`${operation} ${parameter} ${binding} ${id}`);
          const states = byState(ids, (id) => found(id)?.state ?? 'notSent');
          const brokenIn = states.broken?.map((id) => found(id)?.exchange ?? '');
          const refusals = states.refused?.map((id) => {
            const { exchange = '', answer = '' } = found(id) ?? {};
            return { class: id, exchange, answer };
          });
          return defined({ operation, parameter, binding, ...states, brokenIn, refusals });
        });
      }),
  );
  const drawn = generate > 0 ? { generated: generate, seed } : {};
  return { ...drawn, classes: classes.map(({ id }) => id), fields };
}

/** Joins the values of several runs, each of a part of one plan. */
export function mergeValues(runs: readonly ResultValues[]): ResultValues | undefined {
  const [first] = runs;
  if (!first) return undefined;
  const fields = first.fields.map(({ operation, parameter, binding, ...states }, place) => {
    const ids = valueStates.flatMap((state) => states[state] ?? []);
    const parts = runs.flatMap((run) => run.fields[place] ?? []);
    const has = (id: Masked, state: ValueState) => parts.some((part) => part[state]?.includes(id));
    const merged = byState(ids, (id) => valueStates.find((state) => has(id, state)) ?? 'notSent');
    const shows = (id: Masked) =>
      parts.flatMap(({ broken = [], brokenIn = [] }) => brokenIn[broken.indexOf(id)] ?? []);
    const brokenIn = merged.broken?.map((id) => shows(id)[0] ?? ours``);
    const answers = parts.flatMap((part) => part.refusals ?? []);
    const refusals = merged.refused?.flatMap((id) => answers.find((refusal) => refusal.class === id) ?? []);
    return defined({ operation, parameter, binding, ...merged, brokenIn, refusals });
  });
  return { ...first, fields };
}

function byState<Id extends string>(ids: readonly Id[], stateOf: (id: Id) => ValueState) {
  const states = valueStates.flatMap((state) => {
    const idsOfState = ids.filter((id) => stateOf(id) === state);
    return idsOfState.length > 0 ? [[state, idsOfState] as const] : [];
  });
  return Object.fromEntries(states) as Partial<Readonly<Record<ValueState, readonly Id[]>>>;
}

/** Returns the states of the classes of an exchange. A class that was not told apart counts as not sent. */
function statesOf({ carried = [] }: Exchange, record: ExchangeRecord): readonly ClassState[] {
  const { classes = [], findings, steps } = record;
  if (findings.length > 0 || steps.length === 0) return classes;
  return carried.flatMap(({ parameter, classes: ids }) =>
    ids.map((id) => ({ parameter, class: id, state: 'held' as const })),
  );
}
