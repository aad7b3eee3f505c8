import type { Dialect } from '../model/client.ts';
import type { Contract } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ClientState, JudgedExchange } from '../model/judging/verdict.ts';
import { TEXT } from './client-exchanges.ts';
import { dialectProperties, plainDialect } from './dialect-properties.ts';

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
    const isWrong = client?.state === 'refused' || client?.rules !== undefined;
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
    const showsIt = async (other: Dialect) => {
      const steps = exchange.steps.map((step) => (step.dialect ? { ...step, dialect: other } : step));
      const tried = await attempt({ ...exchange, steps });
      if (!tried) throw NO_MORE;
      const { state, rules } = tried.client ?? {};
      const isBroken = client.rules?.some((rule) => rules?.includes(rule)) ?? true;
      return state === client.state && isBroken;
    };
    const values = Object.values(exchange.steps.at(-1)?.values ?? {});
    return reasonFor(showsIt, dialect, plain, values.includes(TEXT)).catch((error: unknown) => {
      if (error === NO_MORE) return undefined;
      throw error;
    });
  }
}

/** Why a call is refused where the dialect is not the reason. */
const ALIKE = "what the contract's own request meets as well";

/** Thrown where no more may be sent, so that nothing is explained. */
const NO_MORE = new Error('no more may be sent');

/** Returns the properties that alone bring it about, or that the contract's own request does so as well. */
async function reasonFor(
  showsIt: (dialect: Dialect) => Promise<boolean>,
  dialect: Dialect,
  plain: Dialect,
  hasHardText: boolean,
): Promise<Explanation> {
  // That a hard text is refused says nothing of the dialect; that an everyday call is does.
  if (await showsIt(plain)) return hasHardText ? { alike: true } : { because: ALIKE };
  const found: string[] = [];
  for (const property of dialectProperties(dialect, plain)) {
    const isNeeded = !property.isWhole || found.length === 0;
    if (isNeeded && (await showsIt(property.dialect))) found.push(property.name);
    if (found.length === MOST_NAMED) break;
  }
  const [first = 'several properties of it together', ...more] = found;
  return { because: more.length === 0 ? first : `each of these alone: ${found.join('; ')}` };
}
