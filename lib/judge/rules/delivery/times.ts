import type { ReplyEvidence } from '../../../model/judging/evidence.ts';
import type { DeliveryResult } from '../../../model/judging/reply.ts';
import { isUnset, orderOf, readTime } from '../../../text/times.ts';
import { quoted, rule, words } from '../rule.ts';

/** The fields of contract §2.2 that hold times, in formats that it does not show. */
const [DELIVERED, SENT] = ['DeliveryTime', 'SendDate'] as const;

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

export const timesRules = [
  /** Nothing is delivered before it is sent (follows from contract §2.2, "time of delivery", "date of sending"). */
  rule('delivery/time-order', 'should', 'reply', ({ deliveries }) => {
    const early = deliveries.map(({ texts }) => isTooEarly(texts));
    if (early.every((one) => one === undefined)) return null;
    const names = { field: DELIVERED, other: SENT };
    return deliveries.flatMap(({ path, texts }, index) => {
      if (!early[index]) return [];
      const expected = words`not before the ${SENT} ${quoted(texts[SENT])}`;
      return { path: `${path}/${DELIVERED}`, expected, actual: quoted(texts[DELIVERED]), names };
    });
  }),
  /** A SendDate in a report is among those in the reply to the send, in any order (follows from contract §2.2). */
  rule('report/send-date', 'should', 'exchange', ({ exchange, replies }) => {
    const compared = exchange.steps.flatMap(({ reportsOn = -1 }, step) => {
      const [send, report] = [replies[reportsOn], replies[step]];
      if (!send || !report) return [];
      // Most delivery results of a packet have one date, and there may be thousands.
      const dates = [...new Map(datesOf(send).map((one) => [one.text, one])).values()];
      const [first] = dates;
      // What was not sent yet has another date later.
      if (!first || dates.some(({ time }) => isUnset(time))) return [];
      return datesOf(report).flatMap(({ text, time, path }) => {
        const orders = dates.map((one) => orderOf(time, one.time));
        if (orders.includes(undefined)) return [];
        if (orders.includes(0)) return null;
        return { path, expected: quoted(first.text), actual: quoted(text), names: { field: SENT }, step };
      });
    });
    return compared.length === 0 ? null : compared.filter((breach) => breach !== null);
  }),
] as const;
