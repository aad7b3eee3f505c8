import { MIMEType, TextDecoder } from 'node:util';
import type { Result } from '../../model/result.ts';

export interface ContentType {
  /** Lower case, without parameters. */
  readonly mediaType: string;
  readonly charset: string | null;
  readonly action: string | null;
}

/** A Content-Type header taken apart; null where it is missing or no media type. */
export function readContentType(header: string | undefined): ContentType | null {
  try {
    const { essence: mediaType, params } = new MIMEType(header ?? '');
    return { mediaType, charset: params.get('charset'), action: params.get('action') };
  } catch {
    return null;
  }
}

/**
 * The text of an XML request. A byte order mark wins, then the charset, then the default of the media type: text/xml
 * without charset is US-ASCII with `?` for every other byte, as ASMX reads it (RFC 3023), everything else UTF-8.
 * Bytes that the charset does not know are 400, a charset that nobody knows 415.
 */
export function decodeRequest(body: Uint8Array, type: ContentType): Result<string, 400 | 415> {
  const byDefault = type.mediaType === 'text/xml' ? 'us-ascii' : 'utf-8';
  const label = markedCharset(body) ?? type.charset?.toLowerCase() ?? byDefault;
  if (label === 'us-ascii' || label === 'ascii') {
    const value = Buffer.from(body.map((byte) => (byte < 0x80 ? byte : 0x3f))).toString('latin1');
    return { ok: true, value };
  }
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch {
    return { ok: false, error: 415 };
  }
  try {
    return { ok: true, value: decoder.decode(body) };
  } catch {
    return { ok: false, error: 400 };
  }
}

function markedCharset(body: Uint8Array): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return null;
}
