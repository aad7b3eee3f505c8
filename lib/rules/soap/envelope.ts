import { childrenLocated } from '../../bindings/locate.ts';
import type { Located } from '../../model/judging/anatomy.ts';
import type { Breach } from '../../model/judging/finding.ts';
import { expandedName, isNamed } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';
import { nameIn, ofEnvelope, SOAP_12 } from './envelope-parts.ts';

/** The root is the Envelope of the binding's SOAP version (contract §4.1, table, "Response"). */
export const envelope = {
  id: 'soap/envelope',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: ({ anatomy, binding }) => {
    // Stryker disable next-line StringLiteral: for the types only: each binding here has an envelope
    const uri = binding.envelope ?? '';
    const { element, path } = anatomy.root;
    if (isNamed(element, uri, 'Envelope')) return [];
    return [{ path, expected: expandedName({ uri, local: 'Envelope' }), actual: expandedName(element) }];
  },
} satisfies Rule;

/**
 * The attributes of the Envelope are in a namespace (SOAP 1.1 §4); over SOAP 1.2 those of Header and Body are too (part 1
 * §5.1 to §5.3), and none of the three has an encodingStyle (part 1 §5.1.1). Others may stand there, whatever they mean.
 */
export const envelopeAttributes = ofEnvelope('envelope-attributes', (root) => {
  const inside = childrenLocated(root).filter(({ element }) =>
    ['Header', 'Body'].some((local) => isNamed(element, SOAP_12, local)),
  );
  return [root, ...inside].flatMap((one) => [...withoutNamespace(one), ...encodingStyles(one)]);
});

function withoutNamespace({ element, path }: Located): readonly Breach[] {
  const expected = 'an attribute in a namespace';
  return element.attributes
    .filter(({ uri }) => uri === '')
    .map(({ local }) => ({ path: `${path}/@${local}`, expected, actual: local }));
}

function encodingStyles({ element, path }: Located): readonly Breach[] {
  if (element.uri !== SOAP_12) return [];
  return element.attributes
    .filter(({ uri, local }) => uri === SOAP_12 && local === 'encodingStyle')
    .map((attribute) => ({
      path: `${path}/@${attribute.local}`,
      expected: `no ${expandedName(attribute)} on ${element.local}`,
      actual: attribute.value,
    }));
}

/** The Envelope has exactly one Body, in the Envelope's own namespace (SOAP 1.1 §4, SOAP 1.2 part 1 §5.1). */
export const body = ofEnvelope('body', (root, bodies) => {
  const [only, ...more] = bodies;
  const expected = `one ${nameIn(root, 'Body')}`;
  if (!only) return [{ path: root.path, expected, actual: 'none' }];
  if (more.length > 0) return [{ path: root.path, expected, actual: `${bodies.length} of them` }];
  const { element, path } = only;
  return element.uri === root.element.uri ? [] : [{ path, expected, actual: expandedName(element) }];
});
