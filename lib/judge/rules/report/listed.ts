import { identifierOf, packetAsked } from '../../reading/structure.ts';
import { listPath } from '../delivery/sent.ts';
import { reportRule } from '../rule.ts';
import { numberOf, words } from '../values.ts';

/**
 * A report lists what the reply to its send listed: a service that knew the delivery results then knows them still
 * (follows from contract §1). A list that was empty in the reply to the send may be empty ("zero or more", §2.1), and
 * delivery/recipients judges one that lacks some. A report on another packet is judged by report/packet.
 */
export const listed = reportRule('report/delivery-results', 'should', 'exchange', ({ exchange, replies }) => {
  const pairs = exchange.steps.flatMap(({ reportsOn }, step) => {
    const [sent, report] = [replies[reportsOn ?? -1], replies[step]];
    const count = sent?.packet.deliveries.length ?? 0;
    return report && count > 0 && identifierOf(report).id === packetAsked(report)
      ? [{ count, report, step }]
      : [];
  });
  if (pairs.length === 0) return null;
  return pairs
    .filter(({ report }) => report.packet.deliveries.length === 0)
    .map(({ count, report, step }) => {
      const expected = words`${numberOf(count, 'delivery result')}, as in the reply to the send`;
      return { path: listPath(report), expected, actual: 'none', step };
    });
});
