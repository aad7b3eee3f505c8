import type {
  AnsweredEvidence,
  BodyReading,
  ReplyEvidence,
  RequestEvidence,
} from '../model/judging/evidence.ts';
import type { PacketResult } from '../model/judging/reply.ts';
import type { WireResponse } from '../model/judging/wire.ts';
import { readReply } from '../reading/read-reply.ts';
import { recipientsIn } from '../reading/recipients.ts';
import type { JudgeContext } from './judge-context.ts';

/** What is known of the packet in a reply from its exchange and from the run. */
export interface PacketHistory extends Pick<ReplyEvidence, 'sent' | 'sentAt' | 'lastReading'> {
  /** Finds another exchange in which the identifier of a packet was returned before. */
  readonly givenBefore: (packet: PacketResult) => string | null;
}

/**
 * Reads a response, and adds what its exchange and the run say of it. Never throws, whatever the bytes are.
 * @param known its body, where that was read before
 */
export function evidenceOf(
  request: RequestEvidence,
  response: WireResponse,
  { sent, sentAt, lastReading, givenBefore }: PacketHistory,
  { contract, validateResult }: JudgeContext,
  known?: BodyReading,
): AnsweredEvidence {
  const read = readReply(request, response, contract, known);
  const { body, reply, anatomy, parts, whole, isSuccess, isRefused } = read;
  const answered = { failure: null, response, reading: body, reply, ...request };
  if (isRefused) return { reached: isSuccess ? 'success' : 'response', ...answered };
  if (!anatomy) return { reached: 'body', ...answered };
  if (!parts) return { reached: 'document', anatomy, ...answered };
  if (!whole) return { reached: 'payload', anatomy, ...answered, ...parts };
  const { packet, deliveries } = whole;
  const { payload } = parts;
  const field = contract.packetResult.identifier;
  return {
    reached: 'reply',
    anatomy,
    ...answered,
    ...parts,
    ...whole,
    identifier: { field, path: `${payload.path}/${field}`, text: packet.texts[field] },
    sent,
    sentAt,
    recipients: sent && recipientsIn(deliveries, sent),
    lastReading,
    givenBefore: givenBefore(packet),
    schemaErrors: () => validateResult(payload.element),
  };
}
