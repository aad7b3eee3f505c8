import type { Breach } from '../../model/judging/finding.ts';
import type { Rule } from '../rule.ts';

const expected = 'a document within the limits of the suite';

/**
 * The document is within the limits up to which the suite reads one; XML and the contract (§8) have no such limits. A
 * document type declaration is never read, so what is written with its entities is not either. Over SOAP that is no
 * matter of limits: xml/no-dtd forbids it.
 */
export const limits = {
  id: 'xml/limits',
  level: 'must',
  needs: 'body',
  check: ({ reading: { xml }, binding }): readonly Breach[] | null => {
    if (xml.kind === 'undecodable') return null;
    if (xml.kind === 'beyond-limits') {
      return [{ path: `line ${xml.line}, column ${xml.column}`, expected, actual: xml.message }];
    }
    if (xml.kind !== 'doctype' || binding.envelope !== undefined) return [];
    return [{ path: 'prolog', expected, actual: 'the document uses entities that its DTD declares' }];
  },
} satisfies Rule;
