import { describe, expect, it, onTestFinished } from 'vitest';
import { contract } from '../../../suites/support/cases.ts';
import { plannedExchanges } from '../../../suites/support/report.ts';
import { register } from '../../../suites/support/samples.ts';
import { explainer } from '../../generate/explain.ts';
import { judgeContext } from '../../judge/judge-context.ts';
import type { Exchange } from '../../model/exchange.ts';
import { createHandler } from '../../reference/handler.ts';
import type { Deviation } from '../../reference/seams.ts';
import { serve } from '../../reference/start.ts';
import { httpReply } from '../../reference/write/replies.ts';
import { defaultSettings } from '../../settings/run-settings.ts';
import { openSender } from '../../wire/transport/sender.ts';
import { builtInDeclarations } from '../built-in.ts';
import { runExchange } from '../engine/run-exchange.ts';
import { limitedAttempt } from './send-budget.ts';

const { classes } = builtInDeclarations();
const { namespace, reportDelay } = defaultSettings;

/** Judges an exchange of the classes of values against a service that deviates, with smaller inputs where they may be sent. */
async function judged(
  id: string,
  deviations: readonly Deviation[],
  messages: number | null = null,
  change = (exchange: Exchange) => exchange,
) {
  let requests = 0;
  const handler = createHandler({ contract, namespace, deviations });
  const server = await serve((request) => {
    requests += 1;
    return handler(request);
  });
  const sender = openSender(server.baseUrl, { ...defaultSettings, keepAlive: true });
  onTestFinished(async () => {
    await sender.close();
    await server.close();
  });
  const target = { baseUrl: server.baseUrl, namespace, kind: 'reference' } as const;
  const context = await judgeContext(contract, target, register);
  const [exchange] = plannedExchanges(id).map(change);
  if (!exchange) throw new Error(`no exchange ${id}`);
  const judge = async (exchange: Exchange) =>
    (await runExchange(exchange, { kind: 'live', sender, reportDelay }, context)).judged;
  const explained = explainer(
    classes,
    limitedAttempt(messages, () => false, judge),
  );
  const { findings, classes: states = [] } = await explained(exchange, await judge(exchange));
  const told = states.filter(({ state }) => state !== 'held');
  return { smallest: findings.map(({ smallestInputs }) => smallestInputs), told, states, requests };
}

const echo = (change: (text: string) => string, parameter = 'Message'): Deviation => ({
  request: (values) => ({ ...values, [parameter]: change(String(values[parameter])) }),
});

describe('smaller inputs', () => {
  it('name the class that a finding depends on, and the smallest text that shows it', async () => {
    const { smallest, told, states } = await judged('SendBulkSms/values/soap11/markup', [
      echo((text) => text.replace(/<!--.*?-->/g, '')),
    ]);
    expect(smallest).toEqual([
      [{ parameter: 'Message', value: '<!---->' }],
      [{ parameter: 'Message', value: '<!---->' }],
    ]);
    expect(told).toEqual([{ parameter: 'Message', class: 'comment', state: 'broken' }]);
    expect(states.filter(({ state }) => state === 'held').length).toBeGreaterThan(10);
  });

  it('tell up to how many recipients a report is right', async () => {
    const lost: Deviation = {
      operations: ['ReportSmsWithPacketId'],
      result: (packet) => ({ ...packet, deliveries: packet.deliveries.slice(0, 20) }),
    };
    const { smallest, told } = await judged('SendBulkSms/values/http-post/empty', [lost]);
    expect(smallest).toEqual([
      [{ parameter: 'GsmNumbers', value: expect.objectContaining({ length: 21 }), rightUpTo: 20 }],
    ]);
    expect(told).toEqual([{ parameter: 'GsmNumbers', class: 'numbers-1001', state: 'broken' }]);
  });

  it('tell the same of cases without classes, within a budget that whole lists would exceed', async () => {
    const lost: Deviation = {
      operations: ['ReportSmsWithPacketId'],
      result: (packet) => ({ ...packet, deliveries: packet.deliveries.slice(0, 20) }),
    };
    const { smallest, states } = await judged(
      'ReportSmsWithPacketId/many-numbers/soap11/hundred',
      [lost],
      361,
    );
    expect(smallest).toEqual([
      [{ parameter: 'GsmNumbers', value: expect.objectContaining({ length: 21 }), rightUpTo: 20 }],
    ]);
    expect(states).toEqual([]);
  });

  it('tell the length of a text of a case without classes', async () => {
    const { smallest } = await judged('SendBulkSms/message-long/http-get/thousand', [
      echo((text) => text.slice(0, 160)),
    ]);
    expect(smallest[0]).toEqual([{ parameter: 'Message', value: 'a'.repeat(161), rightUpTo: 160 }]);
  });

  it('blame the length of a text, not the one class in it', async () => {
    const [id, Message] = ['SendBulkSms/values/soap11/markup', `a<!--x-->b${'x'.repeat(200)}`];
    const cut = [echo((text) => text.slice(0, 160))];
    const { smallest, states } = await judged(id, cut, null, (exchange) => ({
      ...exchange,
      steps: exchange.steps.map((step, place) =>
        place === 0 ? { ...step, values: { ...step.values, Message } } : step,
      ),
      carried: [{ parameter: 'Message', classes: ['comment'], plain: 'Hello' }],
    }));
    expect(smallest[0]).toEqual([{ parameter: 'Message', value: 'a'.repeat(161), rightUpTo: 160 }]);
    expect(states).toEqual([{ parameter: 'Message', class: 'comment', state: 'held' }]);
  });

  it('find a parameter that takes few values, and judge the others in full', async () => {
    const { told, states } = await judged('SingleShotSmsWithTypeAndKeyID/values/soap12/units-256', [
      {
        arrival: (_, { values }) =>
          /^\d?$/.test(String(values.MessageType)) ? null : httpReply(500, 'text/plain', 'No such type.'),
      },
    ]);
    expect(new Set(told.map(({ parameter, state }) => `${parameter} ${state}`))).toEqual(
      new Set(['MessageType refused']),
    );
    expect(new Set(states.map(({ parameter }) => parameter)).size).toBe(8);
  });

  it('find what needs two parameters together', async () => {
    const { smallest } = await judged('SingleShotSmsWithTypeAndKeyID/values/soap11/ucs2-two', [
      {
        request: (values) =>
          /ş/.test(String(values.Message)) && values.PostType !== '1' ? { ...values, KeyID: '' } : values,
      },
    ]);
    expect(smallest[0]?.map(({ parameter }) => parameter)).toEqual(
      expect.arrayContaining(['Message', 'PostType']),
    );
  });

  it('blame no class for what everyday values show as well', async () => {
    const { smallest, told, states, requests } = await judged('SendBulkSms/values/soap11/markup', [
      echo(() => 'other'),
    ]);
    expect([smallest[0], told]).toEqual([undefined, []]);
    expect(requests).toBeLessThan(8);
    const parameters = new Set(states.map(({ parameter }) => parameter));
    // A class of Message can neither be seen to be held.
    expect([parameters.has('Message'), parameters.has('Originator')]).toEqual([false, true]);
  });

  it('call no class held by a service that refuses everyday values too', async () => {
    const refusing: Deviation = { arrival: () => httpReply(500, 'text/plain', 'No.') };
    expect((await judged('SendBulkSms/values/soap11/markup', [refusing])).states).toEqual([]);
  });

  it('end where the budget of messages ends', async () => {
    const deviations = [echo((text) => text.replace(/\]\]>/g, ''))];
    const { smallest, requests } = await judged('SendBulkSms/values/soap11/markup', deviations, 4);
    expect(requests).toBeLessThanOrEqual(2 + 4);
    expect(smallest[0]).toBeUndefined();
  });
});
