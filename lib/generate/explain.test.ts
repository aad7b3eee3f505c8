import { expect, it } from 'vitest';
import { plannedExchanges } from '../../suites/support/report.ts';
import type { Exchange } from '../model/exchange.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { explainer } from './explain.ts';

const [values] = plannedExchanges('SendBulkSms/values/soap11/markup');

/** A drawn exchange with every class in its message. */
function drawn(length: number): Exchange {
  if (!values) throw new Error('there is no such exchange');
  const [send, ...reports] = values.steps;
  const steps = send
    ? [{ ...send, values: { ...send.values, Message: 'x'.repeat(length) } }, ...reports]
    : [];
  return { ...values, id: `SendBulkSms/drawn/soap11/${length}`, case: 'drawn', steps };
}

/** Judges as if a service lost what is behind the 160th character. */
function judgedAs({ id, steps }: Exchange): JudgedExchange {
  const isLong = String(steps[0]?.values.Message).length > 160;
  const finding = { rule: 'delivery/texts', level: 'should', step: 0, requirements: [], more: 0 };
  const findings = isLong ? [{ ...finding, path: '', expected: '', actual: '' }] : [];
  return { id, findings, steps: [{ reached: 'reply' }] } as unknown as JudgedExchange;
}

it('what explains one drawn exchange is all that is tried for the next', async () => {
  let tried = 0;
  const explained = explainer(builtInDeclarations().classes, async (exchange) => {
    tried += 1;
    return judgedAs(exchange);
  });
  for (const length of [500, 600]) {
    tried = 0;
    const { findings } = await explained(drawn(length), judgedAs(drawn(length)));
    expect(findings[0]?.smallestInputs).toEqual([
      { parameter: 'Message', value: 'a'.repeat(161), rightUpTo: 160 },
    ]);
  }
  expect(tried).toBe(0);
});

it('what everyday values show as well is compared with a chain of the same calls', async () => {
  const wrong = (exchange: Exchange): JudgedExchange => {
    const [finding] = judgedAs(drawn(500)).findings;
    const step = exchange.steps.length - 1;
    return { ...judgedAs(drawn(1)), findings: finding ? [{ ...finding, step }] : [] };
  };
  const explained = explainer(builtInDeclarations().classes, async (exchange) => wrong(exchange));
  const [send, ...reports] = drawn(20).steps;
  const between = { ...drawn(20), steps: send ? [send, send, ...reports] : [] };
  for (const exchange of [drawn(20), between]) {
    const { findings, classes = [] } = await explained(exchange, wrong(exchange));
    expect(findings[0]?.smallestInputs).toBeUndefined();
    expect(classes.filter(({ state }) => state !== 'held')).toEqual([]);
  }
});

it('what one fault of a rule depends on is not said of another of the same rule', async () => {
  const [numbers] = plannedExchanges('SendBulkSms/values/soap11/markup');
  const [send, ...reports] = numbers?.steps ?? [];
  if (!numbers || !send) throw new Error('there is no such exchange');
  const sending = (id: string, list: readonly string[]): Exchange => ({
    ...numbers,
    id,
    carried: [{ parameter: 'GsmNumbers', classes: ['signed'], plain: ['905000000000'] }],
    steps: [{ ...send, values: { ...send.values, GsmNumbers: list } }, ...reports],
  });
  /** Judges as if a service lost what is behind the 20th recipient, and the plus of each. */
  const wrong = (exchange: Exchange): JudgedExchange => {
    const list = [exchange.steps[0]?.values.GsmNumbers ?? []].flat().map(String);
    const of = { rule: 'delivery/recipients', level: 'must', step: 0, requirements: [], more: 0, path: '' };
    const text = (sent: string) => ({ kind: 'text', text: sent });
    const findings = [
      ...list
        .filter((number) => number.startsWith('+'))
        .map((number) => ({ ...of, expected: [text(number)], actual: '' })),
      ...(list.length > 20 ? [{ ...of, expected: ['delivery results for'], actual: 'none' }] : []),
    ];
    return { id: exchange.id, findings, steps: [{ reached: 'reply' }] } as unknown as JudgedExchange;
  };
  const explained = explainer(builtInDeclarations().classes, async (exchange) => wrong(exchange));
  const many = sending(
    'many',
    Array.from({ length: 100 }, (_, place) => `${905000000000 + place}`),
  );
  const plus = sending('plus', ['905000000000', '+1.50']);
  const smallest: unknown[] = [];
  for (const exchange of [many, plus]) {
    const { findings } = await explained(exchange, wrong(exchange));
    smallest.push(
      ...findings.map((finding) =>
        finding.smallestInputs?.map(({ value, rightUpTo }) => [value.length, rightUpTo]),
      ),
    );
  }
  expect(smallest).toEqual([[[21, 20]], [[1, undefined]]]);
});

it('a length is said only where both sides of it hold once more', async () => {
  let tried = 0;
  // A service that loses the end of long texts for a while.
  const explained = explainer(builtInDeclarations().classes, async (exchange) => {
    tried += 1;
    return tried > 10 ? judgedAs(drawn(1)) : judgedAs(exchange);
  });
  const { findings } = await explained(drawn(500), judgedAs(drawn(500)));
  expect(findings[0]?.smallestInputs).toBeUndefined();
});

it('a smaller input shows the change of the text that it explains, and no other of the same rule', async () => {
  const finding = { rule: 'delivery/texts', level: 'should', step: 0, requirements: [], more: 0, path: '' };
  const judged = ({ id, steps }: Exchange) => {
    const text = String(steps[0]?.values.Message);
    const changes = text.length > 160 ? ['cut'] : text.length > 70 ? ['trimmed'] : [];
    const findings = changes.map((actual) => ({ ...finding, expected: '', actual }));
    return { id, findings, steps: [{ reached: 'reply' }] } as unknown as JudgedExchange;
  };
  const smallestOf = async (changesIn?: Parameters<typeof explainer>[2]) => {
    const explained = explainer(
      builtInDeclarations().classes,
      async (exchange) => judged(exchange),
      changesIn,
    );
    const { findings } = await explained(drawn(500), judged(drawn(500)));
    return findings[0]?.smallestInputs;
  };
  expect(await smallestOf(({ actual }) => [String(actual)])).toMatchObject([{ rightUpTo: 160 }]);
  expect(await smallestOf()).toMatchObject([{ rightUpTo: 70 }]);
});
