import type { Parameter } from '../../../model/contract.ts';
import type { ReplyEvidence } from '../../../model/judging/evidence.ts';
import type { Breach } from '../../../model/judging/finding.ts';
import { sentTexts } from '../../reading/recipients.ts';
import { rule } from '../rule.ts';
import { quoted } from '../values.ts';

/** Delivery results in which the field that echoes a parameter differs from what was sent. */
function unlike(
  { deliveries }: ReplyEvidence,
  { name, echo: field }: Parameter,
  sent: string,
): readonly Breach[] {
  if (field === undefined) return [];
  return deliveries.flatMap(({ path, texts }) => {
    const back = texts[field];
    if (back === sent) return [];
    const names = { field, parameter: name };
    return [{ path: `${path}/${field}`, expected: quoted(sent), actual: quoted(back), names }];
  });
}

export const echoesRules = [
  /** The message comes back as it was sent (follows from contract §2.2, "the message text as delivered"). */
  rule('delivery/texts', 'should', 'reply', (evidence) => {
    const sent = evidence.sent && sentTexts(evidence.sent, 'text');
    if (evidence.deliveries.length === 0) return null;
    return sent ? unlike(evidence, sent.parameter, sent.texts.join()) : null;
  }),
  /** Fields that share a name with a parameter of the send have its value: PostType, KeyID (follows from contract §2.2). */
  rule('delivery/echo', 'should', 'reply', (evidence) => {
    const { sent, deliveries } = evidence;
    if (!sent || deliveries.length === 0) return null;
    return sent.operation.parameters
      .filter(({ role }) => role === undefined)
      .flatMap((parameter) => {
        const value = sent.values[parameter.name];
        return typeof value === 'string' ? unlike(evidence, parameter, value) : [];
      });
  }),
] as const;
