import type { HeadFault } from '../../../model/judging/wire.ts';

/** A head as an HTTP client reads it, with what is wrong with it. */
export interface ReadHead {
  readonly status: number;
  /** The head without its faults. */
  readonly text: string;
  readonly faults: readonly HeadFault[];
}

/** Why no recipient may read a head, with the line that shows it. */
export interface UnreadableHead {
  readonly why: string;
  readonly line: string;
}

/** True if a line is a status line of HTTP/1.1; its last space is required even without a reason (RFC 9112 §4). */
export function isStatusLine(line: string): boolean {
  return /^HTTP\/1\.[01] \d{3} [\t\x20-\x7E\x80-\xFF]*$/.test(line);
}

const PLAIN_HEAD =
  /^HTTP\/1\.[01] [2-5]\d\d [\t\x20-\x7E\x80-\xFF]*\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7E\x80-\xFF]*\r\n)*\r\n$/;
const FRAMING = /\r\n(?:content-length|transfer-encoding):[\t ]*(\d+(?=[\t ]*\r)|chunked(?=[\t ]*\r))?/gi;

/** True if `readHead` would return a final head unchanged, as it does for most; reading lines takes ten times as long. */
export function isPlainHead(head: string): boolean {
  if (!PLAIN_HEAD.test(head)) return false;
  const framing = [...head.matchAll(FRAMING)];
  return framing.length === 0 || (framing.length === 1 && framing[0]?.[1] !== undefined);
}

/** A status line as recipients may read it: with any white space for a space (RFC 9112 §4), and with any minor version. */
const STATUS_LINE = /^HTTP\/(\d(?:\.\d)?)[\t ]+(\d{3})(?:[\t ]+(.*))?$/i;

const FIELD = /^([\w!#$%&'*+.^`|~-]+)([\t ]*):[\t ]*(.*?)[\t ]*$/s;

/** Control characters, which no field may have, such as a bare CR and NUL (RFC 9110 §5.5). */
const CONTROLS = /[^\t\x20-\x7E\x80-\xFF]/g;

/**
 * Reads the head of a response, with the empty line at its end, as leniently as RFC 9112 lets a recipient read, and
 * returns everything that it forbids to senders as faults.
 */
export function readHead(head: string): ReadHead | UnreadableHead {
  const faults: HeadFault[] = [];
  const bare = head.search(/(?<!\r)\n/);
  if (bare !== -1)
    faults.push({ kind: 'line-feed', line: head.slice(head.lastIndexOf('\n', bare - 1) + 1, bare) });
  const begin = head.search(/[^\r\n]/);
  if (begin > 0) faults.push({ kind: 'empty-first-line', line: '' });
  const [statusLine = '', ...lines] = head
    .slice(begin)
    .replace(/(?:\r?\n){2}$/, '')
    .split(/\r?\n/);
  const [, version = '', code = '', reason = ''] = STATUS_LINE.exec(statusLine) ?? [];
  const status = Number(code);
  if (status < 100) return { why: 'the status line has no status code from 100 on', line: statusLine };
  if (status === 101) return { why: 'the request asked for no other protocol', line: statusLine };
  const fields = readFields(lines, faults);
  const framed = 'why' in fields ? fields : withOneFraming(fields, faults);
  if ('why' in framed) return framed;
  if (faults.length === 0 && isStatusLine(statusLine)) return { status, text: head, faults };
  // A recipient takes an unknown minor version for the highest that it knows (RFC 9110 §2.5).
  const first = `HTTP/1.${version === '1.0' ? 0 : 1} ${code} ${reason.replace(CONTROLS, ' ')}`;
  const text = [first, ...framed.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
  return { status, text, faults };
}

function readFields(lines: readonly string[], faults: HeadFault[]): Fields | UnreadableHead {
  const fields: (readonly [name: string, value: string])[] = [];
  for (const line of lines) {
    const [, name, blank, value = ''] = FIELD.exec(line) ?? [];
    if (/^[\t ]/.test(line)) {
      const last = fields.pop();
      faults.push({ kind: last ? 'folded-field' : 'leading-blank', line });
      if (last) fields.push([last[0], `${last[1]} ${line.trim()}`.trim()]);
    } else if (name === undefined) {
      return { why: 'a line of the header section is no field', line };
    } else {
      if (blank !== '') faults.push({ kind: 'blank-before-colon', line });
      if (value.search(CONTROLS) !== -1) faults.push({ kind: 'control-character', line });
      fields.push([name, value.replace(CONTROLS, ' ')]);
    }
  }
  return fields;
}

type Fields = readonly (readonly [name: string, value: string])[];

/** Returns the fields with one Content-Length or Transfer-Encoding, or why the end of the body is unknown (RFC 9112 §6.3). */
function withOneFraming(fields: Fields, faults: HeadFault[]): Fields | UnreadableHead {
  const framing = fields.filter(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  if (framing.length === 0) return fields;
  const line = framing.map(([name, value]) => `${name}: ${value}`).join(', ');
  const isLength = ([name]: Fields[number]) => name.length === 'content-length'.length;
  const members = (found: Fields) =>
    found.flatMap(([, value]) => value.split(',').map((member) => member.trim()));
  const lengths = members(framing.filter(isLength));
  const codings = members(framing.filter((field) => !isLength(field)));
  const isChunked = (coding: string) => coding.toLowerCase() === 'chunked';
  // Clients pass over `identity`, which was a coding in RFC 2616.
  const isCoded = codings.some((coding) => !/^(?:identity)?$/i.test(coding));
  const before = faults.length;
  if (codings.filter(isChunked).length > 1) faults.push({ kind: 'chunked-twice', line });
  if (codings.length > 0 && lengths.length > 0) faults.push({ kind: 'length-and-coding', line });
  if (!isCoded && lengths.some((length) => !/^\d+$/.test(length)))
    return { why: 'the length of the body is no number', line };
  if (!isCoded && new Set(lengths).size > 1) return { why: 'the lengths of the body differ', line };
  if (!isCoded && lengths.length > 1) faults.push({ kind: 'repeated-length', line });
  if (faults.length === before) return fields;
  const coding = [...codings.filter((name) => !isChunked(name)), 'chunked'].join(', ');
  const field = isCoded
    ? (['Transfer-Encoding', coding] as const)
    : (['Content-Length', lengths[0] ?? ''] as const);
  return [...fields.filter((plain) => !framing.includes(plain)), field];
}
