/**
 * Why a text cannot be the XML namespace of a service, or undefined when it can. It must be a URI reference
 * (Namespaces in XML 1.0 §2.2, RFC 3986 §4.1), so that the schema of the packet result can be built for it and
 * SOAPAction can carry it in quotes (contract §4.1 rule 1).
 */
export function namespaceProblem(namespace: string): string | undefined {
  if (RESERVED.includes(namespace))
    return 'this namespace is reserved for XML; use the namespace of the service';
  if (!CHARACTERS.test(namespace)) return `${URI_WANTED} without spaces, ${EXAMPLE}`;
  if (/%(?![\dA-Fa-f]{2})/.test(namespace)) return `${URI_WANTED}: two hexadecimal digits must follow each %`;
  // Legal in a URI, but the schema validator takes it for a character reference.
  if (namespace.includes('&#'))
    return 'it holds "&#", which cannot be told from a character reference of XML';
  if (REFERENCE.test(namespace)) return undefined;
  return /[[\]]/.test(namespace)
    ? `${URI_WANTED}: [ and ] may only enclose an IPv6 address after //`
    : `${URI_WANTED}, and this is none; ${EXAMPLE}`;
}

const URI_WANTED = 'an XML namespace is a URI';
const EXAMPLE = 'such as http://tempuri.org';

/** Bound to the prefixes xml and xmlns (Namespaces in XML 1.0 §3). */
const RESERVED = ['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/'];

/** Characters of a URI (RFC 3986 §2); others would break the quotes of SOAPAction or cannot stand in a header. */
const CHARACTERS = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** A URI reference of RFC 3986 §4.1, percent signs taken for checked; a colon before a port needs the port. */
const REFERENCE = referencePattern();

function referencePattern(): RegExp {
  const name = "[\\w\\-.~%!$&'()*+,;=]";
  const path = "[\\w\\-.~%!$&'()*+,;=:@/]*";
  const user = `(?:(?:${name}|:)*@)?`;
  const authority = `${user}(?:\\[[\\dA-Fa-f.]*:[\\dA-Fa-f:.]*\\]|${name}*)(?::\\d{1,5})?`;
  const after = "[\\w\\-.~%!$&'()*+,;=:@/?]*";
  // Without a scheme the first segment has no colon.
  const scheme = '(?:[A-Za-z][A-Za-z\\d+.\\-]*:|(?![^/?#]*:))';
  return new RegExp(`^${scheme}(?://${authority}(?:/${path})?|(?!//)${path})(?:\\?${after})?(?:#${after})?$`);
}
