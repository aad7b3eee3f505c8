// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the case language writes references like this
import { beforeAll, describe, expect, it } from 'vitest';
import { contract, loaded } from '../../../suites/support/cases.ts';
import { declaredCase, inputs } from '../../../suites/support/plan.ts';
import type { DeclaredCase, DeclaredStep, Exchange } from '../../model/exchange.ts';
import { loadDeclarations } from '../../run/built-in.ts';
import { forms } from '../../wire/bindings/edits/edits.ts';
import { expand, openParameters } from './expand.ts';
import { sampleNumbers } from './generate.ts';
import { exchangeRecipients } from './recipients.ts';

function only(declared: DeclaredCase): Exchange {
  const [exchange, ...rest] = expand([declared], inputs);
  if (!exchange || rest.length > 0) throw new Error('one exchange was expected');
  return exchange;
}

function step(operation: string, changes: Partial<DeclaredStep> = {}): DeclaredStep {
  return { operation, over: 'same', with: {}, capture: {}, ...changes };
}

const report = step('ReportSmsWithPacketId', { with: { PacketId: '${packet}' } });
const send = step('SendBulkSms', { capture: { packet: { field: 'PacketID' } } });

describe('expand', () => {
  it('goes over bindings first, then over the matrix, in the order of declaration', () => {
    const declared = declaredCase({
      bindings: ['soap11', 'http-get'],
      matrix: { t: { a: 'A', b: 'B' }, u: { c: 'C' } },
      levels: { 'b.c': 'should' },
    });
    const planned = expand([declared, declaredCase({ id: 'next' })], inputs);
    expect(planned.map(({ id, level }) => `${id} ${level}`)).toEqual([
      'SendBulkSms/hello/soap11/a.c must',
      'SendBulkSms/hello/soap11/b.c should',
      'SendBulkSms/hello/http-get/a.c must',
      'SendBulkSms/hello/http-get/b.c should',
      'SendBulkSms/next/soap11 must',
    ]);
  });

  it('writes every step in the form of the case, by name or by its variant', () => {
    const steps = [send, report];
    const matrix = { how: { a: 'cdata', b: 'comments' } };
    const cases = [{}, { form: 'cdata' }, { matrix, form: '${how}' }].map((declared) =>
      declaredCase({ steps, ...declared }),
    );
    const forms = expand(cases, inputs).map((exchange) => exchange.steps.map((step) => step.form));
    const expected = [undefined, 'cdata', 'cdata', 'comments'];
    expect(forms).toEqual(expected.map((form) => [form, form]));
  });

  it('has the reports of an exchange share a connection where the case says so, and a send where its step does', () => {
    const [kept] = expand([declaredCase({ steps: [send, report, report], keptConnection: true })], inputs);
    const name = kept?.id;
    const connections = kept?.steps.map((step) => step.kept);
    expect(connections).toEqual([undefined, { name, isLast: false }, { name, isLast: true }]);
    const reportAlone = { ...report, ownConnection: true as const };
    const [alone] = expand(
      [declaredCase({ steps: [send, report, reportAlone], keptConnection: true })],
      inputs,
    );
    expect(alone?.steps.map((step) => step.kept)).toEqual([undefined, { name, isLast: true }, undefined]);
    const keptSend = { ...send, ownConnection: false };
    const [sends] = expand([declaredCase({ steps: [keptSend, keptSend], keptConnection: true })], inputs);
    expect(sends?.steps.map((step) => step.kept?.isLast)).toEqual([false, true]);
    const [plain] = expand([declaredCase({ steps: [send, report] })], inputs);
    expect(plain?.steps.map((step) => step.kept)).toEqual([undefined, undefined]);
  });

  it('gives every parameter what the case says, else what the target wants as it is written, else what is canonical', () => {
    const steps = [
      step('SendBulkSms', { with: { Message: 'Hi', EndTime: 'x' } }),
      step('SingleShotSmsWithTypeAndKeyID'),
    ];
    const declared = declaredCase({ steps });
    expect(Object.entries(only(declared).steps[0]?.values ?? {})).toEqual([
      ['ServiceTicket', 'TICKET'],
      ['Originator', 'POSTSMS'],
      ['Message', 'Hi'],
      ['GsmNumbers', ['905000000000', '905000000001']],
      ['BeginTime', ''],
      ['EndTime', 'x'],
    ]);
    const values = { Originator: '$${ACME} ${x}', EndTime: 'y', KeyID: '', constructor: 'z' };
    const [bulk, single] = expand([declared], { ...inputs, values })[0]?.steps ?? [];
    expect(bulk?.values).toMatchObject({ Originator: '$${ACME} ${x}', BeginTime: '', EndTime: 'x' });
    expect(single?.values).toMatchObject({ Originator: '$${ACME} ${x}', PostType: '1', KeyID: '' });
    expect(Object.keys(single?.values ?? {})).not.toContain('EndTime');
  });

  it.each(['OTHER', ''])('gives another ticket where the case says one: %j', (ServiceTicket) => {
    const { steps } = only(declaredCase({ steps: [step('SendBulkSms', { with: { ServiceTicket } })] }));
    expect(steps[0]?.values.ServiceTicket).toBe(ServiceTicket);
  });

  it('puts names into texts and lists, passes a list whole, and writes $${ as it is', () => {
    const exchange = only(
      declaredCase({
        matrix: { text: { a: 'A$${B}' }, list: { two: ['1', '2'] } },
        generate: { plus: { number: 'plus' } },
        steps: [
          step('SendBulkSms', { with: { Message: '<${text}> $${text}', GsmNumbers: '${list}' } }),
          step('SendBulkSms', { with: { Message: '${text}', GsmNumbers: ['${plus}', '0${text}'] } }),
        ],
        expect: {
          sameContent: false,
          packet: { PacketStatus: 'is ${text}' },
          eachDelivery: { KeyID: '${plus}' },
        },
      }),
    );
    expect(exchange.steps[0]?.values).toMatchObject({ Message: '<A${B}> ${text}', GsmNumbers: ['1', '2'] });
    expect(exchange.steps[1]?.values).toMatchObject({
      Message: 'A${B}',
      GsmNumbers: ['+905000000000', '0A${B}'],
    });
    expect(exchange.expect).toEqual({
      sameContent: false,
      packet: { PacketStatus: 'is A${B}' },
      eachDelivery: { KeyID: '+905000000000' },
    });
  });

  it('puts names into each of several texts that are expected, and into those of a fault', () => {
    const exchange = only(
      declaredCase({
        matrix: { text: { a: 'A' } },
        steps: [send, report],
        expect: {
          sameContent: true,
          packet: { PacketID: '${packet}', PacketStatus: { 'one-of': ['${text}', 'b'] } },
          eachDelivery: { KeyID: { empty: false } },
          status: 500,
          fault: { text: 'no ${text}' },
        },
      }),
    );
    expect(exchange.expect).toEqual({
      sameContent: true,
      packet: { PacketID: { step: 0, field: 'PacketID' }, PacketStatus: { 'one-of': ['A', 'b'] } },
      eachDelivery: { KeyID: { empty: false } },
      status: 500,
      fault: { text: 'no A' },
    });
  });

  it('shares between exchanges an expectation that has no text', () => {
    const declared = declaredCase({
      expect: { sameContent: true, packet: {}, eachDelivery: {}, status: 500 },
    });
    expect(only(declared).expect).toBe(declared.expect);
  });

  it('leaves out what the case omits, by name or by its variant, and everything of a call that asks for a description', () => {
    const matrix = { left: { out: 'EndTime' } };
    const steps = [step('SendBulkSms', { omit: ['BeginTime', '${left}'], twice: ['${left}'] })];
    const [planned] = only(declaredCase({ matrix, steps })).steps;
    expect(Object.keys(planned?.values ?? {})).toEqual([
      'ServiceTicket',
      'Originator',
      'Message',
      'GsmNumbers',
    ]);
    expect(planned?.twice).toEqual(['EndTime']);
    const changed = ['wsdl', 'list-element-per-parameter'].map(
      (change) => only(declaredCase({ change })).steps[0],
    );
    expect(changed.map((step) => [step?.change, Object.keys(step?.values ?? {}).length])).toEqual([
      ['wsdl', 0],
      ['list-element-per-parameter', 6],
    ]);
  });

  it('keeps with classes of values what their parameter has elsewhere, and earlier ids where there are any', () => {
    const carries = [{ parameter: 'Originator', classes: ['one'] }];
    const exchange = only(declaredCase({ carries, aliases: ['before'] }));
    expect(exchange.carried).toEqual([{ parameter: 'Originator', classes: ['one'], plain: 'POSTSMS' }]);
    expect(exchange.aliases).toEqual(['before']);
    const plain = only(declaredCase());
    expect(plain).not.toHaveProperty('carried');
    expect(plain).not.toHaveProperty('aliases');
  });

  it('asks what it expects of the last step alone, and of none where that is the same for every binding', () => {
    const asked = { sameContent: false, packet: { PacketStatus: 'x' }, eachDelivery: {} };
    const over = (last: string, expected = asked) =>
      only(declaredCase({ steps: [send, { ...report, over: last }], expect: expected })).steps.map(
        (step) => step.expected,
      );
    expect(over('http-get')).toEqual([undefined, true]);
    expect(over('same')).toEqual([undefined, undefined]);
    expect(over('http-get', { ...asked, packet: {} } as never)).toEqual([undefined, undefined]);
  });

  it('keeps what is around a capture, with which the report is not one on its packet', () => {
    const around = step('ReportSmsWithPacketId', { with: { PacketId: ' 0${packet}$${x}' } });
    const planned = only(declaredCase({ bindings: ['soap11'], steps: [send, around] })).steps[1];
    const PacketId = { step: 0, field: 'PacketID', before: ' 0', after: '${x}' };
    expect(planned).toMatchObject({ values: { PacketId } });
    expect(planned?.reportsOn).toBeUndefined();
  });

  it('keeps a capture as the step and field it will come from, and says which step a report is on', () => {
    const { steps } = only(
      declaredCase({ operation: 'ReportSmsWithPacketId', steps: [step('SendBulkSms'), send, report] }),
    );
    expect(steps[2]?.values.PacketId).toEqual({ step: 1, field: 'PacketID' });
    expect(steps.map((planned) => planned.reportsOn)).toEqual([undefined, undefined, 1]);
    const named = only(declaredCase({ steps: [{ ...report, with: { PacketId: 'P1' } }] }));
    expect(named.steps[0]).not.toHaveProperty('reportsOn');
  });

  it('goes over one binding, or over a binding of the matrix', () => {
    const declared = declaredCase({
      matrix: { reader: { get: 'http-get', s12: 'soap12' } },
      steps: [send, { ...report, over: '${reader}' }, { ...report, over: 'http-post' }],
    });
    expect(
      expand([declared], inputs).map((exchange) => exchange.steps.map((planned) => planned.binding)),
    ).toEqual([
      ['soap11', 'http-get', 'http-post'],
      ['soap11', 'soap12', 'http-post'],
    ]);
  });

  it('goes over every binding, its own first, and reads the first again where contents are compared', () => {
    const declared = declaredCase({
      bindings: ['http-get'],
      steps: [send, { ...report, over: 'every-binding' }],
      expect: { sameContent: true, packet: {}, eachDelivery: {} },
    });
    const { steps } = only(declared);
    expect(steps.map(({ binding, reportsOn, rereads }) => [binding, reportsOn, rereads])).toEqual([
      ['http-get', undefined, undefined],
      ...['http-get', 'soap11', 'soap12', 'http-post'].map((binding) => [binding, 0, undefined]),
      ['http-get', 0, 1],
    ]);
    const uncompared = only({ ...declared, expect: { sameContent: false, packet: {}, eachDelivery: {} } });
    expect(uncompared.steps).toHaveLength(5);
  });

  it('counts one message for each recipient of each send, and none for reports', () => {
    const single = step('SingleShotSmsWithTypeAndKeyID');
    const many = step('SendBulkSms', { with: { GsmNumbers: { numbers: 3, repeat: 2 } } });
    expect(only(declaredCase({ steps: [single] })).messages).toBe(1);
    expect(only(declaredCase({ steps: [single, many, send, report] })).messages).toBe(1 + 6 + 2);
    expect(only(declaredCase({ steps: [step('SendBulkSms', { over: 'every-binding' })] })).messages).toBe(8);
  });

  it('has every call of every exchange draw numbers in turn, where they take turns', () => {
    const send = (numbers: number) => ({
      ...{ operation: 'SendBulkSms', over: 'same', capture: {} },
      with: { GsmNumbers: { numbers } },
    });
    const cases = [
      declaredCase({ steps: [send(1), send(2)] }),
      declaredCase({ id: 'next', steps: [send(1)] }),
    ];
    const drawn = (turning: number) =>
      expand(cases, { ...inputs, turning }).map(({ steps }) =>
        steps.map(({ values }) =>
          [values.GsmNumbers]
            .flat()
            .map((number) => String(number).slice(-1))
            .join(''),
        ),
      );
    expect(drawn(100)).toEqual([['0', '12'], ['3']]);
    expect(drawn(2)).toEqual([['0', '10'], ['1']]);
    expect(drawn(0)).toEqual([['0', '01'], ['0']]);
  });

  it('gives what a case generates under different names, or over different bindings, different unique ids', () => {
    const declared = declaredCase({
      bindings: ['soap11', 'http-get'],
      generate: { one: { 'unique-id': 'x' }, two: { 'unique-id': 'x' } },
      steps: [step('SendBulkSms', { with: { Originator: '${one}', Message: '${two}' } })],
    });
    const ids = expand([declared], inputs).flatMap(({ steps }) =>
      steps.flatMap(({ values: { Originator, Message } }) => [Originator, Message]),
    );
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('the plan of the built-in cases', () => {
  const { cases } = loaded(loadDeclarations());
  // Not while tests are collected: what fails there fails no test.
  let plan: readonly Exchange[] = [];
  beforeAll(() => {
    plan = expand(cases, inputs);
  });

  it('tries every form over every binding that it fits', () => {
    const tried = new Set(plan.flatMap(({ steps }) => steps.map((step) => `${step.form} ${step.binding}`)));
    const all = forms.flatMap((form) => form.bindings.map((binding) => `${form.id} ${binding}`));
    expect(all.filter((combination) => !tried.has(combination))).toEqual([]);
  });

  it('is the same for the same inputs', () => {
    expect(expand(cases, inputs)).toEqual(plan);
    expect(expand(cases, { ...inputs, runId: 'run2' })).not.toEqual(plan);
  });

  it('has exchanges with ids of their own, over every operation and binding', () => {
    expect(new Set(plan.map((exchange) => exchange.id)).size).toBe(plan.length);
    const pairs = new Set(plan.map((exchange) => `${exchange.operation}/${exchange.binding}`));
    expect(pairs.size).toBe(16);
  });

  it('never uses a unique id twice', () => {
    const marker = `-${inputs.runId}-`;
    const ids = plan.flatMap((exchange) => {
      const values = exchange.steps.flatMap((planned) =>
        planned.rereads === undefined ? Object.values(planned.values) : [],
      );
      return [...new Set(values.filter((value) => typeof value === 'string' && value.includes(marker)))];
    });
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('stays within the numbers it was given, however few', () => {
    const few = expand(cases, { ...inputs, numbers: sampleNumbers(1) });
    const recipients = few.flatMap((exchange) => exchangeRecipients(exchange, contract));
    expect(recipients.length).toBeGreaterThan(plan.length / 2);
    expect(new Set(recipients.map((number) => String(number).slice(-10)))).toEqual(new Set(['5000000000']));
  });
});

it('open parameters are those without a part in the service, each once', () => {
  const single = ['Originator', 'KeyID', 'PostType', 'BeginTime', 'MessageType', 'RecipientType'];
  expect(openParameters(contract)).toEqual([...single, 'EndTime']);
});
