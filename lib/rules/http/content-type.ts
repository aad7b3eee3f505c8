import { MIMEType } from 'whatwg-mimetype';
import type { WireResponse } from '../../model/judging/wire.ts';
import type { Result } from '../../model/result.ts';
import { headerValues } from '../header-values.ts';

/** The Content-Type of a response, parsed. */
export interface ContentType {
  readonly essence: string;
  /** The first one, which counts; null for none. */
  readonly charset: string | null;
  /** All that are named, where they contradict each other: readers differ in which of them counts. */
  readonly rivals: readonly string[];
  /** How many header fields say it, all of them the same. */
  readonly count: number;
}

/** Parses the Content-Type as the WHATWG MIME Sniffing standard does: case, quotes, spaces and order do not count. */
export function readContentType(response: WireResponse): Result<ContentType, string> {
  const [value, ...others] = headerValues(response.headers, 'content-type');
  if (value === undefined) return { ok: false, error: 'no Content-Type header' };
  if (others.some((other) => other !== value)) {
    return {
      ok: false,
      error: `${others.length + 1} Content-Type headers: ${[value, ...others].join(' and ')}`,
    };
  }
  const type = MIMEType.parse(value);
  if (!type) return { ok: false, error: JSON.stringify(value) };
  return {
    ok: true,
    value: {
      essence: type.essence,
      charset: type.parameters.get('charset') ?? null,
      rivals: contradictions(value),
      count: others.length + 1,
    },
  };
}

/** Name and value of a parameter (RFC 9110 §5.6.6); what a quoted value holds is no parameter. */
const PARAMETER = /;[\t ]*([^=;\s]+)=("(?:[^"\\]|\\.)*"|[^;]*)/g;

/** The charsets of a media type where it has different ones; the parser keeps only the first. */
function contradictions(value: string): readonly string[] {
  const matches = [...value.matchAll(PARAMETER)];
  // Stryker disable next-line StringLiteral: for the types only: a match has its groups
  const named = matches.filter(([, name = '']) => name.toLowerCase() === 'charset');
  // Stryker disable next-line StringLiteral: for the types only: a match has its groups
  const charsets = named.map(([, , charset = '']) => charset.trim().replaceAll('"', ''));
  // Stryker disable next-line MethodExpression: names of character sets are ASCII: either case tells them apart
  const different = new Set(charsets.map((charset) => charset.toLowerCase())).size > 1;
  return different ? charsets : [];
}
