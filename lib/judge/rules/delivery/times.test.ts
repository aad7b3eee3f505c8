import { describe, expect, it } from 'vitest';
import {
  brokenRulesIn,
  type ChangedReply,
  change,
  findingsIn,
  findingsInExchange,
  judgeReplies,
  read,
} from '../../../../suites/support/judged.ts';
import { context, resultPath } from '../../../../suites/support/samples.ts';
import { judgeStep } from '../../judge-step.ts';

const [delivered, sent] = ['>2026-01-02 03:04<', '>2026-01-02<'];
const list = (operation = 'SendBulkSms') =>
  `${resultPath(operation, 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;

describe('delivery/time-order', () => {
  const wrong = (actual: string, before = '2026-01-02') =>
    `delivery/time-order should ${list()}[1]/DeliveryTime: expected not before the SendDate "${before}"; actual "${actual}" (field: DeliveryTime, other: SendDate)`;

  it('tells of a delivery before its sending', () => {
    expect(findingsIn(change(sent, '>2026-01-02 06:04:59<'))).toEqual([
      `${wrong('2026-01-02 03:04', '2026-01-02 06:04:59')} +1`,
    ]);
  });
  it('tells of one of another format, on the day before', () => {
    expect(findingsIn(change(delivered, '>01.01.2026<'))).toEqual([`${wrong('01.01.2026')} +1`]);
  });
  it('tells of one of several', () => {
    expect(brokenRulesIn(change(/(905321112244.*?)>2026-01-02 03:04</g, '$1>2026-01-01<'))).toEqual([
      `delivery/time-order ${list()}[2]/DeliveryTime`,
    ]);
  });
  const both = (one: string, other: string) => change(delivered, `>${one}<`, sent, `>${other}<`);
  it('tells nothing of another precision', () => {
    expect(findingsIn(both('2026-01-02 03:05', '2026-01-02T03:05:59.9'))).toEqual([]);
  });
  it('tells nothing of another zone', () => {
    expect(findingsIn(both('2026-01-02T01:04:00Z', '2026-01-02T03:04:00+03:00'))).toEqual([]);
  });
  it('tells nothing of a zone that only one has', () => {
    expect(findingsIn(both('2026-01-02T03:04:00Z', '2026-01-02T04:04:00'))).toEqual([]);
  });
  it('tells nothing of a month that could be a day', () => {
    expect(findingsIn(both('01/02/2026', '2026-01-15'))).toEqual([]);
  });
  it('tells nothing of a delivery that has not happened yet', () => {
    expect(findingsIn(change(delivered, '>0001-01-01T00:00:00<'))).toEqual([]);
  });
  it('tells nothing of empty texts', () => {
    expect(findingsIn(change(delivered, '><'))).toEqual([]);
  });
  it('tells nothing of texts that are no times', () => {
    expect(findingsIn(change(delivered, '>soon<', sent, '>now<'))).toEqual([]);
  });

  it.each<[boolean, string, ChangedReply]>([
    [true, 'one of two can be compared', change(/(905321112244.*?)>2026-01-02 03:04</g, '$1>soon<')],
    [false, 'none can be compared', change(delivered, '>soon<')],
    [false, 'nothing was delivered yet', change(delivered, '>0001-01-01T00:00:00<')],
    [false, 'nothing is listed', change(/<DeliveryResults>.*<.DeliveryResults>/g, '<DeliveryResults/>')],
  ])('is evaluated: %s, where %s', (isEvaluated, _, given) => {
    const { evaluated } = judgeStep(read(given), context, { step: 0, level: 'must' });
    expect(evaluated.includes('delivery/time-order')).toBe(isEvaluated);
  });
});

describe('delivery/times', () => {
  it('tells of what no calendar has', () => {
    expect(findingsIn(change(sent, '>2026-27-11<'))).toEqual([
      `delivery/times should ${list()}[1]/SendDate: expected a time, in any format; actual "2026-27-11" (field: SendDate) +1`,
    ]);
  });
  it('tells of what a program writes that could not write a time', () => {
    expect(brokenRulesIn(change(delivered, '>Invalid Date<'))).toEqual([
      `delivery/times ${list()}[1]/DeliveryTime`,
    ]);
  });
  it('tells nothing of texts that may mean a time', () => {
    expect(findingsIn(change(delivered, '>soon<', sent, '>null<'))).toEqual([]);
  });
  it('is not evaluated where there are no texts', () => {
    const { evaluated } = judgeStep(read(change(delivered, '> <', sent, '><')), context, {
      step: 0,
      level: 'must',
    });
    expect(evaluated).not.toContain('delivery/times');
  });
});

describe('delivery/send-date', () => {
  const sentAt = Date.parse('2026-01-02T12:00:00Z');
  const date = (text: string, more: ChangedReply = {}): ChangedReply => ({
    sentAt,
    ...change(sent, `>${text}<`),
    ...more,
  });
  const report = { operation: 'ReportSmsWithPacketId' };
  const wrong = (actual: string, operation?: string) =>
    `delivery/send-date should ${list(operation)}[1]/SendDate: expected within a day of its send; actual "${actual}" (field: SendDate) +1`;
  const told = [wrong('1448-06-07')];
  it.each<[string, ChangedReply, readonly string[]]>([
    ['another calendar', date('1448-06-07'), told],
    ['the next day', date('2026-01-03T12:00:00'), [wrong('2026-01-03T12:00:00')]],
    ['the day before, in Turkey', date('2026-01-01T15:00:00'), [wrong('2026-01-01T15:00:00')]],
    [
      'the next day, of a message that was delivered today in Turkey',
      {
        ...date('2026-01-03T15:00:00'),
        ...report,
        ...change(sent, '>2026-01-03T15:00:00<', delivered, '>2026-01-02T15:00:00<'),
      },
      [wrong('2026-01-03T15:00:00', report.operation)],
    ],
    [
      'two days later, of a message that waits',
      { sentAt, ...change(sent, '>2026-01-04T04:00:00<', delivered, '><') },
      [wrong('2026-01-04T04:00:00')],
    ],
    ['minutes in the place of the month', date('2026-04-02 03:04'), [wrong('2026-04-02 03:04')]],
    ['a report on a send of the run', date('2025-01-02', report), [wrong('2025-01-02', report.operation)]],
    [
      'a delivered message that was never sent',
      date('0001-01-01T00:00:00', report),
      [wrong('0001-01-01T00:00:00', report.operation)],
    ],
  ])('tells %s', (_, given, expected) => {
    expect(findingsIn(given).filter((line) => line.startsWith('delivery/send-date'))).toEqual(expected);
  });
  it.each<[string, ChangedReply, boolean]>([
    ['the same day', date('02.01.2026'), true],
    ['the day in the furthest zones', date('2026-01-03'), true],
    ['the month first', date('01/02/2026'), true],
    [
      'a message that waits for 24 hours, 13 hours ahead of UTC',
      { sentAt, ...change(sent, '>2026-01-04T01:00:00<', delivered, '><') },
      true,
    ],
    [
      'such a message whose delivery is planned',
      { sentAt, ...change(sent, '>2026-01-04T01:00:00<', delivered, '>2026-01-04T01:00:00<') },
      true,
    ],
    [
      'such a message in a report',
      { sentAt, ...report, ...change(sent, '>2026-01-04T01:00:00<', delivered, '>0001-01-01T00:00:00<') },
      true,
    ],
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
    ['a recording without a time', change(sent, '>1448-06-07<'), false],
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
  const report = (date: string): ChangedReply => ({ operation, ...change(sent, `>${date}<`) });
  const send = (date: string): ChangedReply => change(sent, `>${date}<`);
  const of = (one: ChangedReply, reportsOn = 0) => ({ ...one, reportsOn });
  const wrong = (expected: string, actual: string) =>
    `report/send-date should ${list(operation)}[1]/SendDate: expected "${expected}"; actual "${actual}" (field: SendDate) +1`;

  it('tells of another date than in the send, at its step', () => {
    expect(findingsInExchange([{}, { operation }, of({ operation }), of(report('2026-01-01'))])).toEqual([
      `3: ${wrong('2026-01-02', '2026-01-01')}`,
    ]);
  });
  it('tells of the empty date of .NET', () => {
    expect(findingsInExchange([send('02.01.2026 01:00:00'), of(report('0001-01-01T00:00:00'))])).toEqual([
      `1: ${wrong('02.01.2026 01:00:00', '0001-01-01T00:00:00')}`,
    ]);
  });

  it('tells nothing of another format and precision', () => {
    expect(findingsInExchange([send('2026-01-02T03:04:05'), of(report('02.01.2026 03:04'))])).toEqual([]);
  });
  it('tells nothing of another zone for the same instant', () => {
    expect(
      findingsInExchange([send('2026-01-02T03:04:05+03:00'), of(report('2026-01-02T00:04:05Z'))]),
    ).toEqual([]);
  });
  it('tells nothing of a zone that only one has', () => {
    expect(
      findingsInExchange([send('2026-01-02T03:04:05'), of(report('2026-01-02T03:04:05+03:00'))]),
    ).toEqual([]);
  });
  it('tells nothing of a packet that was not sent at first', () => {
    expect(findingsInExchange([send('0001-01-01T00:00:00'), of(report('2026-01-03'))])).toEqual([]);
  });
  it('tells nothing of an empty text', () => {
    expect(findingsInExchange([send('2026-01-01T03:04:05'), of(report(''))])).toEqual([]);
  });
  it('tells nothing of a report on no send of the exchange', () => {
    expect(findingsInExchange([{}, report('2025-01-01')])).toEqual([]);
  });
  it('tells nothing of a send that could not be read', () => {
    expect(findingsInExchange([null, of(report('2025-01-01'))])).toEqual([]);
  });
  const other = (one: ChangedReply, reportsOn?: number) => ({
    ...one,
    ...(reportsOn === undefined ? {} : { reportsOn }),
  });
  it.each<[boolean, string, ChangedReply, ChangedReply, number?]>([
    [true, 'two dates can be compared', send('2026-01-05'), report('2026-01-05'), 0],
    [false, 'one has no zone', send('2026-01-02T03:04:05'), report('2026-01-02T03:04:05+03:00'), 0],
    [false, 'the packet was not sent at first', send('0001-01-01T00:00:00'), report('2026-01-03'), 0],
    [false, 'the report is on no send of the exchange', send('2026-01-05'), report('2026-01-05')],
  ])('is evaluated: %s, where %s', (isEvaluated, _, one, another, reportsOn) => {
    const { evaluated } = judgeReplies([one, other(another, reportsOn)]);
    expect(evaluated.includes('report/send-date')).toBe(isEvaluated);
  });
  const two = change(/(905321112244.*?)>2026-01-02<(?=.Send)/g, '$1>2026-01-01<');
  it('tells nothing of dates of other recipients', () => {
    expect(findingsInExchange([two, of({ operation, ...change(sent, '>2026-01-01<') })])).toEqual([]);
  });
});
