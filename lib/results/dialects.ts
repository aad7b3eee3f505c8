import type { Masked } from '../model/running/masked.ts';
import type { ResultDialect, ResultExchange, Results } from '../model/running/results.ts';
import { ours } from '../secrets/mask.ts';
import { groupedBy } from '../text/add-to.ts';
import { defined } from '../text/defined.ts';

/**
 * Returns the dialects in which a target was called, each with what became of its calls. A dialect is answered otherwise
 * where a call of it breaks a rule that the contract's own requests of that operation and binding do not break.
 */
export function dialectsOf(exchanges: readonly ResultExchange[]): readonly ResultDialect[] {
  const called = exchanges.flatMap(({ client, ...call }) => (client ? [{ ...call, client }] : []));
  const plain = exchanges.filter(({ client }) => !client);
  const broken = new Set(plain.flatMap((call) => call.findings.map(({ rule }) => keyOf(call, rule))));
  const groups = groupedBy(called, ({ client, binding }) => `${client.id}/${binding}`);
  return [...groups.values()].map((calls) => dialectOf(calls, broken));
}

type ClientCall = ResultExchange & Required<Pick<ResultExchange, 'client'>>;

function dialectOf(
  calls: readonly [ClientCall, ...ClientCall[]],
  broken: ReadonlySet<string>,
): ResultDialect {
  const [{ client, binding }] = calls;
  const { id, name } = client;
  const breaks = calls.some((call) => call.client.breaks) || undefined;
  const isRefused = ({ client: { state } }: ClientCall) => state === 'refused';
  // A hard text that the contract's own request cannot have either says nothing of the dialect, unless nothing is served.
  const refused = calls.every(isRefused)
    ? calls
    : calls.filter((call) => isRefused(call) && !call.client.alike);
  const otherwise = calls.filter(({ client: { rules = [], alike }, ...call }) => {
    return !alike && rules.some((rule) => !broken.has(keyOf(call, rule)));
  });
  const [wrong, state] =
    refused.length > 0
      ? [refused, ours`refused`]
      : [otherwise, otherwise.length > 0 ? ours`answered otherwise` : ours`served`];
  const told = wrong.find((call) => call.client.because) ?? wrong[0] ?? calls[0];
  const isPart = wrong.length > 0 && wrong.length < calls.length;
  const rules = refused.length > 0 ? [] : otherwise.flatMap((call) => call.client.rules ?? []);
  return defined({
    ...{ client: id, name, binding, state },
    breaks,
    operations: isPart ? wrong.map(({ operation }) => operation) : undefined,
    status: refused.length > 0 ? (told.status ?? undefined) : undefined,
    answer: told.client.answer,
    rules: rules.length > 0 ? [...new Set(rules)] : undefined,
    because: told.client.because,
    exchange: told.id,
  });
}

const keyOf = ({ operation, binding }: Pick<ResultExchange, 'operation' | 'binding'>, rule: string) =>
  `${operation} ${binding} ${rule}`;

/** Words why a dialect is not served, with the status of the answer. */
function becauseOf({ status, because }: Pick<ResultDialect, 'status' | 'because'>): Masked {
  const answered = status === undefined ? '' : ours` with status ${status}`;
  return ours`${answered}${because === undefined ? '' : ours` because of ${because}`}`;
}

/** Fails the exchanges of clients that have to be able to call the target (`--gate-clients`) and are not served. */
export function withClients<R extends Pick<Results, 'exchanges' | 'gateClients'>>(recorded: R): R {
  const { gateClients = [], exchanges } = recorded;
  if (gateClients.length === 0) return recorded;
  const isNamed = ({ client }: ResultDialect) =>
    gateClients.some((name) => name === 'all' || name === client);
  const failed = new Map<Masked, Masked>();
  for (const dialect of dialectsOf(exchanges)) {
    if (dialect.state === 'served' || !isNamed(dialect)) continue;
    failed.set(
      dialect.exchange,
      ours`${dialect.name} has to be served (--gate-clients), and is ${dialect.state}${becauseOf(dialect)}`,
    );
  }
  return {
    ...recorded,
    exchanges: exchanges.map((exchange) => {
      const note = failed.get(exchange.id);
      return note ? { ...exchange, verdict: 'failed' as const, note } : exchange;
    }),
  };
}
