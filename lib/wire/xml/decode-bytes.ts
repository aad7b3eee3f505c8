import type { Breach, Value } from '../../model/judging/finding.ts';
import { messageOf, numberOf, words } from '../../text/finding-value.ts';
import { attempt } from '../../text/reason-of.ts';

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/**
 * Turns the bytes of an XML body into characters. The byte order mark wins over the `charset` of the Content-Type, and
 * that over the XML declaration (RFC 7303 §3); each disagreement is a conflict. `encoding` is the label that won.
 */
export function decodeBytes(body: Uint8Array, charset: string | null) {
  const mark = BYTE_ORDER_MARKS.find(({ bytes }) => bytes.every((byte, i) => body[i] === byte));
  const declared = declaredEncoding(body);
  const encoding = (mark?.encoding ?? charset ?? declared ?? 'utf-8').toLowerCase();
  const conflicts: Breach[] = [];
  if (mark && charset !== null && !sameEncoding(charset, mark.encoding)) {
    conflicts.push({ path: 'byte order mark', expected: charset, actual: mark.encoding });
  }
  // Decoders of browsers take `utf8` for UTF-8, which is no registered name: parsers of XML refuse it (XML 1.0 §4.3.3).
  const isOther = declared?.toLowerCase() !== 'utf-8' && decoderFor(declared ?? '')?.encoding === 'utf-8';
  if (declared !== null && (isOther || !sameEncoding(declared, encoding))) {
    conflicts.push({ path: 'XML declaration', expected: encoding, actual: declared, level: 'should' });
  }
  const decoder = decoderFor(encoding);
  // Node.js 20 reads windows-1252, which is also the name for ISO 8859-1, as that, unless it is a stream.
  const stream = decoder?.encoding === 'windows-1252';
  const text = decoder ? (attempt(() => decoder.decode(body, { stream })) ?? null) : null;
  if (!decoder) {
    conflicts.push({ path: 'charset', expected: 'a known encoding', actual: encoding });
  } else if (text === null) {
    const actual = decoder.encoding === 'utf-8' ? firstBadBytes(body) : 'other bytes';
    conflicts.push({ path: 'body', expected: `bytes in ${encoding}`, actual });
  }
  return { encoding, hasMark: mark !== undefined, encodingConflicts: conflicts, text };
}

/** Bytes at the beginning of a document that are searched for an XML declaration. */
const DECLARATION = 1_024;

/** Returns the encoding that an XML declaration in ASCII names, or null. */
function declaredEncoding(body: Uint8Array): string | null {
  const { buffer, byteOffset, length } = body.subarray(0, DECLARATION);
  const text = Buffer.from(buffer, byteOffset, length).toString('latin1');
  // Such an encoding writes ASCII as ASCII does, with zeros around it at most.
  const ascii = text.replace(/^\u00EF\u00BB\u00BF/, '').replaceAll('\0', '');
  const declaration = /^<\?xml\s[^>]*?\?>/.exec(ascii)?.[0];
  return (declaration && /\sencoding\s*=\s*["']([^"']+)["']/.exec(declaration)?.[1]) ?? null;
}

const utf8 = () => new TextDecoder('utf-8', { fatal: true });
const UTF_8 = utf8();

function decoderFor(encoding: string): InstanceType<typeof TextDecoder> | undefined {
  return encoding === 'utf-8' ? UTF_8 : attempt(() => new TextDecoder(encoding, { fatal: true }));
}

/** True if two labels name the same encoding; utf-16 covers both byte orders. */
function sameEncoding(...labels: readonly [string, string]): boolean {
  const [first, second] = labels.map((label) => decoderFor(label)?.encoding ?? label.toLowerCase());
  const isAnyUtf16 = labels.some((label) => label.toLowerCase() === 'utf-16');
  return first === second || (isAnyUtf16 && [first, second].every((name) => name?.startsWith('utf-16')));
}

/** Says after how many bytes a body ends too early. */
export const bodyEnd = (bytes: number): Value => words`the body ends after ${numberOf(bytes, 'byte')}`;

/** Returns the first bytes that are not UTF-8: a lenient decoder writes U+FFFD there. */
function firstBadBytes(body: Uint8Array): Value {
  const lenient = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(body));
  const found = body.findIndex((byte, i) => byte !== lenient[i]);
  // The end of the body may be the beginning of U+FFFD itself.
  const bad = found < 0 ? body.length - 1 : found;
  const shown = Array.from(body.subarray(bad, bad + 4), (byte) => byte.toString(16).padStart(2, '0'));
  const bytes = messageOf(`${shown.join(' ').toUpperCase()} at byte ${bad}`);
  // A stream may go on where the others end inside of a character.
  const isCut = attempt(() => utf8().decode(body, { stream: true })) !== undefined;
  return isCut ? words`${bytes}; ${bodyEnd(body.length)}` : bytes;
}
