import type { Rule } from '../rule.ts';
import { echoBreaches, sentTexts } from './sent.ts';

/** The message comes back as it was sent (follows from contract §2.2, "the message text as delivered"). */
export const texts = {
  id: 'delivery/texts',
  level: 'should',
  needs: 'reply',
  check: (evidence) => {
    const sent = sentTexts(evidence, 'text');
    if (evidence.packet.deliveries.length === 0) return null;
    // Stryker disable next-line StringLiteral: for the types only: a text is sent as one text
    return sent ? echoBreaches(evidence, sent.parameter, sent.texts[0] ?? '') : null;
  },
} satisfies Rule;
