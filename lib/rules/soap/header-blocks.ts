import { childrenLocated } from '../../bindings/locate.ts';
import { isNamed } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';
import { strayText } from './stray-text.ts';

/** A Header holds blocks, each in a namespace, and no text (SOAP 1.1 §4.2, SOAP 1.2 part 1 §5.2). */
export const headerBlocks = {
  id: 'soap/header-blocks',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: ({ anatomy: { root } }) => {
    if (root.element.local !== 'Envelope') return null;
    const headers = childrenLocated(root).filter(({ element }) =>
      isNamed(element, root.element.uri, 'Header'),
    );
    return headers.flatMap((header) => [
      ...strayText(header),
      ...childrenLocated(header)
        .filter(({ element }) => element.uri === '')
        .map(({ element, path }) => ({ path, expected: 'an element in a namespace', actual: element.local })),
    ]);
  },
} satisfies Rule;
