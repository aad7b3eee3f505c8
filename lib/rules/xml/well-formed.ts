import type { Rule } from '../rule.ts';

/** The body is one namespace-well-formed XML 1.0 document (contract §2: XML text elements). */
export const wellFormed = {
  id: 'xml/well-formed',
  level: 'must',
  needs: 'success',
  check: ({ reading: { xml } }) => {
    if (xml.kind !== 'malformed' && xml.kind !== 'beyond-limits') return [];
    const place = xml.column > 0 ? `line ${xml.line}, column ${xml.column}` : `line ${xml.line}`;
    const expected =
      xml.kind === 'malformed' ? 'well-formed XML' : 'XML within the limits up to which it is read';
    return [{ path: place, expected, actual: xml.message }];
  },
} satisfies Rule;
