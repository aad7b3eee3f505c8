import type { Rule } from '../rule.ts';
import { echoBreaches } from './sent.ts';

/** Fields that share a name with a parameter of the send have its value: PostType, KeyID (follows from contract §2.2). */
export const echo = {
  id: 'delivery/echo',
  level: 'should',
  needs: 'reply',
  aboutSend: true,
  check: (evidence) => {
    const { sent } = evidence;
    if (!sent) return [];
    return sent.operation.parameters
      .filter(({ role }) => role === undefined)
      .flatMap((parameter) => {
        const value = sent.values[parameter.name];
        return typeof value === 'string' ? echoBreaches(evidence, parameter, value) : [];
      });
  },
} satisfies Rule;
