import type { Call } from '../../model/call.ts';
import type { BindingId } from '../../model/contract.ts';
import type { WireRequest } from '../../model/judging/wire.ts';

/** A deliberate mistake of our own encoder, with the exact rules that must hold the request back. */
export interface RequestDefect {
  /** Permanent slug, named by what it breaks. */
  readonly id: string;
  readonly title: string;
  readonly bindings?: readonly BindingId[];
  readonly operations?: readonly string[];
  /** Exactly the rules that fire, for every call in scope. */
  readonly rules: readonly string[];
  readonly change: (request: WireRequest, call: Call) => WireRequest;
}

export const soap = ['soap11', 'soap12'] as const;
export const plain = ['http-get', 'http-post'] as const;
export const bodied = ['soap11', 'soap12', 'http-post'] as const;
export const sends = ['SingleShotSmsWithTypeAndKeyID', 'SendBulkSms'];
/** Operations without a list: where a list is there, what hides all parameters hides it as well. */
export const listless = ['SingleShotSmsWithTypeAndKeyID', 'ReportSingleShotSms', 'ReportSmsWithPacketId'];

export function withHeader(request: WireRequest, name: string, value: string | null): WireRequest {
  const others = request.headers.filter(([key]) => key !== name);
  return { ...request, headers: value === null ? others : [...others, [name, value]] };
}

/** The request with its body changed as text. */
export function withBody(request: WireRequest, change: (text: string) => string): WireRequest {
  return { ...request, body: Buffer.from(change(Buffer.from(request.body ?? []).toString('utf8')), 'utf8') };
}

/** The request with its encoded fields, or its envelope, changed as text. */
export function withContent(request: WireRequest, change: (text: string) => string): WireRequest {
  if (request.body !== null) return withBody(request, change);
  const [path = '', query = ''] = request.path.split('?');
  return { ...request, path: `${path}?${change(query)}` };
}

/** The request with its parameters changed, each a whole field or element with what it holds. */
export function withParameters(
  request: WireRequest,
  { operation, binding }: Call,
  change: (parameters: readonly string[]) => readonly string[],
): WireRequest {
  if (binding.envelope === undefined)
    return withContent(request, (text) => change(text.split('&')).join('&'));
  const inside = new RegExp(`(<${operation.name} [^>]*>)(.*)(</${operation.name}>)`, 's');
  return withBody(request, (text) =>
    text.replace(inside, (_, start: string, children: string, end: string) =>
      [start, ...change(children.match(/<(\w+)>.*?<\/\1>/gs) ?? []), end].join(''),
    ),
  );
}
