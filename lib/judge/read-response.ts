import { bindings } from '../bindings/index.ts';
import type { Anatomy } from '../model/anatomy.ts';
import type { Call } from '../model/call.ts';
import type { BodyReading } from '../model/document.ts';
import type { Need, ReplyEvidence, RequestEvidence } from '../model/evidence.ts';
import type { Reply } from '../model/reply.ts';
import type { WireResponse } from '../model/wire.ts';
import { readContentType } from '../rules/http/content-type.ts';
import { allText } from '../rules/shown.ts';
import { decodeBytes } from '../xml/decode-bytes.ts';
import { parseXml } from '../xml/parse.ts';
import { asDeclared } from './as-declared.ts';
import { decodePacket } from './decode-packet.ts';
import type { JudgeContext } from './judge-context.ts';

/** Everything that could be made of a response; fields are there as far as `reached` says. */
export type ReadResponse = Omit<ReplyEvidence, 'anatomy' | 'payload' | 'packet'> &
  Partial<Pick<ReplyEvidence, 'anatomy' | 'payload' | 'packet'>> & { readonly reached: Need };

/** Decodes a response as far as it goes. Never throws, whatever the bytes are. */
export function readResponse(
  evidence: RequestEvidence,
  response: WireResponse,
  sent: Call | null,
  context: JudgeContext,
): ReadResponse {
  const type = readContentType(response);
  const reading = readBody(response.body, type.ok ? type.charset : null);
  const success = claimsSuccess(response, evidence.binding.response.status);
  const anatomy =
    reading.xml.kind === 'document'
      ? bindings[evidence.binding.id].decode(reading.xml.root, evidence.operation, context.contract)
      : undefined;
  const payload = anatomy?.payload;
  const packet = payload && decodePacket(payload, context.contract, context.target.namespace);
  const whole = context.isPacketResult(packet) ? packet : undefined;
  const reached = !success
    ? 'response'
    : !anatomy
      ? 'success'
      : !payload
        ? 'document'
        : !whole
          ? 'payload'
          : 'reply';
  return {
    ...evidence,
    response,
    reading,
    sent,
    reached,
    reply: replyOf(success, reading, anatomy, whole),
    schemaErrors: () =>
      payload
        ? context.validateResult(asDeclared(payload.element, context.contract, context.target.namespace))
        : [],
    ...(anatomy ? { anatomy } : {}),
    ...(payload ? { payload } : {}),
    ...(whole ? { packet: whole } : {}),
  };
}

/** Bytes of a body of which anything is read; a user can have more of it fetched. */
const MOST_READ = 20_000_000;

function readBody(body: Uint8Array, charset: string | null): BodyReading {
  if (body.length > MOST_READ) {
    const message = `the body has more than ${MOST_READ} bytes`;
    const xml = { kind: 'beyond-limits', line: 1, column: 1, message } as const;
    return { encoding: 'utf-8', encodingFrom: 'default', encodingConflicts: [], text: null, xml };
  }
  const decoded = decodeBytes(body, charset);
  const utf8 = decoded.encoding === 'utf-8' && decoded.encodingFrom !== 'bom' ? body : undefined;
  return { ...decoded, xml: decoded.text === null ? { kind: 'undecodable' } : parseXml(decoded.text, utf8) };
}

/**
 * Whether the reply says that it is the answer of the contract: by its status, or by another one of success with
 * a body. What such a body gets wrong is told as well; an error's body has no rules (contract §7).
 */
function claimsSuccess({ status, body }: WireResponse, expected: number): boolean {
  return status === expected || (status >= 200 && status < 300 && body.length > 0);
}

function replyOf(
  success: boolean,
  reading: BodyReading,
  anatomy: Anatomy | undefined,
  packet: ReplyEvidence['packet'] | undefined,
): Reply {
  const fault = anatomy?.soap?.fault;
  if (fault) return { kind: 'soap-fault', text: allText(fault.element) };
  if (!success) return { kind: 'plain-error', text: reading.text ?? '' };
  if (packet) return { kind: 'packet-result', packet };
  return { kind: 'unreadable', why: anatomy ? 'not a packet result' : 'not XML' };
}
