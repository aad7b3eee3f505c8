const WANTED = 'an XML namespace is a URI';
const EXAMPLE = 'such as http://tempuri.org';

/** Bound to the prefixes xml and xmlns (Namespaces in XML 1.0 §3). */
const RESERVED = ['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/'];

/** Characters of a URI (RFC 3986 §2); others would break the quotes of SOAPAction or cannot stand in a header. */
const CHARACTERS = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** A URI reference (RFC 3986 §4.1) without user and IPv6 address; without a scheme its first segment has no colon. */
const REFERENCE =
  /^(?:[A-Za-z][A-Za-z\d+.-]*:|(?![^/?#]*:))(?:\/\/[\w.-]+(?::\d{1,5})?(?![^/?#])|(?!\/\/))[^#[\]]*(?:#[^#[\]]*)?$/;

/**
 * Why a text cannot be the XML namespace of a service, or undefined when it can. It must be a URI reference
 * (Namespaces in XML 1.0 §2.2), so that the schema of the packet result can be built for it and SOAPAction can carry it
 * in quotes (contract §4.1 rule 1).
 */
export function namespaceProblem(namespace: string): string | undefined {
  if (RESERVED.includes(namespace))
    return 'this namespace is reserved for XML; use the namespace of the service';
  if (!CHARACTERS.test(namespace)) return `${WANTED} without spaces, ${EXAMPLE}`;
  if (/%(?![\dA-Fa-f]{2})/.test(namespace)) return `${WANTED}: two hexadecimal digits must follow each %`;
  // Legal in a URI, but the schema validator takes it for a character reference.
  if (namespace.includes('&#'))
    return 'it holds "&#", which cannot be told from a character reference of XML';
  return REFERENCE.test(namespace) ? undefined : `${WANTED}, and this is none; ${EXAMPLE}`;
}
