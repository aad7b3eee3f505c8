import type { Rule } from '../rule.ts';

/** The body is one namespace-well-formed XML 1.0 document (contract §2: XML text elements). */
export const wellFormed = {
  id: 'xml/well-formed',
  level: 'must',
  needs: 'body',
  check: ({ reading: { xml } }) => {
    if (xml.kind === 'document') return [];
    if (xml.kind !== 'malformed') return null;
    const place = xml.column > 0 ? `line ${xml.line}, column ${xml.column}` : `line ${xml.line}`;
    return [{ path: place, expected: 'well-formed XML', actual: xml.message }];
  },
} satisfies Rule;
