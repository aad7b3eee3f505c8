import { MIMEType } from 'whatwg-mimetype';
import type { BodyReading } from '../../../model/judging/evidence.ts';
import type { Breach } from '../../../model/judging/finding.ts';
import type { Value } from '../../../model/judging/value.ts';
import type { WireResponse } from '../../../model/judging/wire.ts';
import type { Result } from '../../../model/result.ts';
import { headerValues } from '../../reading/header-values.ts';
import { rule } from '../rule.ts';
import { numberOf, words } from '../values.ts';
import { bodyMessage } from './body-text.ts';

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
  const count = others.length + 1;
  if (others.some((other) => other !== value))
    return { ok: false, error: `${count} Content-Type headers: ${[value, ...others].join(' and ')}` };
  const type = MIMEType.parse(value);
  if (!type) return { ok: false, error: JSON.stringify(value) };
  const charset = type.parameters.get('charset') ?? null;
  return { ok: true, value: { essence: type.essence, charset, rivals: contradictions(value), count } };
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

/** The media type of the binding's response (contract §4.1, table, "Response"). */
export const mediaType = rule('http/media-type', 'must', 'success', ({ response, binding, reading }) => {
  const expected = binding.response.mediaType;
  const type = readContentType(response);
  if (type.ok && type.value.essence === expected) return repeated(type.value.count);
  const actual = words`${type.ok ? type.value.essence : type.error}${otherText(reading)}`;
  return [{ path: 'Content-Type', expected, actual }];
});

/** RFC 9110 §5.3 and §8.3: a sender writes the field once; recipients often cope with equal ones. */
function repeated(count: number): readonly Breach[] {
  if (count === 1) return [];
  const actual = words`${numberOf(count)} equal Content-Type headers`;
  const names = { repeated: 'true' };
  return [{ path: 'Content-Type', expected: 'one Content-Type header', actual, names, level: 'should' }];
}

/** What a body says that is a page, a plain refusal or JSON instead of the XML of the service. */
function otherText({ text, xml }: BodyReading): Value {
  if (text === null || (xml.kind === 'document' && xml.root.local.toLowerCase() !== 'html')) return '';
  const said = bodyMessage(text);
  return said.by === undefined && /^(?:<|$)/.test(said.text) ? '' : words`, ${said}`;
}

/** The charset of the binding's response (contract §4.1, table, "Response"); says nothing where there is no media type to carry one. */
export const charset = rule('http/charset', 'must', 'body', ({ response, binding }) => {
  const expected = binding.response.charset;
  const parsed = readContentType(response);
  if (!parsed.ok) return null;
  const type = parsed.value;
  const contradicted = type.rivals.length > 0;
  if (type.charset?.toLowerCase() === expected && !contradicted) return [];
  const charsets = contradicted ? type.rivals : [type.charset].filter((one) => one !== null);
  const actual = charsets.map((one) => `charset=${one}`).join(' and ') || 'no charset';
  return [{ path: 'Content-Type', expected: `charset=${expected}`, actual }];
});
