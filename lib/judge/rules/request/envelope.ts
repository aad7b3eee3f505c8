import type { Breach } from '../../../model/judging/finding.ts';
import { messageOf, nameOf, numberOf, words } from '../../../text/finding-value.ts';
import { elementsOf, firstInBody, isNamed, SOAP_12 } from '../../../wire/xml/tree.ts';
import { soapRule } from '../rule.ts';

export const requestEnvelopeRules = [
  /**
   * An envelope of the binding's SOAP version with one Body that holds one element (contract §4.1, table), no DOCTYPE (SOAP
   * 1.1 §3, SOAP 1.2 part 1 §5), and over SOAP 1.2 no encodingStyle around that (part 1 §5.1.1), which else is open.
   */
  soapRule('request/envelope', 'must', 'request', ['content'], ({ readBack, binding }) => {
    const uri = binding.envelope;
    const { root, doctype } = readBack;
    const declared = { path: 'body', expected: 'no document type declaration', actual: '<!DOCTYPE' };
    const breaches: Breach[] = doctype ? [declared] : [];
    if (!root && doctype) return breaches;
    if (!root) {
      const why = readBack.fault === undefined ? '' : words`: ${messageOf(readBack.fault)}`;
      return [{ path: 'body', expected: 'a SOAP envelope', actual: words`not well-formed XML${why}` }];
    }
    if (!isNamed(root, uri, 'Envelope')) {
      return [...breaches, { path: '/', expected: nameOf({ uri, local: 'Envelope' }), actual: nameOf(root) }];
    }
    const parts = elementsOf(root);
    const bodies = parts.filter((element) => isNamed(element, uri, 'Body'));
    const entries = bodies.flatMap(elementsOf);
    const styled = [root, ...parts, ...entries].filter(({ attributes }) =>
      attributes.some((attribute) => attribute.uri === uri && attribute.local === 'encodingStyle'),
    );
    for (const { local, uri: elementUri } of styled) {
      const level = uri === SOAP_12 && elementUri === uri ? 'must' : 'gap';
      breaches.push({ path: local, expected: 'no encodingStyle', actual: 'encodingStyle', level });
    }
    if (bodies.length !== 1 || entries.length !== 1) {
      breaches.push({
        path: '/Envelope',
        expected: 'one Body with one child element',
        actual: words`${numberOf(bodies.length, 'Body element')} with ${numberOf(entries.length, 'child element')}`,
      });
    }
    return breaches;
  }),
  /** The Body holds an element named after the operation in the service's namespace (contract §4.1, table). */
  soapRule('request/operation-element', 'must', 'request', ['content'], (evidence) => {
    if (!evidence.readBack.root) return null;
    const element = firstInBody(evidence.readBack.root);
    const name = { uri: evidence.target.namespace, local: evidence.operation.name };
    if (element && isNamed(element, name.uri, name.local)) return [];
    return [{ path: '/Envelope/Body', expected: nameOf(name), actual: element ? nameOf(element) : 'none' }];
  }),
] as const;
