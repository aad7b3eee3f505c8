import type { Dialect } from '../model/client.ts';
import type { Contract } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ClientState, JudgedExchange } from '../model/judging/verdict.ts';
import { TEXT } from './client-exchanges.ts';
import { type DialectProperty, dialectProperties, plainDialect } from './dialect-properties.ts';

type Explanation = Pick<ClientState, 'alike' | 'because'>;

/** Properties that are named where each alone makes a target refuse a call. */
const MOST_NAMED = 3;

/**
 * Returns a function that finds out why a target refuses a call in the dialect of a client, or answers it wrongly: it sends
 * the contract's own request with one property of the dialect at a time. What holds for one send or report of the client holds for the next.
 *
 * @param attempt judges an exchange with another dialect; null if no more may be sent
 */
export function refusalExplainer(
  { bindings, operations }: Contract,
  attempt: (exchange: Exchange) => Promise<JudgedExchange | null>,
) {
  const explained = new Map<string, Promise<Explanation | undefined>>();
  return async <Judged extends Pick<JudgedExchange, 'client'>>(
    exchange: Exchange,
    judged: Judged,
  ): Promise<Judged> => {
    const { client } = judged;
    const isWrong = client && !client.alike && (client.state === 'refused' || client.rules !== undefined);
    const step = exchange.steps.at(-1);
    const binding = bindings.find(({ id }) => id === step?.binding);
    if (!isWrong || !step?.dialect || !binding) return judged;
    const kind = operations.find(({ name }) => name === step.operation)?.kind;
    const key = `${client.id}/${binding.id}/${kind}/${client.state}`;
    const explaining = explained.get(key) ?? explain(exchange, client, step.dialect, plainDialect(binding));
    explained.set(key, explaining);
    const explanation = await explaining;
    return explanation === undefined ? judged : { ...judged, client: { ...client, ...explanation } };
  };

  async function explain(exchange: Exchange, client: ClientState, dialect: Dialect, plain: Dialect) {
    /** Returns whether another dialect is taken in the same way; undefined if no more may be sent. */
    const isSame = async (other: Dialect) => {
      const steps = exchange.steps.map((step) => (step.dialect ? { ...step, dialect: other } : step));
      const tried = await attempt({ ...exchange, steps });
      if (!tried) return undefined;
      const { state, rules } = tried.client ?? {};
      return state === client.state && (client.rules?.some((rule) => rules?.includes(rule)) ?? true);
    };
    const alike = await isSame(plain);
    // That a hard text is refused says nothing of the dialect; that an everyday call is does. A wrong answer never does.
    const isHard = Object.values(exchange.steps.at(-1)?.values ?? {}).includes(TEXT);
    if (alike) return isHard || client.state === 'answered' ? { alike } : { because: ALIKE };
    return alike === undefined ? undefined : reasonFor(dialectProperties(dialect, plain), isSame);
  }
}

/** Names the properties that alone bring it about; undefined if no more may be sent. */
async function reasonFor(
  properties: readonly DialectProperty[],
  isSame: (dialect: Dialect) => Promise<boolean | undefined>,
): Promise<Explanation | undefined> {
  const names: string[] = [];
  for (const property of properties) {
    if (property.isWhole && names.length > 0) continue;
    const isReason = await isSame(property.dialect);
    if (isReason === undefined) return undefined;
    if (isReason) names.push(property.name);
    if (names.length === MOST_NAMED) break;
  }
  const [first = 'several properties of it together', ...more] = names;
  return { because: more.length === 0 ? first : `each of these alone: ${names.join('; ')}` };
}

/** Why a call is refused where the dialect is not the reason. */
const ALIKE = "what the contract's own request meets as well";
