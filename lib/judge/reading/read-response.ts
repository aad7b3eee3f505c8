import type { Anatomy } from '../../model/judging/document.ts';
import type { BodyReading, Evidence, ReplyEvidence, RequestEvidence } from '../../model/judging/evidence.ts';
import type { Breach } from '../../model/judging/finding.ts';
import type { PacketResult, Reply } from '../../model/judging/reply.ts';
import type { WireResponse } from '../../model/judging/wire.ts';
import { bindings } from '../../wire/bindings/index.ts';
import { faultTexts } from '../../wire/bindings/soap.ts';
import { decodeBytes } from '../../wire/xml/decode-bytes.ts';
import { parseXml } from '../../wire/xml/parse.ts';
import type { JudgeContext } from '../judge-context.ts';
import { allText } from './body-text.ts';
import { MOST_READ, readContentType, withoutCodings } from './headers.ts';
import { decodePacket, partsOf } from './packet.ts';
import { recipientsIn } from './recipients.ts';

/** What is known of the packet in a reply from its exchange and from the run. */
export interface PacketHistory extends Pick<ReplyEvidence, 'sent' | 'sentAt' | 'lastReading'> {
  /** Finds another exchange in which the identifier of a packet was returned before. */
  readonly givenBefore: (packet: PacketResult) => string | null;
}

/** What came of a call that was answered. */
export type AnsweredEvidence = Exclude<Evidence, { readonly reached: 'outcome' }>;

/** Decodes a response as far as it goes. Never throws, whatever the bytes are. */
export function readResponse(
  request: RequestEvidence,
  response: WireResponse,
  { sent, sentAt, lastReading, givenBefore }: PacketHistory,
  context: JudgeContext,
): AnsweredEvidence {
  const { contract, target, validateResult } = context;
  const { namespace } = target;
  const type = readContentType(response);
  const reading = readBody(response, type.ok ? type.value.charset : null);
  const success = claimsSuccess(response, request.binding.response.status);
  const anatomy =
    reading.xml.kind === 'document'
      ? bindings[request.binding.id].decode(reading.xml.root, {
          operation: request.operation,
          contract,
          namespace,
        })
      : undefined;
  const refused = !success || (type.ok && isOtherBody(type.value.essence, anatomy));
  const parts = !refused && anatomy?.payload && partsOf(anatomy.payload, contract, namespace);
  const whole = parts ? decodePacket(parts) : undefined;
  const reply = replyOf(refused, reading, anatomy, whole?.packet);
  const read = { failure: null, response, reading, reply, ...request };
  if (refused) return { reached: success ? 'success' : 'response', ...read };
  if (!anatomy) return { reached: 'body', ...read };
  if (!parts) return { reached: 'document', anatomy, ...read };
  if (!whole) return { reached: 'payload', anatomy, ...read, ...parts };
  const { packet, deliveries } = whole;
  const { payload } = parts;
  const field = contract.packetResult.identifier;
  return {
    reached: 'reply',
    anatomy,
    ...read,
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

/** Whether a body is a text or a page, and says to be one: the media type of it is the one thing that is wrong. */
function isOtherBody(mediaType: string, anatomy: Anatomy | undefined): boolean {
  if (/[/+]xml$/.test(mediaType)) return false;
  return anatomy === undefined || anatomy.root.element.local.toLowerCase() === 'html';
}

function readBody(response: WireResponse, charset: string | null): BodyReading {
  const { isTooLong, encodingConflicts, text } = decodeBody(response, charset);
  if (isTooLong) {
    const message = `the body has more than ${MOST_READ} bytes`;
    const xml = { kind: 'beyond-limits', line: 1, column: 1, message } as const;
    return { encodingConflicts: [], text: null, xml };
  }
  return { encodingConflicts, text, xml: text === null ? { kind: 'undecodable' } : parseXml(text) };
}

/** Returns the characters of a body without its content codings, null where it is not in them, and what contradicts what. */
export function decodeBody(response: WireResponse, charset: string | null) {
  const { body, coding: applied, isIdentity, fault } = withoutCodings(response, MOST_READ);
  const coding = applied ?? (isIdentity && 'identity');
  const isTooLong = fault === 'too long' || body.length > MOST_READ;
  const conflicts = coding === undefined ? [] : [codingConflict(coding, fault !== undefined)];
  // Every gzip file begins so (RFC 1952 §2.3.1), and no text.
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  if (isGzip && !fault) conflicts.push(unnamedGzip(coding));
  const unread = { isTooLong, coding, encoding: 'unknown', encodingConflicts: conflicts, text: null };
  if (isTooLong || fault || isGzip) return unread;
  const decoded = decodeBytes(body, charset);
  return { ...unread, ...decoded, encodingConflicts: [...conflicts, ...decoded.encodingConflicts] };
}

/** A request without Accept-Encoding takes any coding (RFC 9110 §12.5.3), but few clients expect one. */
function codingConflict(actual: string, isFalse: boolean): Breach {
  const path = 'Content-Encoding';
  if (isFalse) return { path, expected: 'none, or a body in this coding', actual };
  const names = { coding: actual };
  return { path, expected: 'none: the request accepts only identity', actual, names, level: 'should' };
}

function unnamedGzip(coding: string | undefined): Breach {
  const isTwice = coding !== undefined && /gzip/i.test(coding);
  const actual = isTwice ? 'gzip within gzip: compressed twice' : 'gzip, which no Content-Encoding names';
  return {
    path: 'body',
    expected: 'XML, in the coding that Content-Encoding names',
    actual,
    names: { compressed: '' },
  };
}

/** Whether a reply claims success, by its status or another of success with a body; errors have no rules (contract §7). */
function claimsSuccess({ status, body }: WireResponse, expected: number): boolean {
  // Stryker disable next-line EqualityOperator: 200 is the expected status, which the first condition takes
  return status === expected || (status >= 200 && status < 300 && body.length > 0);
}

function replyOf(
  refused: boolean,
  reading: BodyReading,
  anatomy: Anatomy | undefined,
  packet: ReplyEvidence['packet'] | undefined,
): Reply {
  const fault = anatomy?.soap?.fault;
  if (fault) return { kind: 'soap-fault', text: allText(fault.element), ...faultTexts(fault.element) };
  if (refused) return { kind: 'plain-error', text: reading.text ?? '' };
  if (packet) return { kind: 'packet-result', packet };
  return { kind: 'unreadable', why: anatomy ? 'not a packet result' : 'not XML' };
}
