import type { Rule } from '../rule.ts';

/**
 * The result is valid against the XML Schema derived from contract §2. A second opinion: it is asked only where
 * the rules about fields had nothing to say, and so finds what they do not look for, such as xsi:nil, an
 * xsi:type that is no string, or text between the elements.
 */
export const schema = {
  id: 'result/schema',
  level: 'must',
  needs: 'reply',
  check: ({ payload, schemaErrors }) =>
    schemaErrors().map((message) => {
      const field = fieldOf(message);
      return {
        path: payload.path,
        expected: 'valid against the XML Schema of contract §2',
        actual: message,
        // Stryker disable next-line ConditionalExpression: readers treat an undefined field and a missing one alike
        ...(field === undefined ? {} : { names: { field } }),
      };
    }),
} satisfies Rule;

/** The element that a message of libxml2 is about, so that only its requirements count as broken. */
function fieldOf(message: string): string | undefined {
  return /Element '\{[^}]*\}([^']+)'/.exec(message)?.[1];
}
