import { describe, expect, it } from 'vitest';
import { contract, loaded } from '../../suites/support/cases.ts';
import { expand } from '../cases/plan/expand.ts';
import { sampleNumbers } from '../cases/plan/generate.ts';
import { loadDeclarations } from '../run/built-in.ts';
import { coveringCases, joined, literal } from './covering.ts';

const { classes } = loaded(loadDeclarations());
const open = { contract, fixed: [], anyRecipient: true };
const inputs = { contract, ticket: 'T-1', values: {}, runId: 'r1', numbers: sampleNumbers(10_000) };
const exchanges = expand(coveringCases(classes, open), inputs);

/** Which classes an operation carries in a parameter over a binding. */
function carriedIn(operation: string, binding: string, parameter: string): ReadonlySet<string> {
  const ofBinding = exchanges.filter(
    (exchange) => exchange.operation === operation && exchange.binding === binding,
  );
  const carried = ofBinding
    .flatMap((input) => input.carried ?? [])
    .filter((input) => input.parameter === parameter);
  return new Set(carried.flatMap((input) => input.classes));
}

describe('the covering array', () => {
  const texts = classes.filter(({ text, inside }) => text !== undefined || inside !== undefined);
  const sends = contract.operations.filter(({ kind }) => kind === 'send');
  const places = sends.flatMap(({ name, parameters }) =>
    parameters
      .filter(({ role }) => role !== 'ticket')
      .flatMap((parameter) =>
        contract.bindings.map(({ id }) => [name, parameter.name, id, parameter.type] as const),
      ),
  );

  it.each(places)('has every class of %s in %s over %s', (operation, parameter, binding, type) => {
    const wanted = type === 'list' ? classes : texts;
    expect([...carriedIn(operation, binding, parameter)].sort()).toEqual(wanted.map(({ id }) => id).sort());
  });

  it('stays within 300 exchanges and 750 requests', () => {
    expect(exchanges.length).toBeLessThanOrEqual(300);
    expect(exchanges.flatMap(({ steps }) => steps).length).toBeLessThanOrEqual(750);
  });

  it('reports on each packet by every operation that can read it', () => {
    const called = (id: string) =>
      exchanges.find((exchange) => exchange.id === id)?.steps.map((step) => [step.operation, step.level]);
    expect(called('SendBulkSms/values/soap11/markup')).toEqual([
      ['SendBulkSms', undefined],
      ['ReportSmsWithPacketId', 'must'],
    ]);
    expect(called('SingleShotSmsWithTypeAndKeyID/values/http-get/markup')).toEqual([
      ['SingleShotSmsWithTypeAndKeyID', undefined],
      ['ReportSingleShotSms', 'must'],
      ['ReportSmsWithPacketId', undefined],
    ]);
  });

  it('has ids of its own, which another class does not change', () => {
    const ids = exchanges.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const urgent = {
      id: 'own',
      text: 'own',
      title: 'x',
      because: 'y',
      source: { file: 'f', line: 1, column: 1 },
    };
    const more = expand(coveringCases([urgent, ...classes], open), inputs).map(({ id }) => id);
    expect(ids.filter((id) => !more.includes(id))).toEqual([]);
    expect(more).toContain('SendBulkSms/values/soap11/own');
  });

  it('has different values in the parameters of a request, and knows what each has elsewhere', () => {
    for (const { steps, carried = [] } of exchanges) {
      const values = carried.map(({ parameter }) => JSON.stringify(steps[0]?.values[parameter]));
      expect(new Set(values).size).toBe(values.length);
    }
    expect(exchanges[0]?.carried?.map(({ parameter, plain }) => [parameter, plain])).toEqual([
      ['Message', 'Conformance test message'],
      ['Originator', 'POSTSMS'],
      ['GsmNumber', '905000000000'],
      ['KeyID', expect.stringMatching(/^Key-r1-/)],
      ['PostType', '1'],
      ['BeginTime', ''],
      ['MessageType', '1'],
      ['RecipientType', '1'],
    ]);
  });

  it('leaves recipients and values of the target as they are, where messages reach people', () => {
    const cases = coveringCases(classes, { contract, fixed: ['KeyID'], anyRecipient: false });
    const live = expand(cases, { ...inputs, values: { KeyID: 'K' }, numbers: ['905001112233'] });
    const recipients = live.flatMap(({ steps }) => steps[0]?.values.GsmNumber ?? steps[0]?.values.GsmNumbers);
    expect(new Set(recipients.flat())).toEqual(new Set(['905001112233']));
    expect(new Set(live.map(({ steps }) => steps[0]?.values.KeyID))).toEqual(new Set(['K', undefined]));
  });
});

it('parts of a text neither touch each other nor its ends', () => {
  expect(joined(['<b>', '&'])).toBe('a<b>b&c');
});

it('a text that looks like a reference refers to nothing', () => {
  expect(literal('$$\u007Bx} $\u007By}')).toBe('$$$\u007Bx} $$\u007By}');
  const sent = exchanges.find(({ id }) => id === 'SendBulkSms/values/soap11/syntax')?.steps[0]?.values
    .Message;
  expect(sent).toContain('$&$1$$');
  expect(sent).toContain('$\u007Bx} {0} %s {{y}}');
});
