import { childrenLocated } from '../../bindings/locate.ts';
import type { Located } from '../../model/judging/anatomy.ts';
import type { Breach } from '../../model/judging/finding.ts';
import { expandedName, isNamed } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';
import { envelopeOf, SOAP_12 } from './envelope-parts.ts';

/**
 * The attributes of the Envelope are in a namespace (SOAP 1.1 §4); over SOAP 1.2 those of Header and Body are too (part 1
 * §5.1 to §5.3), and none of the three has an encodingStyle (part 1 §5.1.1). Others may stand there, whatever they mean.
 */
export const envelopeAttributes = {
  id: 'soap/envelope-attributes',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: (evidence) => {
    const root = envelopeOf(evidence);
    if (!root) return null;
    const inside = childrenLocated(root).filter(({ element }) =>
      ['Header', 'Body'].some((local) => isNamed(element, SOAP_12, local)),
    );
    return [root, ...inside].flatMap((one) => [...withoutNamespace(one), ...encodingStyles(one)]);
  },
} satisfies Rule;

function withoutNamespace({ element, path }: Located): readonly Breach[] {
  return element.attributes
    .filter(({ uri }) => uri === '')
    .map(({ local }) => ({
      path: `${path}/@${local}`,
      expected: 'an attribute in a namespace',
      actual: local,
    }));
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
