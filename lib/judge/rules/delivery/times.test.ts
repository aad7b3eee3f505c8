import { describe, expect, it } from 'vitest';
import {
  context,
  edit,
  fires,
  found,
  type Given,
  judgementOf,
  read,
  resultPath,
  silent,
  tells,
  tellsReplies,
} from '../../../../suites/support/judged.ts';
import { judgeStep } from '../../judge-step.ts';

const [delivered, sent] = ['>2026-01-02 03:04<', '>2026-01-02<'];
const list = (operation = 'SendBulkSms') =>
  `${resultPath(operation, 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;

describe('delivery/time-order', () => {
  const wrong = (actual: string, before = '2026-01-02') =>
    `delivery/time-order should ${list()}[1]/DeliveryTime: expected not before the SendDate "${before}"; actual "${actual}" (field: DeliveryTime, other: SendDate)`;

  tells('a delivery before its sending', edit(sent, '>2026-01-02 06:04:59<'), [
    `${wrong('2026-01-02 03:04', '2026-01-02 06:04:59')} +1`,
  ]);
  tells('one of another format, on the day before', edit(delivered, '>01.01.2026<'), [
    `${wrong('01.01.2026')} +1`,
  ]);
  fires('one of several', edit(/(905321112244.*?)>2026-01-02 03:04</g, '$1>2026-01-01<'), [
    `delivery/time-order ${list()}[2]/DeliveryTime`,
  ]);
  const both = (one: string, other: string) => edit(delivered, `>${one}<`, sent, `>${other}<`);
  silent('another precision', both('2026-01-02 03:05', '2026-01-02T03:05:59.9'));
  silent('another zone', both('2026-01-02T01:04:00Z', '2026-01-02T03:04:00+03:00'));
  silent('a zone that only one has', both('2026-01-02T03:04:00Z', '2026-01-02T04:04:00'));
  silent('a month that could be a day', both('01/02/2026', '2026-01-15'));
  silent('a delivery that has not happened yet', edit(delivered, '>0001-01-01T00:00:00<'));
  silent('empty texts', edit(delivered, '><'));
  silent('texts that are no times', edit(delivered, '>soon<', sent, '>now<'));

  it.each<[boolean, string, Given]>([
    [true, 'one of two can be compared', edit(/(905321112244.*?)>2026-01-02 03:04</g, '$1>soon<')],
    [false, 'none can be compared', edit(delivered, '>soon<')],
    [false, 'nothing was delivered yet', edit(delivered, '>0001-01-01T00:00:00<')],
    [false, 'nothing is listed', edit(/<DeliveryResults>.*<.DeliveryResults>/g, '<DeliveryResults/>')],
  ])('is evaluated: %s, where %s', (isEvaluated, _, given) => {
    const { evaluated } = judgeStep(read(given), context, { step: 0, level: 'must' });
    expect(evaluated.includes('delivery/time-order')).toBe(isEvaluated);
  });
});

describe('delivery/times', () => {
  tells('what no calendar has', edit(sent, '>2026-27-11<'), [
    `delivery/times should ${list()}[1]/SendDate: expected a time, in any format; actual "2026-27-11" (field: SendDate) +1`,
  ]);
  fires('what a program writes that could not write a time', edit(delivered, '>Invalid Date<'), [
    `delivery/times ${list()}[1]/DeliveryTime`,
  ]);
  silent('texts that may mean a time', edit(delivered, '>soon<', sent, '>null<'));
  it('is not evaluated where there are no texts', () => {
    const { evaluated } = judgeStep(read(edit(delivered, '> <', sent, '><')), context, {
      step: 0,
      level: 'must',
    });
    expect(evaluated).not.toContain('delivery/times');
  });
});

describe('delivery/send-date', () => {
  const sentAt = Date.parse('2026-01-02T12:00:00Z');
  const date = (text: string, more: Given = {}): Given => ({ sentAt, ...edit(sent, `>${text}<`), ...more });
  const report = { operation: 'ReportSmsWithPacketId' };
  const wrong = (actual: string, operation?: string) =>
    `delivery/send-date should ${list(operation)}[1]/SendDate: expected within a day of its send; actual "${actual}" (field: SendDate) +1`;
  const told = [wrong('1448-06-07')];
  it.each<[string, Given, readonly string[]]>([
    ['another calendar', date('1448-06-07'), told],
    ['minutes in the place of the month', date('2026-04-02 03:04'), [wrong('2026-04-02 03:04')]],
    ['a report on a send of the run', date('2025-01-02', report), [wrong('2025-01-02', report.operation)]],
    [
      'a delivered message that was never sent',
      date('0001-01-01T00:00:00', report),
      [wrong('0001-01-01T00:00:00', report.operation)],
    ],
  ])('tells %s', (_, given, expected) => {
    expect(found(given).filter((line) => line.startsWith('delivery/send-date'))).toEqual(expected);
  });
  it.each<[string, Given, boolean]>([
    ['the same day', date('02.01.2026'), true],
    ['the day in the furthest zones', date('2026-01-03'), true],
    ['the month first', date('01/02/2026'), true],
    [
      'the clock of the server, which is another',
      date('2024-05-06', {
        headers: [
          ['Content-Type', 'text/xml; charset=utf-8'],
          ['date', 'Mon, 06 May 2024 10:00:00 GMT'],
        ],
      }),
      true,
    ],
    ['a message that was not sent yet', date('0001-01-01T00:00:00'), false],
    ['a recording without a time', edit(sent, '>1448-06-07<'), false],
    [
      'a message that is to be sent later',
      date('2027-01-02', { values: { BeginTime: '2027-01-02' } }),
      false,
    ],
    ['a text that is no time', date('now'), false],
    ['a packet that another sent', date('2020-01-02', { ...report, sent: null }), false],
  ])('says nothing of %s', (_, given, isEvaluated) => {
    const { findings, evaluated } = judgeStep(read(given), context, { step: 0, level: 'must' });
    expect(findings.filter(({ rule }) => rule === 'delivery/send-date')).toEqual([]);
    expect(evaluated.includes('delivery/send-date')).toBe(isEvaluated);
  });
});

describe('report/send-date', () => {
  const operation = 'ReportSmsWithPacketId';
  const report = (date: string): Given => ({ operation, ...edit(sent, `>${date}<`) });
  const send = (date: string): Given => edit(sent, `>${date}<`);
  const of = (one: Given, reportsOn = 0) => ({ ...one, reportsOn });
  const wrong = (expected: string, actual: string) =>
    `report/send-date should ${list(operation)}[1]/SendDate: expected "${expected}"; actual "${actual}" (field: SendDate) +1`;

  tellsReplies(
    'another date than in the send, at its step',
    [[{}, { operation }, of({ operation }), of(report('2026-01-01'))]],
    [`3: ${wrong('2026-01-02', '2026-01-01')}`],
  );
  tellsReplies(
    'the empty date of .NET',
    [[send('02.01.2026 01:00:00'), of(report('0001-01-01T00:00:00'))]],
    [`1: ${wrong('02.01.2026 01:00:00', '0001-01-01T00:00:00')}`],
  );
  const silentOn = (what: string, one: string, other: string) =>
    tellsReplies(`nothing of ${what}`, [[send(one), of(report(other))]], []);
  silentOn('another format and precision', '2026-01-02T03:04:05', '02.01.2026 03:04');
  silentOn('another zone for the same instant', '2026-01-02T03:04:05+03:00', '2026-01-02T00:04:05Z');
  silentOn('a zone that only one has', '2026-01-02T03:04:05', '2026-01-02T03:04:05+03:00');
  silentOn('a packet that was not sent at first', '0001-01-01T00:00:00', '2026-01-03');
  silentOn('an empty text', '2026-01-01T03:04:05', '');
  tellsReplies('nothing of a report on no send of the exchange', [[{}, report('2025-01-01')]], []);
  tellsReplies('nothing of a send that could not be read', [[null, of(report('2025-01-01'))]], []);
  const other = (one: Given, reportsOn?: number) => ({
    ...one,
    ...(reportsOn === undefined ? {} : { reportsOn }),
  });
  it.each<[boolean, string, Given, Given, number?]>([
    [true, 'two dates can be compared', send('2026-01-05'), report('2026-01-05'), 0],
    [false, 'one has no zone', send('2026-01-02T03:04:05'), report('2026-01-02T03:04:05+03:00'), 0],
    [false, 'the packet was not sent at first', send('0001-01-01T00:00:00'), report('2026-01-03'), 0],
    [false, 'the report is on no send of the exchange', send('2026-01-05'), report('2026-01-05')],
  ])('is evaluated: %s, where %s', (isEvaluated, _, one, another, reportsOn) => {
    const { evaluated } = judgementOf([one, other(another, reportsOn)]);
    expect(evaluated.includes('report/send-date')).toBe(isEvaluated);
  });
  const two = edit(/(905321112244.*?)>2026-01-02<(?=.Send)/g, '$1>2026-01-01<');
  tellsReplies(
    'nothing of dates of other recipients',
    [[two, of({ operation, ...edit(sent, '>2026-01-01<') })]],
    [],
  );
});
