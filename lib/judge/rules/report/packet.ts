import { packetRequested } from '../../reading/packet.ts';
import { reportRule } from '../rule.ts';
import { numberOf, quoted, words } from '../values.ts';

/** A report is for the packet that was requested (contract §1, "for that packet"). */
const packet = reportRule('report/packet', 'must', 'reply', (reply) => {
  const requested = packetRequested(reply);
  if (typeof requested !== 'string') return null;
  const { field, path, text } = reply.identifier;
  if (text === requested) return [];
  return [{ path, expected: quoted(requested), actual: quoted(text), names: { field } }];
});

/**
 * A report lists what the reply to its send listed: a service that knew the delivery results then knows them still
 * (follows from contract §1). A list that was empty in the reply to the send may be empty ("zero or more", §2.1), and
 * delivery/recipients judges one that lacks some. A report on another packet is judged by report/packet.
 */
const listed = reportRule('report/delivery-results', 'should', 'exchange', ({ exchange, replies }) => {
  const pairs = exchange.steps.flatMap(({ reportsOn }, step) => {
    const [sent, report] = [replies[reportsOn ?? -1], replies[step]];
    const count = sent?.deliveries.length ?? 0;
    return report && count > 0 && report.identifier.text === packetRequested(report)
      ? [{ count, report, step }]
      : [];
  });
  if (pairs.length === 0) return null;
  return pairs
    .filter(({ report }) => report.deliveries.length === 0)
    .flatMap(({ count, report, step }) => {
      const expected = words`${numberOf(count, 'delivery result')}, as in the reply to the send`;
      return report.lists.map(({ path }) => ({ path, expected, actual: 'none', step }));
    });
});

export const reportedPacketRules = [packet, listed] as const;
