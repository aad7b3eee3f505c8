import type { Breach } from '../../model/finding.ts';
import { deliveryPath } from '../delivery/sent.ts';
import type { Rule } from '../rule.ts';
import { shownPair } from '../shown.ts';

/** What a case itself expects of the last reply: exact texts that the contract leaves open and its author pins. */
export const expectation = {
  id: 'case/expectation',
  level: 'must',
  needs: 'exchange',
  check: ({ exchange, replies }) => {
    const reply = replies.at(-1);
    if (!reply) return [];
    const { packet, eachDelivery } = exchange.expect;
    const wrong = (
      path: string,
      field: string,
      expected: string,
      actual: string | undefined,
    ): readonly Breach[] =>
      actual === expected
        ? []
        : [
            {
              path: `${path}/${field}`,
              ...shownPair(expected, actual ?? ''),
              names: { field },
            },
          ];
    return [
      ...Object.entries(packet).flatMap(([field, text]) =>
        wrong(reply.payload.path, field, text, reply.packet.texts[field]),
      ),
      ...reply.packet.deliveries.flatMap((delivery, i) =>
        Object.entries(eachDelivery).flatMap(([field, text]) =>
          wrong(deliveryPath(reply, i), field, text, delivery[field]),
        ),
      ),
    ];
  },
} satisfies Rule;
