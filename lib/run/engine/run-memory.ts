import { onlyText } from '../../findings/value-text.ts';
import { hasTrait } from '../../judge/traits.ts';
import type { Call } from '../../model/contract.ts';
import type { ReplyEvidence } from '../../model/judging/evidence.ts';
import type { Finding } from '../../model/judging/finding.ts';
import { changesOf } from '../../reading/text-change.ts';
import { messageOf, words } from '../../text/finding-value.ts';
import { copied } from '../../text/remembered.ts';

/** The values that the calls of a run sent and got: a reply to one of them that belongs to another is known by them. */
export interface RunMemory {
  /** Exchanges by the PacketID that their sends got first. */
  readonly packetsGiven: Map<string, string>;
  /** Sends by what identifies them, a field and its text; null where several have the same. */
  readonly senders: Map<string, string | null>;
  /** A packet that reports of an operation found, by the operation. */
  readonly packetsFound: Map<string, string>;
}

export const runMemory = (): RunMemory => ({
  packetsGiven: new Map(),
  senders: new Map(),
  packetsFound: new Map(),
});

/** Characters of a text that is remembered. */
const MOST_REMEMBERED = 1_000;

function note({ senders }: RunMemory, field: string, text: string, sender: string): void {
  if (text.trim() === '' || text.length > MOST_REMEMBERED) return;
  const key = `${field} ${text}`;
  const before = senders.get(key);
  if (before === undefined) senders.set(copied(key), sender);
  else if (before !== sender) senders.set(key, null);
}

/** Notes what replies to a call show again, before it goes out: others may be under way at the same time. */
export function noteCall(memory: RunMemory, { operation, values }: Call, sender: string): void {
  if (operation.kind !== 'send') return;
  for (const { name, echo } of operation.parameters) {
    for (const text of [values[name] ?? []].flat()) if (echo !== undefined) note(memory, echo, text, sender);
  }
}

/** Notes the packet that a send got, or that a report found. */
export function notePacket(memory: RunMemory, reply: ReplyEvidence, sender: string): void {
  const { field, text } = reply.identifier;
  const { operation, values } = reply;
  if (operation.kind === 'send') note(memory, field, text, sender);
  else if (values[operation.packet.name] === text && reply.deliveries.length > 0) {
    memory.packetsFound.set(operation.name, copied(text));
  }
}

/**
 * Says in a finding to which other send of the run the text belongs that came back; a message may be that of several. The
 * service has mixed up two requests then, unless a report is about a packet whose PacketID several sends were given.
 */
export function withSender(finding: Finding, memory: RunMemory, reply: ReplyEvidence, own: string): Finding {
  const { field = '' } = finding.about ?? {};
  if (!hasTrait(finding.rule, 'values')) return finding;
  const { packet, identifier, operation } = reply;
  const shown: readonly Readonly<Record<string, string>>[] = [packet.texts, ...packet.deliveries];
  const back = onlyText(finding.actual);
  if (back === undefined || !shown.some((one) => one[field] === back)) return finding;
  const wanted = onlyText(finding.expected);
  // What became of its own text may be equal to another by chance.
  if (wanted !== undefined && changesOf(wanted, back).length > 0) return finding;
  const sender = memory.senders.get(`${field} ${back}`);
  const other = sender === null && hasTrait(finding.rule, 'text') ? 'other sends of the run' : sender;
  if (!other || other === own) return finding;
  const isShared = memory.senders.get(`${identifier.field} ${identifier.text}`) === null;
  const isMixed = operation.kind === 'send' || !isShared;
  const actual = words`${finding.actual}, which belongs to ${messageOf(other)}`;
  return { ...finding, actual, ...(isMixed && { about: { ...finding.about, foreign: true } }) };
}
