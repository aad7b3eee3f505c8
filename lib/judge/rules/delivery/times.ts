import type { ReplyEvidence } from '../../../model/judging/evidence.ts';
import type { DeliveryResult } from '../../../model/judging/reply.ts';
import { headerValue } from '../../../reading/headers.ts';
import { quoted, words } from '../../../text/finding-value.ts';
import {
  isNoTime,
  isOffClock,
  isUnset,
  MOST_WAITING,
  orderOf,
  readTime,
  type Time,
} from '../../../text/times.ts';
import { rule } from '../rule.ts';

/** The fields of contract §2.2 that hold times, in formats that it does not show. */
const [DELIVERED, SENT] = ['DeliveryTime', 'SendDate'] as const;

/** May schedule the sending (contract §4.6). */
const BEGIN = 'BeginTime';

/** True if a delivery is before its sending; undefined where that cannot be known, or it has not happened yet. */
export function isTooEarly({ [DELIVERED]: delivered = '', [SENT]: sent = '' }: DeliveryResult) {
  const [time, before] = [readTime(delivered), readTime(sent)];
  const order = time && before && !isUnset(time) ? orderOf(time, before) : undefined;
  return order === undefined ? undefined : order < 0;
}

function datesOf({ deliveries }: ReplyEvidence) {
  return deliveries.flatMap(({ path, texts }) => {
    const text = texts[SENT];
    const time = readTime(text);
    return time ? [{ text, time, path: `${path}/${SENT}` }] : [];
  });
}

/** Returns the clocks of a reply: that of the call, and that of the server where it sends its Date (RFC 9110 §6.6.1). */
function clocksOf({ sentAt, response }: ReplyEvidence): readonly number[] {
  return sentAt === undefined ? [] : [sentAt, Date.parse(headerValue(response.headers, 'date')) || sentAt];
}

export const timesRules = [
  /** The fields of times hold times, in any format (follows from contract §2.2). */
  rule('delivery/times', 'should', 'reply', ['deliveries'], ({ deliveries }) => {
    const told = deliveries.flatMap(({ path, texts }) =>
      ([DELIVERED, SENT] as const).flatMap((field) => {
        const text = texts[field];
        return text.trim() === '' ? [] : [{ path: `${path}/${field}`, field, text }];
      }),
    );
    if (told.length === 0) return null;
    return told
      .filter(({ text }) => isNoTime(text))
      .map(({ path, field, text }) => {
        return { path, expected: 'a time, in any format', actual: quoted(text), about: { field } };
      });
  }),
  /**
   * The date of a send of this run is near the time of its call (follows from contract §2.2, "date of sending"), unless it has
   * a BeginTime. A message that was not sent yet has no date, or that of the next day; a delivered one was sent.
   */
  rule('delivery/send-date', 'should', 'reply', ['deliveries'], (evidence) => {
    const { sent, operation } = evidence;
    const clocks = clocksOf(evidence);
    if (!sent || clocks.length === 0 || String(sent.values[BEGIN] ?? '').trim() !== '') return null;
    const isOff = (time: Time, most?: number) => clocks.every((clock) => isOffClock(time, clock, most));
    const judged = evidence.deliveries.flatMap(({ path, texts }) => {
      const [date, delivered] = [readTime(texts[SENT]), readTime(texts[DELIVERED])];
      if (!date) return [];
      const isDelivered = operation.kind === 'report' && delivered !== undefined && !isUnset(delivered);
      if (isUnset(date) && !isDelivered) return [];
      const isWaiting = !delivered || isOff(delivered);
      const isWrong = isOff(date, isWaiting ? MOST_WAITING : undefined);
      return { path: `${path}/${SENT}`, text: texts[SENT], isWrong };
    });
    if (judged.length === 0) return null;
    const expected = 'within a day of its send';
    return judged
      .filter(({ isWrong }) => isWrong)
      .map(({ path, text }) => ({ path, expected, actual: quoted(text), about: { field: SENT } }));
  }),
  /** Nothing is delivered before it is sent (follows from contract §2.2, "time of delivery", "date of sending"). */
  rule('delivery/time-order', 'should', 'reply', ['deliveries', 'packet'], ({ deliveries }) => {
    const early = deliveries.map(({ texts }) => isTooEarly(texts));
    if (early.every((isEarly) => isEarly === undefined)) return null;
    const about = { field: DELIVERED, other: SENT };
    return deliveries.flatMap(({ path, texts }, index) => {
      if (!early[index]) return [];
      const expected = words`not before the ${SENT} ${quoted(texts[SENT])}`;
      return { path: `${path}/${DELIVERED}`, expected, actual: quoted(texts[DELIVERED]), about };
    });
  }),
  /** A SendDate in a report is among those in the reply to the send, in any order (follows from contract §2.2). */
  rule('report/send-date', 'should', 'exchange', ['packet'], ({ exchange, replies }) => {
    const compared = exchange.steps.flatMap(({ reportsOn = -1 }, step) => {
      const [send, report] = [replies[reportsOn], replies[step]];
      if (!send || !report) return [];
      // Most delivery results of a packet have one date, and there may be thousands.
      const dates = [...new Map(datesOf(send).map((date) => [date.text, date])).values()];
      const [first] = dates;
      // What was not sent yet has another date later.
      if (!first || dates.some(({ time }) => isUnset(time))) return [];
      return datesOf(report).flatMap(({ text, time, path }) => {
        const orders = dates.map((date) => orderOf(time, date.time));
        if (orders.includes(undefined)) return [];
        if (orders.includes(0)) return null;
        return { path, expected: quoted(first.text), actual: quoted(text), about: { field: SENT }, step };
      });
    });
    return compared.length === 0 ? null : compared.filter((breach) => breach !== null);
  }),
] as const;
