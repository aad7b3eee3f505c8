import type { Call } from '../../model/call.ts';
import { escapeAttribute } from '../../xml/escape.ts';
import type { Form } from './form.ts';
import { pieceForm } from './xml-pieces.ts';

// A tag has `<` only where it begins and `>` only where it ends: attribute values have both escaped.
const TAGS = ['start', 'end'] as const;

/** Other names for the same namespaces: they, and no prefix, say what an element is (Namespaces in XML 1.0 §2.3). */
export const envelopeForms: readonly Form[] = [
  pieceForm(TAGS, 'envelope-prefix', 'another prefix for the elements of the envelope', (tag) =>
    tag.replace(/(<\/?)soap:/, '$1SOAP-ENV:').replace(' xmlns:soap=', ' xmlns:SOAP-ENV='),
  ),
  pieceForm(
    TAGS,
    'envelope-default-namespace',
    'the envelope in the default namespace, without a prefix',
    (tag) => tag.replace(/(<\/?)soap:/, '$1').replace(' xmlns:soap=', ' xmlns='),
  ),
  pieceForm(TAGS, 'prefixed-operation', 'the operation element and everything in it with a prefix', (tag) =>
    /<\/?soap:/.test(tag) ? tag : tag.replace(/<\/?/, '$&m:').replace(' xmlns=', ' xmlns:m='),
  ),
  pieceForm(
    TAGS,
    'namespace-on-envelope',
    'the namespace of the service declared with a prefix on the envelope',
    declaredAbove,
  ),
  pieceForm(
    ['start'],
    'unused-namespaces',
    'further namespaces declared on the envelope and used nowhere',
    withUnusedNamespaces,
  ),
  pieceForm(['start'], 'empty-header', 'a Header without blocks in front of the Body', (tag) =>
    tag.replace('<soap:Body', '<soap:Header></soap:Header>$&'),
  ),
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
