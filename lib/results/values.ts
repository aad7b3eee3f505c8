import type { Exchange } from '../model/exchange.ts';
import type { ClassState } from '../model/judging/verdict.ts';
import type { Masked } from '../model/running/masked.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import type { ExchangeRecord, Judged, ResultValues, ValueState } from '../model/running/results.ts';
import { ours } from '../secrets/mask.ts';
import { defined } from '../text/defined.ts';

/** The gravest first. */
const valueStates: readonly ValueState[] = ['broken', 'refused', 'held', 'notSent'];

/** Returns the gravest that became of each class of values in each parameter and binding; undefined where none was to be sent. */
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
  const sends = contract.operations.filter((one) => one.kind === 'send');
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

/** Returns what several runs show together, each of a part of one plan. */
export function mergeValues(all: readonly ResultValues[]): ResultValues | undefined {
  const [first] = all;
  if (!first) return undefined;
  const fields = first.fields.map(({ operation, parameter, binding, ...states }, place) => {
    const ids = valueStates.flatMap((state) => states[state] ?? []);
    const has = (id: Masked, state: ValueState) =>
      all.some(({ fields: some }) => some[place]?.[state]?.includes(id));
    const merged = byState(ids, (id) => valueStates.find((state) => has(id, state)) ?? 'notSent');
    const shows = (id: Masked) =>
      all.flatMap(({ fields: some }) => some[place]?.brokenIn?.[some[place].broken?.indexOf(id) ?? -1] ?? []);
    const brokenIn = merged.broken?.map((id) => shows(id)[0] ?? ours``);
    const own = all.flatMap(({ fields: some }) => some[place]?.refusals ?? []);
    const refusals = merged.refused?.flatMap((id) => own.find((one) => one.class === id) ?? []);
    return defined({ operation, parameter, binding, ...merged, brokenIn, refusals });
  });
  return { ...first, fields };
}

function byState<Id extends string>(ids: readonly Id[], stateOf: (id: Id) => ValueState) {
  const states = valueStates.flatMap((state) => {
    const own = ids.filter((id) => stateOf(id) === state);
    return own.length > 0 ? [[state, own] as const] : [];
  });
  return Object.fromEntries(states) as Partial<Readonly<Record<ValueState, readonly Id[]>>>;
}

/** The states of the classes of an exchange: what was not told apart counts as not sent. */
function statesOf({ carried = [] }: Exchange, record: ExchangeRecord): readonly ClassState[] {
  const { classes = [], findings, steps } = record;
  if (findings.length > 0 || steps.length === 0) return classes;
  return carried.flatMap(({ parameter, classes: ids }) =>
    ids.map((id) => ({ parameter, class: id, state: 'held' as const })),
  );
}
