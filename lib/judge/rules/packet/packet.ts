import { packetRequested } from '../../../reading/packet.ts';
import { numberOf, quoted, words } from '../../../text/finding-value.ts';
import { reportRule, rule, sendRule } from '../rule.ts';

export const packetRules = [
  /** A report is for the packet that was requested (contract §1, "for that packet"). */
  reportRule('report/packet', 'must', 'reply', ['values'], (reply) => {
    const requested = packetRequested(reply);
    if (typeof requested !== 'string') return null;
    const { field, path, text } = reply.identifier;
    if (text === requested) return [];
    return [{ path, expected: quoted(requested), actual: quoted(text), about: { field } }];
  }),
  /** A report lists something where the reply to its send does (follows from contract §1); else "zero or more" (§2.1). */
  reportRule('report/delivery-results', 'should', 'exchange', ['packet'], ({ exchange, replies }) => {
    const pairs = exchange.steps.flatMap(({ reportsOn }, step) => {
      const [sent, report] = [replies[reportsOn ?? -1], replies[step]];
      const count = sent?.deliveries.length ?? 0;
      return report && count > 0 && report.identifier.text === packetRequested(report)
        ? [{ count, report, step }]
        : [];
    });
    if (pairs.length === 0) return null;
    return pairs
      .filter(({ report }) => report.deliveries.length === 0)
      .flatMap(({ count, report, step }) => {
        const expected = words`${numberOf(count, 'delivery result')}, as in the reply to the send`;
        return report.lists.map(({ path }) => ({ path, expected, actual: 'none', step }));
      });
  }),
  /** A service that reports the delivery outcome shows some in a whole run (follows from contract §1), whatever one reply lists. */
  rule('run/delivery-results', 'should', 'run', ['deliveries'], ({ evaluated }) => {
    if (!evaluated.has('result/schema')) return null;
    const none = {
      path: 'DeliveryResults',
      expected: 'a delivery result in some reply',
      actual: 'none in any',
    };
    return evaluated.has('delivery/field-once') ? [] : [none];
  }),
  /** A send gives a packet identifier that a report can ask for; an empty one identifies nothing (follows from contract §1). */
  sendRule('send/packet-id', 'should', 'reply', ({ identifier: { field, path, text } }) => {
    if (text.trim() !== '') return [];
    return [{ path, expected: 'an identifier', actual: 'empty', about: { field } }];
  }),
  /** Two sends of an exchange give two PacketIDs: that of two packets identifies neither (contract §2.1). */
  rule('send/distinct-packets', 'must', 'exchange', ({ replies }) => {
    const sends = replies
      .flatMap((reply, step) => (reply?.operation.kind === 'send' ? [{ ...reply.identifier, step }] : []))
      .filter(({ text }) => text.trim() !== '');
    if (sends.length < 2) return null;
    return sends.flatMap(({ field, path, step, text }) => {
      const first = sends.find((send) => send.text === text);
      if (!first || first.step === step) return [];
      // People count steps from 1.
      const expected = words`a ${field} other than that of step ${numberOf(first.step + 1)}`;
      return [{ path, expected, actual: quoted(text), about: { field, packet: text }, step }];
    });
  }),
  /** A PacketID is new in the run: an earlier one is that of a cache or another sender (follows from contract §2.1). */
  sendRule('send/new-packet', 'should', 'reply', ({ identifier, givenBefore }) => {
    const { field, path, text } = identifier;
    if (text.trim() === '') return null;
    if (givenBefore === null) return [];
    const expected = `a ${field} that no earlier send of the run returned`;
    const actual = words`${quoted(text)}, already returned in ${quoted(givenBefore)}`;
    return [{ path, expected, actual, about: { field, packet: text, earlier: givenBefore } }];
  }),
] as const;
