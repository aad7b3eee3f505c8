import type { Masked } from '../model/running/masked.ts';
import type { ResultDialect, ResultExchange, Results } from '../model/running/results.ts';
import { ours } from '../secrets/mask.ts';
import { groupedBy } from '../text/add-to.ts';
import { defined } from '../text/defined.ts';

/**
 * Returns the dialects in which a target was called, each with what became of its calls. A dialect is answered otherwise
 * where a call of it breaks a rule that the contract's own requests of that operation and binding do not break, or breaks a rule
 * because of its way of writing.
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
  const rulesOf = ({ client: { rules = [], because }, ...call }: ClientCall) =>
    rules.filter((rule) => because !== undefined || !broken.has(keyOf(call, rule)));
  // What plain requests meet as well, such as with a hard text, says nothing of the dialect, unless nothing is served.
  const isNever = calls.every((call) => call.client.state === 'refused');
  const blamed = calls.filter((call) => isNever || !call.client.alike);
  const refused = blamed.filter((call) => call.client.state === 'refused');
  const isRefused = refused.length > 0;
  const wrong = isRefused ? refused : blamed.filter((call) => rulesOf(call).length > 0);
  const isServed = wrong.length === 0;
  const told = wrong.find((call) => call.client.because) ?? wrong[0] ?? calls[0];
  return defined({
    ...{ client: client.id, name: client.name, binding },
    state: isRefused ? ours`refused` : isServed ? ours`served` : ours`answered otherwise`,
    breaks: calls.some((call) => call.client.breaks) || undefined,
    operations:
      isServed || wrong.length === calls.length ? undefined : wrong.map(({ operation }) => operation),
    // Without an answer, the status is that of the send before it.
    status: isRefused && told.client.answer ? (told.status ?? undefined) : undefined,
    answer: told.client.answer,
    rules: isRefused || isServed ? undefined : [...new Set(wrong.flatMap(rulesOf))],
    because: told.client.because,
    exchange: told.id,
  });
}

const keyOf = ({ operation, binding }: Pick<ResultExchange, 'operation' | 'binding'>, rule: string) =>
  `${operation} ${binding} ${rule}`;

function becauseOf({ status, because }: Pick<ResultDialect, 'status' | 'because'>): Masked {
  const answered = status === undefined ? '' : ours` with status ${status}`;
  return ours`${answered}${because === undefined ? '' : ours` because of ${because}`}`;
}

/** Fails the exchanges of clients that have to be able to call the target (`--gate-clients`) and are not served. */
export function withClients<R extends Pick<Results, 'exchanges' | 'gateClients'>>(
  recorded: R,
  dialects: readonly ResultDialect[],
): R {
  const { gateClients = [], exchanges } = recorded;
  if (gateClients.length === 0) return recorded;
  const isNamed = ({ client }: ResultDialect) =>
    gateClients.some((name) => name === 'all' || name === client);
  const missing = dialects.filter((dialect) => dialect.state !== 'served' && isNamed(dialect));
  const judged = exchanges.map((exchange) => {
    const found = missing.find((dialect) => dialect.exchange === exchange.id);
    if (!found) return exchange;
    const note = ours`${found.name} has to be served (--gate-clients), and is ${found.state}${becauseOf(found)}`;
    return { ...exchange, verdict: 'failed' as const, note };
  });
  return { ...recorded, exchanges: judged };
}
