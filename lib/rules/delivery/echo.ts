import type { Rule } from '../rule.ts';
import { echoBreaches } from './sent.ts';

/** Fields that share a name with a parameter of the send have its value: PostType, KeyID (follows from contract §2.2). */
export const echo = {
  id: 'delivery/echo',
  level: 'should',
  needs: 'reply',
  aboutSend: true,
  check: (evidence) =>
    (evidence.sent?.operation.parameters ?? [])
      .filter((parameter) => parameter.role === undefined && parameter.echo !== undefined)
      .flatMap((parameter) => {
        const value = evidence.sent?.values[parameter.name];
        return typeof value === 'string' ? echoBreaches(evidence, parameter, value) : [];
      }),
} as const satisfies Rule;
