import type { Exchange, Expectation } from '../../model/exchange.ts';
import type { ReplyEvidence } from '../../model/judging/evidence.ts';
import { deliveryPath } from '../delivery/sent.ts';
import type { Rule } from '../rule.ts';
import { shownPair } from '../shown.ts';

/** What a case itself expects of its replies: exact texts that the contract leaves open and its author pins. */
export const expectation = {
  id: 'case/expectation',
  level: 'must',
  needs: 'exchange',
  check: ({ exchange, replies }) => {
    const pinned = expectedSteps(exchange).flatMap((step) => {
      const reply = replies[step];
      return reply ? pinnedIn(reply, exchange.expect).map((one) => ({ ...one, step })) : [];
    });
    if (pinned.length === 0) return null;
    return pinned
      .filter(({ expected, actual }) => actual !== expected)
      .map(({ path, field, expected, actual, step }) => ({
        path: `${path}/${field}`,
        ...shownPair(expected, actual),
        names: { field },
        step,
      }));
  },
} satisfies Rule;

/** A text of a reply, and the one that the case expects in its place. */
interface Pinned {
  readonly path: string;
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
}

function pinnedIn(reply: ReplyEvidence, { packet, eachDelivery }: Expectation): readonly Pinned[] {
  const compare = (path: string, texts: Texts, expected: Texts) =>
    Object.entries(expected).map(([field, text]) => ({
      path,
      field,
      expected: text,
      // Stryker disable next-line StringLiteral: for the types only: a whole packet has every field
      actual: texts[field] ?? '',
    }));
  return [
    ...compare(reply.payload.path, reply.packet.texts, packet),
    ...reply.packet.deliveries.flatMap((delivery, i) =>
      compare(deliveryPath(reply, i), delivery, eachDelivery),
    ),
  ];
}

type Texts = Readonly<Record<string, string>>;

/** Indices of the steps whose replies are asked for what the case expects. */
function expectedSteps({ steps }: Pick<Exchange, 'steps'>): readonly number[] {
  const marked = steps.flatMap((step, index) => (step.expected ? [index] : []));
  return marked.length > 0 ? marked : [steps.length - 1];
}
