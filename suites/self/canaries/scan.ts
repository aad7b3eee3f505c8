import { gunzipSync, inflateRawSync } from 'node:zlib';
import type { Spellings } from './spellings.ts';

/** Texts further down are not looked at: the pages that are scanned hold attachments in archives in base64. */
const MOST_DEPTH = 3;

const LEAST_BASE64 = 16;

/** Names of the spellings that stand in some bytes, or in anything that they hold in another form. */
export function found(bytes: Buffer, spellings: Spellings): readonly string[] {
  const layers = [...layersOf(bytes, MOST_DEPTH)];
  return Object.entries(spellings)
    .filter(([, written]) => {
      // A report may end its lines otherwise.
      const ways = [written, written.replaceAll('\r\n', '\n')];
      return layers.some((layer) => ways.some((way) => layer.includes(way)));
    })
    .map(([name]) => name);
}

/** A text in UTF-8 and in Latin-1, without the escapes of JSON, HTML and our reports, and what is packed inside. */
function* layersOf(bytes: Buffer, depth: number): Generator<string> {
  const text = bytes.toString('utf8');
  yield text;
  if (!isText(bytes)) yield bytes.toString('latin1');
  const unescaped = withoutJson(text);
  if (unescaped !== text) yield unescaped;
  for (const one of new Set([text, unescaped])) {
    const shown = withoutHtml(one);
    if (shown !== one) yield shown;
    const alive = withoutVisible(shown);
    if (alive !== shown) yield alive;
  }
  if (depth === 0) return;
  for (const packed of [...unzipped(bytes), ...decoded(text)]) yield* layersOf(packed, depth - 1);
}

function isText(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
}

const short: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function withoutJson(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, unit: string | undefined, one: string) =>
    unit === undefined ? (short[one] ?? one) : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function withoutHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => named[name] ?? whole);
}

/** Control characters as the reports make them visible. */
function withoutVisible(text: string): string {
  return text.replace(/\\u\{([0-9A-F]+)\}/g, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

function* decoded(text: string): Generator<Buffer> {
  for (const [run] of text.matchAll(new RegExp(`[A-Za-z0-9+/]{${LEAST_BASE64},}={0,2}`, 'g'))) {
    yield Buffer.from(run, 'base64');
  }
}

function* unzipped(bytes: Buffer): Generator<Buffer> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) yield gunzipSync(bytes);
  for (let at = bytes.indexOf('PK\u0003\u0004'); at >= 0; at = bytes.indexOf('PK\u0003\u0004', at + 4)) {
    const method = bytes.readUInt16LE(at + 8);
    const size = bytes.readUInt32LE(at + 18);
    const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const packed = bytes.subarray(begin, begin + size);
    yield method === 8 ? inflateRawSync(packed) : packed;
  }
}
