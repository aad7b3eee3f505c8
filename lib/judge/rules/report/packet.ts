import { identifierOf, packetAsked } from '../../reading/structure.ts';
import { reportRule } from '../rule.ts';
import { quoted } from '../values.ts';

/** A report is for the packet that was asked for (contract §1, "for that packet"). */
export const packet = reportRule('report/packet', 'must', 'reply', (reply) => {
  const asked = packetAsked(reply);
  if (typeof asked !== 'string') return null;
  const { field, path, id } = identifierOf(reply);
  return id === asked ? [] : [{ path, expected: quoted(asked), actual: quoted(id), names: { field } }];
});
