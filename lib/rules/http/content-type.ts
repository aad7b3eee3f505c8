import { MIMEType } from 'whatwg-mimetype';
import type { WireResponse } from '../../model/wire.ts';
import { headerValues } from '../header-values.ts';

/** The Content-Type of a response: its one parsed value, or why there is none. */
export type ContentType =
  | { readonly ok: true; readonly essence: string; readonly charset: string | null }
  | { readonly ok: false; readonly actual: string };

/** Parses the Content-Type as the WHATWG MIME Sniffing standard does: case, quotes, spaces and order do not count. */
export function readContentType(response: WireResponse): ContentType {
  const [value, ...others] = headerValues(response.headers, 'content-type');
  if (value === undefined) return { ok: false, actual: 'no Content-Type header' };
  if (others.some((other) => other !== value)) {
    return {
      ok: false,
      actual: `${others.length + 1} Content-Type headers: ${[value, ...others].join(' and ')}`,
    };
  }
  const type = MIMEType.parse(value);
  if (!type) return { ok: false, actual: JSON.stringify(value) };
  return { ok: true, essence: type.essence, charset: type.parameters.get('charset') ?? null };
}
