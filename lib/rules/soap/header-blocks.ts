import { childrenLocated } from '../../bindings/locate.ts';
import { overSoap, type Rule } from '../rule.ts';
import { envelopeOf, headersOf, strayText } from './envelope-parts.ts';

/** A Header holds blocks, each in a namespace, and no text (SOAP 1.1 §4.2, SOAP 1.2 part 1 §5.2). */
export const headerBlocks = {
  id: 'soap/header-blocks',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: (evidence) => {
    const envelope = envelopeOf(evidence);
    if (!envelope) return null;
    return headersOf(envelope).flatMap((header) => [
      ...strayText(header),
      ...childrenLocated(header)
        .filter(({ element }) => element.uri === '')
        .map(({ element, path }) => ({ path, expected: 'an element in a namespace', actual: element.local })),
    ]);
  },
} satisfies Rule;
