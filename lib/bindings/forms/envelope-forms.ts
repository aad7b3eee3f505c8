import type { Call } from '../../model/call.ts';
import { escapeAttribute } from '../../xml/escape.ts';
import { type Form, soapBindings } from './form.ts';
import { rewritePieces } from './xml-pieces.ts';

// A tag has `<` only where it begins and `>` only where it ends: attribute values have both escaped.
const TAGS = ['start', 'end'] as const;

/** Other names for the same namespaces: they, and no prefix, say what an element is (Namespaces in XML 1.0 §2.3). */
export const envelopeForms: readonly Form[] = [
  {
    id: 'envelope-prefix',
    title: 'another prefix for the elements of the envelope',
    bindings: soapBindings,
    apply: (request) =>
      rewritePieces(request, TAGS, (tag) =>
        tag.replace(/(<\/?)soap:/, '$1SOAP-ENV:').replace(' xmlns:soap=', ' xmlns:SOAP-ENV='),
      ),
  },
  {
    id: 'envelope-default-namespace',
    title: 'the envelope in the default namespace, without a prefix',
    bindings: soapBindings,
    apply: (request) =>
      rewritePieces(request, TAGS, (tag) =>
        tag.replace(/(<\/?)soap:/, '$1').replace(' xmlns:soap=', ' xmlns='),
      ),
  },
  {
    id: 'prefixed-operation',
    title: 'the operation element and everything in it with a prefix',
    bindings: soapBindings,
    apply: (request) =>
      rewritePieces(request, TAGS, (tag) =>
        /<\/?soap:/.test(tag) ? tag : tag.replace(/<\/?/, '$&m:').replace(' xmlns=', ' xmlns:m='),
      ),
  },
  {
    id: 'namespace-on-envelope',
    title: 'the namespace of the service declared with a prefix on the envelope',
    bindings: soapBindings,
    apply: (request, call) => rewritePieces(request, TAGS, (tag) => declaredAbove(tag, call)),
  },
  {
    id: 'unused-namespaces',
    title: 'further namespaces declared on the envelope and used nowhere',
    bindings: soapBindings,
    apply: (request) => rewritePieces(request, ['start'], withUnusedNamespaces),
  },
  {
    id: 'empty-header',
    title: 'a Header without blocks in front of the Body',
    bindings: soapBindings,
    apply: (request) =>
      rewritePieces(request, ['start'], (tag) => tag.replace('<soap:Body', '<soap:Header></soap:Header>$&')),
  },
];

function declaredAbove(tag: string, { target }: Call): string {
  if (tag.startsWith('<soap:Envelope'))
    return tag.replace('>', () => ` xmlns:sms="${escapeAttribute(target.namespace)}">`);
  if (/<\/?soap:/.test(tag)) return tag;
  return tag.replace(/<\/?/, '$&sms:').replace(/ xmlns="[^"]*"/, '');
}

/** As the clients of .NET declare them. */
function withUnusedNamespaces(tag: string): string {
  if (!tag.startsWith('<soap:Envelope')) return tag;
  const schema = 'http://www.w3.org/2001/XMLSchema';
  return tag.replace('>', ` xmlns:xsi="${schema}-instance" xmlns:xsd="${schema}">`);
}
