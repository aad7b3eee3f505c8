import { rule, sendRule } from '../rule.ts';
import { shownText } from '../shown.ts';
import { identifierField } from '../structure.ts';

/** A send gives a packet identifier that a report can ask for; an empty one identifies nothing (follows from contract §1). */
export const packetId = sendRule(
  'send/packet-id',
  'should',
  'reply',
  ({ packet: { texts }, payload, contract }) => {
    const field = identifierField(contract);
    // Stryker disable next-line StringLiteral: for the types only: a whole packet has every field
    if ((texts[field] ?? '').trim() !== '') return [];
    const path = `${payload.path}/${field}`;
    return [{ path, expected: 'an identifier', actual: 'empty', names: { field } }];
  },
);

/**
 * A send makes a packet of its own, so its PacketID is none that another exchange of the run was given before: that
 * would be a reply of a cache, or of another sender (follows from contract §2.1, "identifier of the packet").
 */
export const newPacket = sendRule(
  'send/new-packet',
  'should',
  'reply',
  ({ givenBefore, packet: { texts }, payload, contract }) => {
    const field = identifierField(contract);
    const id = texts[field] ?? '';
    if (id.trim() === '') return null;
    if (givenBefore === null) return [];
    const path = `${payload.path}/${field}`;
    const expected = `a ${field} that no earlier send of the run returned`;
    const actual = `${shownText(id)}, already returned in ${shownText(givenBefore)}`;
    return [{ path, expected, actual, names: { field } }];
  },
);

/**
 * Two sends give two PacketIDs: what stands for two packets identifies neither (contract §2.1, "identifier of the
 * packet"). Compared are the sends of one exchange that were answered with a packet result; an empty identifier is
 * judged by send/packet-id.
 */
export const distinctPackets = rule('send/distinct-packets', 'must', 'exchange', ({ replies, contract }) => {
  const field = identifierField(contract);
  const sends = replies.flatMap((reply, step) => {
    if (reply?.operation.kind !== 'send') return [];
    // Stryker disable next-line StringLiteral: for the types only: a whole packet has every field
    const id = reply.packet.texts[field] ?? '';
    return id.trim() === '' ? [] : [{ path: `${reply.payload.path}/${field}`, step, id }];
  });
  if (sends.length < 2) return null;
  return sends.flatMap(({ path, step, id }) => {
    const first = sends.find((one) => one.id === id);
    if (!first || first.step === step) return [];
    // People count steps from 1.
    const expected = `a ${field} other than that of step ${first.step + 1}`;
    return [{ path, expected, actual: shownText(id), names: { field }, step }];
  });
});
