import type { Rule } from '../rule.ts';
import { echoBreaches } from './sent.ts';

/** Fields that share a name with a parameter of the send have its value: PostType, KeyID (follows from contract §2.2). */
export const echo = {
  id: 'delivery/echo',
  level: 'should',
  needs: 'reply',
  check: (evidence) => {
    const { sent, packet } = evidence;
    if (!sent || packet.deliveries.length === 0) return null;
    return sent.operation.parameters
      .filter(({ role }) => role === undefined)
      .flatMap((parameter) => {
        const value = sent.values[parameter.name];
        return typeof value === 'string' ? echoBreaches(evidence, parameter, value) : [];
      });
  },
} satisfies Rule;
