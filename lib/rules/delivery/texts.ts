import type { Rule } from '../rule.ts';
import { echoBreaches, sentTexts } from './sent.ts';

/** The message comes back as it was sent (follows from contract §2.2, "the message text as delivered"). */
export const texts = {
  id: 'delivery/texts',
  level: 'should',
  needs: 'reply',
  aboutSend: true,
  check: (evidence) => {
    const sent = sentTexts(evidence, 'text');
    return sent ? echoBreaches(evidence, sent.parameter, sent.texts[0] ?? '') : [];
  },
} satisfies Rule;
