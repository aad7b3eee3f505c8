import type { Call } from '../../../model/call.ts';
import { sendableText } from '../request-parts.ts';

/**
 * The parameters as percent-encoded name/value fields in contract order; a list is its field repeated once per item
 * (contract §4.1 rule 4).
 */
export function fieldsOf({ operation, values }: Call): string {
  const fields = operation.parameters.flatMap(({ name }) =>
    [values[name] ?? '']
      .flat()
      .map((text) => `${percentEncode(name)}=${percentEncode(sendableText(name, text))}`),
  );
  return fields.join('&');
}

/**
 * Percent-encodes UTF-8 with the unreserved characters of RFC 3986 §2.3 left as they are, so that no
 * sub-delimiter can be taken for syntax.
 */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
