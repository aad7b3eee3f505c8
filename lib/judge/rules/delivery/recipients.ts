import type { Level, Parameter } from '../../../model/contract.ts';
import type { ReplyEvidence } from '../../../model/judging/evidence.ts';
import type { Breach, Value } from '../../../model/judging/finding.ts';
import type { Recipient, Recipients } from '../../../model/judging/reply.ts';
import { conversionOf } from '../../../reading/text-change.ts';
import { LEAST_KNOWN } from '../../../reading/text-source.ts';
import { listed, numberOf, quoted, words } from '../../../text/finding-value.ts';
import { rule, type Trait } from '../rule.ts';

/** Makes a rule that compares the delivery results of a reply with the recipients of the send, both of which breaches name. */
function ofNumbers<const Name extends string>(
  name: Name,
  level: Level,
  traits: readonly Trait[],
  check: (recipients: Recipients, evidence: ReplyEvidence) => readonly Breach[],
) {
  return rule(`delivery/${name}`, level, 'reply', ['deliveries', ...traits], (evidence) => {
    const { recipients } = evidence;
    if (!recipients) return null;
    const { field, parameter } = recipients;
    return check(recipients, evidence).map((breach) => {
      return { ...breach, about: { field, parameter, ...breach.about } };
    });
  });
}

const MOST_SHOWN = 3;

function shownFew(recipients: readonly Recipient[], word: 'and' | 'or'): Value {
  const shown: Value[] = recipients.slice(0, MOST_SHOWN).map(({ number }) => quoted(number));
  const more = recipients.length - shown.length;
  const last = more > 0 ? words`${numberOf(more)} more` : shown.pop();
  // Stryker disable next-line StringLiteral: for the types only: the list has a last item
  return shown.length > 0 ? words`${listed(shown)} ${word} ${last ?? ''}` : (last ?? '');
}

/** Returns the delivery results that write a recipient otherwise than the request, each with the number of the request. */
function rewritten({ number, sent, found }: Recipient) {
  const left = [...sent];
  const others = found.filter(({ text }) => {
    const index = left.indexOf(text);
    if (index >= 0) left.splice(index, 1);
    // One that came more often than it was sent is the affair of delivery/once-each.
    return index < 0 && (!sent.includes(text) || found.length <= sent.length);
  });
  return others.map((delivery, index) => ({ ...delivery, number: left[index] ?? number }));
}

export const recipientsRules = [
  /**
   * A list of delivery results that is not empty names every recipient and no other number (contract §1, "per-recipient").
   * A reading that is not the last of its packet may not know all yet. A text that is no number may mean any recipient.
   */
  ofNumbers('recipients', 'must', ['numbers', 'values'], (recipients, { lastReading, sent }) => {
    const { all, strangers, unreadable, path } = recipients;
    const missing = all.filter(({ found }) => found.length === 0);
    const meant = shownFew(missing.length > 0 ? missing : all, 'or');
    const foreign = strangers.map(({ path, text }): Breach => {
      return { path, expected: meant, actual: quoted(text), about: { stranger: true } };
    });
    // A stranger or a text that is no number may appear in the place of a recipient.
    if (missing.length <= strangers.length + unreadable.length) return foreign;
    const level = lastReading ? 'must' : 'should';
    const before = sent?.recipients?.all.filter(({ found }) => found.length > 0) ?? [];
    const isLost = missing.every(({ number }) => before.some((recipient) => recipient.number === number));
    const expected = words`delivery results for ${numberOf(all.length, 'recipient')}${isLost ? ', as in the reply to the send' : ''}`;
    const actual = words`none for ${shownFew(missing, 'and')}`;
    const lacking = { path, expected, actual, level } as const;
    return [...foreign, isLost ? { ...lacking, about: { lost: true } } : lacking];
  }),
  /** A recipient with delivery results has as many as the request names it (follows from §1, "per-recipient"). */
  ofNumbers('once-each', 'should', ['values', 'count'], ({ all, unreadable, path }) => {
    const counts = all.map(({ number, sent, found }) => ({ number, sent: sent.length, found: found.length }));
    const wrong = counts.filter(({ found, sent }) => found > 0 && found !== sent);
    const missing = wrong.reduce((sum, { sent, found }) => sum + Math.max(0, sent - found), 0);
    return wrong
      .filter(({ sent, found }) => found > sent || missing > unreadable.length)
      .map(({ number, sent, found }) => {
        const expected = words`${numberOf(sent, 'delivery result')} for ${quoted(number)}`;
        return { path, expected, actual: numberOf(found, 'delivery result') };
      });
  }),
  /** GsmNumber can be read as a number: it is not empty, masked or written with an exponent (follows from contract §2.2). */
  ofNumbers('number', 'should', ['numbers'], ({ all, unreadable }) =>
    unreadable.map(({ text, path }) => {
      // A request may ask for something else than a number, too.
      const sent = all.find(({ number, found }) => found.length === 0 && conversionOf(number, text));
      return { path, expected: sent ? quoted(sent.number) : 'a telephone number', actual: quoted(text) };
    }),
  ),
  /** GsmNumber is the number as the request writes it: a client finds its message by it (follows from contract §2.2). */
  ofNumbers('number-notation', 'should', ['numbers'], ({ all }) =>
    all
      .flatMap(rewritten)
      .map(({ path, number: sent, text }) => ({ path, expected: quoted(sent), actual: quoted(text) })),
  ),
] as const;

function differentEchoes(
  { deliveries, sent: send }: ReplyEvidence,
  { name, echo: field }: Parameter,
  sent: string,
) {
  if (field === undefined) return [];
  return deliveries.flatMap(({ path, texts }) => {
    const back = texts[field];
    if (back === sent) return [];
    // Its own text may have become that of another parameter by chance, and a short text is that of several: it shows its
    // parameter where both are exchanged.
    const isOrigin = ({ name, echo = field }: Parameter) =>
      (back.length >= LEAST_KNOWN || texts[echo] === sent) &&
      back !== '' &&
      send?.values[name] === back &&
      !conversionOf(sent, back);
    const origin = send?.operation.parameters.find(isOrigin);
    const about = { field, parameter: name, ...(origin && { origin: origin.name }) };
    return [{ path: `${path}/${field}`, expected: quoted(sent), actual: quoted(back), about }];
  });
}

export const echoesRules = [
  /** The message comes back as it was sent (follows from contract §2.2, "the message text as delivered"). */
  rule('delivery/texts', 'should', 'reply', ['deliveries', 'values', 'text'], (evidence) => {
    const { sent, deliveries } = evidence;
    const text = sent?.values[sent.operation.text.name];
    if (!sent || text === undefined || deliveries.length === 0) return null;
    return differentEchoes(evidence, sent.operation.text, String(text));
  }),
  /** Fields that share a name with a parameter of the send have its value: PostType, KeyID (follows from contract §2.2). */
  rule('delivery/echo', 'should', 'reply', ['deliveries', 'values'], (evidence) => {
    const { sent, deliveries } = evidence;
    if (!sent || deliveries.length === 0) return null;
    return sent.operation.parameters
      .filter(({ role }) => role === undefined)
      .flatMap((parameter) => {
        const value = sent.values[parameter.name];
        return typeof value === 'string' ? differentEchoes(evidence, parameter, value) : [];
      });
  }),
] as const;
