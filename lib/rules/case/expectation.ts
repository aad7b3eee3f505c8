import type { Expectation } from '../../model/exchange.ts';
import type { ReplyEvidence } from '../../model/judging/evidence.ts';
import type { Breach } from '../../model/judging/finding.ts';
import { deliveryPath } from '../delivery/sent.ts';
import type { Rule } from '../rule.ts';
import { shownPair } from '../shown.ts';
import { expectedSteps } from './expected-steps.ts';

/** What a case itself expects of its replies: exact texts that the contract leaves open and its author pins. */
export const expectation = {
  id: 'case/expectation',
  level: 'must',
  needs: 'exchange',
  check: ({ exchange, replies }) =>
    expectedSteps(exchange).flatMap((step) => {
      const reply = replies[step];
      return reply ? unexpectedIn(reply, exchange.expect).map((breach) => ({ ...breach, step })) : [];
    }),
} satisfies Rule;

function unexpectedIn(reply: ReplyEvidence, { packet, eachDelivery }: Expectation): readonly Breach[] {
  return [
    ...Object.entries(packet).flatMap(([field, text]) =>
      unexpected(reply.payload.path, field, text, reply.packet.texts[field]),
    ),
    ...reply.packet.deliveries.flatMap((delivery, i) =>
      Object.entries(eachDelivery).flatMap(([field, text]) =>
        unexpected(deliveryPath(reply, i), field, text, delivery[field]),
      ),
    ),
  ];
}

function unexpected(
  path: string,
  field: string,
  expected: string,
  actual: string | undefined,
): readonly Breach[] {
  if (actual === expected) return [];
  return [{ path: `${path}/${field}`, ...shownPair(expected, actual ?? ''), names: { field } }];
}
