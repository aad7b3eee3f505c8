import type { Breach } from '../../../model/judging/finding.ts';
import { isRefusal } from '../../answer.ts';
import { rule } from '../rule.ts';

/**
 * A report is answered by the ticket that it carries (contract §5 rule 1), whatever its connection has carried before
 * (RFC 9110 §3.3). What a ticket gives access to is not shown (§5 rule 3), so a report with another ticket than the first one
 * of its connection is compared with the same reports on connections of their own, where these were all answered alike.
 */
export const ticketOfRequest = rule('report/ticket', 'must', 'exchange', ['comparing', 'packet'], (given) => {
  const { exchange, outcomes } = given;
  const reports = outcomes.flatMap((call, step) => {
    const { operation, values } = call;
    // One that was made again went over a new connection.
    if (operation.kind !== 'report' || call.reached === 'outcome' || call.response.cut) return [];
    const isKept = exchange.steps[step]?.kept !== undefined;
    const isTaken = call.reached === 'reply' && !isRefusal(call);
    const ticket = String(values[operation.ticket.name]);
    const asked = JSON.stringify([operation.name, call.binding.id, ticket, values[operation.packet.name]]);
    return [{ step, isKept, ticket, asked, isTaken, isRefused: isRefusal(call) }];
  });
  const [first, ...later] = reports.filter(({ isKept }) => isKept);
  const compared = later.flatMap((kept) => {
    const alone = reports.filter(({ isKept, asked }) => !isKept && asked === kept.asked);
    return kept.ticket === first?.ticket || alone.length === 0 ? [] : [{ kept, alone }];
  });
  if (compared.length === 0) return null;
  return compared.flatMap(({ kept, alone }): readonly Breach[] => {
    const { step } = kept;
    if (kept.isTaken && alone.every(({ isRefused }) => isRefused))
      return [{ path: 'reply', expected: `${LIKE}: a refusal`, actual: 'a packet result', step }];
    if (kept.isRefused && alone.every(({ isTaken }) => isTaken))
      return [{ path: 'reply', expected: `${LIKE}: a packet result`, actual: 'a refusal', step }];
    return [];
  });
});

const LIKE = 'as on connections of its own';
