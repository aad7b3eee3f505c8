import type { Operation, ParameterValues } from '../../model/contract.ts';
import { sendableText } from '../request-parts.ts';

/**
 * The parameters as name/value fields in contract order; a list is its field repeated once per item
 * (contract §4.1 rule 4).
 */
export function fieldsOf(
  operation: Operation,
  values: ParameterValues,
): readonly (readonly [string, string])[] {
  return operation.parameters.flatMap((parameter) => {
    const value = values[parameter.name] ?? '';
    const texts = typeof value === 'string' ? [value] : value;
    return texts.map((text) => [parameter.name, sendableText(parameter.name, text)] as const);
  });
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
