import type { Call, Contract } from '../model/contract.ts';
import type { Anatomy, XmlReading } from '../model/judging/document.ts';
import type { BodyReading } from '../model/judging/evidence.ts';
import type { Breach } from '../model/judging/finding.ts';
import type { PacketResult, Reply } from '../model/judging/reply.ts';
import type { WireResponse } from '../model/judging/wire.ts';
import { bindings } from '../wire/bindings/index.ts';
import { faultTexts } from '../wire/bindings/soap.ts';
import { decodeBytes } from '../wire/xml/decode-bytes.ts';
import { parseXml } from '../wire/xml/parse.ts';
import { elementsOf, textOf } from '../wire/xml/tree.ts';
import { allText } from './body-text.ts';
import { MOST_READ, readContentType, withoutCodings } from './headers.ts';
import { decodePacket, resultParts } from './packet.ts';

/** A response as it was read, without what its exchange says of it. */
export interface ReadReply {
  /** The media type, or why it cannot be read. */
  readonly mediaType: ReturnType<typeof readContentType>;
  readonly body: BodyReading;
  /** Parts of the document; absent where it is no XML. */
  readonly anatomy: Anatomy | undefined;
  /** Parts of its result element; absent where a refusal or no result element was read. */
  readonly parts: ReturnType<typeof resultParts> | undefined;
  /** The packet result, where it is a whole one. */
  readonly whole: ReturnType<typeof decodePacket>;
  readonly reply: Reply;
  readonly isSuccess: boolean;
  /** Whether it claims no success, or its body is a page or a text. */
  readonly isRefused: boolean;
}

/**
 * Reads a response as far as it goes: as the reply to that call, whose namespace is the service's. Never throws.
 * @param known its body, where that was read before
 */
export function readReply(
  call: Call,
  response: WireResponse,
  contract: Contract,
  known?: BodyReading,
): ReadReply {
  const { operation, binding, target } = call;
  const mediaType = readContentType(response);
  const body = known ?? readBody(response, mediaType.ok ? mediaType.value.charset : null);
  const isSuccess = claimsSuccess(response, binding.response.status);
  const root = body.xml.kind === 'document' ? body.xml.root : undefined;
  // A recorded call over GET or POST names no namespace.
  const namespace = target.namespace || (root?.uri ?? '');
  const anatomy = root && bindings[binding.id].decode(root, { operation, contract, namespace });
  const isRefused = !isSuccess || (mediaType.ok && isOtherBody(mediaType.value.essence, anatomy));
  const result = isRefused ? undefined : anatomy?.payload;
  const parts = result && resultParts(result, contract, namespace);
  const whole = parts && decodePacket(parts);
  const reply = replyOf(isRefused, body, anatomy, whole?.packet);
  return { mediaType, body, anatomy, parts, whole, reply, isSuccess, isRefused };
}

/** True if a body is a text or a page by its media type and by its content. */
function isOtherBody(mediaType: string, anatomy: Anatomy | undefined): boolean {
  if (/[/+]xml$/.test(mediaType)) return false;
  return anatomy === undefined || anatomy.root.element.local.toLowerCase() === 'html';
}

/** Returns the packet that a reply names anywhere in the field `identifier`; undefined where it names none. */
export function packetNamed(
  read: Pick<ReadReply, 'body'> | undefined,
  identifier: string,
): string | undefined {
  const waiting = read?.body.xml.kind === 'document' ? [read.body.xml.root] : [];
  for (const element of waiting) {
    if (element.local === identifier) return textOf(element) || undefined;
    // A Header may hold anything.
    waiting.push(...elementsOf(element).filter(({ local }) => local !== 'Header'));
  }
  return undefined;
}

const UNDECODED = { encoding: 'unknown', hasMark: false, text: null };

/** Reads the body without its content codings, as characters and as XML, and its contradictions. */
function readBody(response: WireResponse, charset: string | null): BodyReading {
  const { body, coding: applied, isIdentity, fault } = withoutCodings(response, MOST_READ);
  const coding = applied ?? (isIdentity && 'identity');
  if (fault === 'too long' || body.length > MOST_READ) {
    const message = `the body has more than ${MOST_READ} bytes`;
    const xml = { kind: 'beyond-limits', line: 1, column: 1, message } as const;
    return { coding, ...UNDECODED, encodingConflicts: [], xml };
  }
  const conflicts = coding === undefined ? [] : [codingConflict(coding, fault !== undefined)];
  // Every gzip file begins so (RFC 1952 §2.3.1), and no text.
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  if (isGzip && !fault) conflicts.push(unnamedGzip(coding));
  const decoded = fault || isGzip ? undefined : decodeBytes(body, charset);
  const { encoding, hasMark, text } = decoded ?? UNDECODED;
  const encodingConflicts = [...conflicts, ...(decoded?.encodingConflicts ?? [])];
  const xml: XmlReading = text === null ? { kind: 'undecodable' } : parseXml(text);
  return { coding, encoding, hasMark, encodingConflicts, text, xml };
}

/** A request without Accept-Encoding takes any coding (RFC 9110 §12.5.3), but few clients expect one. */
function codingConflict(actual: string, isFalse: boolean): Breach {
  const path = 'Content-Encoding';
  if (isFalse) return { path, expected: 'none, or a body in this coding', actual };
  const about = { coding: actual };
  return { path, expected: 'none: the request accepts only identity', actual, about, level: 'should' };
}

function unnamedGzip(coding: string | undefined): Breach {
  const isTwice = coding !== undefined && /gzip/i.test(coding);
  const actual = isTwice ? 'gzip within gzip: compressed twice' : 'gzip, which no Content-Encoding names';
  return {
    path: 'body',
    expected: 'XML, in the coding that Content-Encoding names',
    actual,
    about: { compressed: true },
  };
}

/** True if a reply claims success, by its status or another of success with a body; errors have no rules (contract §7). */
function claimsSuccess({ status, body }: WireResponse, expected: number): boolean {
  // Stryker disable next-line EqualityOperator: 200 is the expected status, which the first condition takes
  return status === expected || (status >= 200 && status < 300 && body.length > 0);
}

function replyOf(
  isRefused: boolean,
  reading: BodyReading,
  anatomy: Anatomy | undefined,
  packet: PacketResult | undefined,
): Reply {
  const fault = anatomy?.soap?.fault;
  if (fault) return { kind: 'soap-fault', text: allText(fault.element), ...faultTexts(fault.element) };
  if (isRefused) return { kind: 'plain-error', text: reading.text ?? '' };
  if (packet) return { kind: 'packet-result', packet };
  return { kind: 'unreadable', why: anatomy ? 'not a packet result' : 'not XML' };
}
