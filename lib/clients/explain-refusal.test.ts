import { expect, it, vi } from 'vitest';
import { inputs } from '../../suites/support/plan.ts';
import { NAMESPACE } from '../../suites/support/samples.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ClientState, JudgedExchange } from '../model/judging/verdict.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { clientExchanges } from './client-exchanges.ts';
import { refusalExplainer } from './explain-refusal.ts';

const { clients, contract } = builtInDeclarations();
const exchanges = clientExchanges(clients, inputs, NAMESPACE);

function planned(id: string): Exchange {
  const found = exchanges.find((exchange) => exchange.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

const refused: ClientState = { id: 'x', name: 'X', state: 'refused' };
const answered: ClientState = { id: 'x', name: 'X', state: 'answered' };

/** Explains a refusal by a target that refuses requests whose templates match a pattern. */
async function becauseOf(id: string, pattern: RegExp, changed: Partial<ClientState> = {}) {
  const attempt = vi.fn(async ({ steps }: Exchange) => {
    const isRefused = pattern.test(JSON.stringify(steps.at(-1)?.dialect));
    return { client: isRefused ? { ...refused, ...changed } : answered } as JudgedExchange;
  });
  const explain = refusalExplainer(contract, attempt);
  const { client } = await explain(planned(id), { client: { ...refused, ...changed } });
  return { because: client?.because, alike: client?.alike, attempts: attempt.mock.calls.length, explain };
}

it('names the property that alone is refused', async () => {
  const { because } = await becauseOf('clients/zeep/soap12/SendBulkSms', /action=/);
  expect(because).toBe('action= in the Content-Type');
});

it('names several where each is refused', async () => {
  const { because } = await becauseOf('clients/zeep/soap12/SendBulkSms', /SOAPAction|soap-env:/);
  expect(because).toBe(
    'each of these alone: SOAPAction: "namespace/operation"; the prefix soap-env of the Envelope',
  );
});

it('says so where only several together are refused', async () => {
  const { because } = await becauseOf('clients/zeep/soap12/SendBulkSms', /SOAPAction.*soap-env:/);
  expect(because).toBe('several properties of it together');
});

it("blames no dialect where the contract's own request is refused as well", async () => {
  const { because, alike, attempts } = await becauseOf('clients/zeep/soap12/SendBulkSms', /./);
  expect([because, alike, attempts]).toEqual([undefined, true, 1]);
});

it('explains an answer that breaks rules by the same rules', async () => {
  const otherwise = { state: 'answered', rules: ['delivery/texts'] } as const;
  const { because } = await becauseOf(
    'clients/web-service-proxy/http-get/SendBulkSms',
    /percent-u/,
    otherwise,
  );
  expect(because).toBe('%uXXXX escapes');
});

it('explains the sends of a client once, and its reports once', async () => {
  const { explain, attempts } = await becauseOf('clients/zeep/soap12/SendBulkSms', /action=/);
  const other = await explain(planned('clients/zeep/soap12/SingleShotSmsWithTypeAndKeyID'), {
    client: { ...refused, id: 'x' },
  });
  expect(other.client?.because).toBe('action= in the Content-Type');
  expect(attempts).toBeGreaterThan(1);
});

it('explains nothing where no more may be sent, nor what is served', async () => {
  const explain = refusalExplainer(contract, async () => null);
  const exchange = planned('clients/zeep/soap12/SendBulkSms');
  expect(await explain(exchange, { client: refused })).toEqual({ client: refused });
  expect(await explain(exchange, { client: answered })).toEqual({ client: answered });
});

it("says of an everyday call that the contract's own request is refused as well", async () => {
  const { because, alike } = await becauseOf('clients/zeep/soap12/SingleShotSmsWithTypeAndKeyID', /./);
  expect([because, alike]).toEqual(["what the contract's own request meets as well", undefined]);
});

it("blames no dialect for an everyday answer that the contract's own request gets as well", async () => {
  const otherwise = { state: 'answered', rules: ['delivery/texts'] } as const;
  const id = 'clients/zeep/soap12/SingleShotSmsWithTypeAndKeyID';
  const { because, alike } = await becauseOf(id, /./, otherwise);
  expect([because, alike]).toEqual([undefined, true]);
});
