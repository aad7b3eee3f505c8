import { overSoap, type Rule } from '../rule.ts';

/** Comments and CDATA sections, in which the characters mean nothing, and instructions with their target. */
const MARKUP = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?([^\s?]+)[\s\S]*?\?>/g;

/**
 * A SOAP message has no processing instructions (SOAP 1.1 §3, SOAP 1.2 part 1 §5). The XML declaration is none (XML
 * 1.0 §2.8).
 */
export const instructions = {
  id: 'soap/instructions',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: ({ reading: { text } }) => {
    if (text === null) return null;
    // Most documents have none but the XML declaration.
    if (text.indexOf('<?', text.startsWith('<?xml ') ? 1 : 0) < 0) return [];
    const targets = [...text.matchAll(MARKUP)].flatMap(([, target = 'xml']) =>
      target === 'xml' ? [] : [target],
    );
    const expected = 'no processing instruction';
    return targets.map((target) => ({
      path: `processing-instruction(${target})`,
      expected,
      actual: `<?${target} …?>`,
    }));
  },
} satisfies Rule;
