import type { HeaderList } from '../../model/judging/wire.ts';
import { bodyBindings, type Form, soapBindings } from './form.ts';

/** Other ways to write a header field: its name has no case (RFC 9110 §5.1), a media type and a charset neither (§8.3). */
export const headerForms: readonly Form[] = [
  names('lower-case-headers', 'header names in lower case', (name) => name.toLowerCase()),
  names('upper-case-headers', 'header names in upper case', (name) => name.toUpperCase()),
  contentType('media-type-upper-case', 'the media type in upper case', bodyBindings, (value) =>
    value.replace(/[^;]+/, (type) => type.toUpperCase()),
  ),
  contentType('charset-upper-case', 'the charset in upper case', soapBindings, (value) =>
    value.replace('=utf-8', '=UTF-8'),
  ),
  contentType('charset-quoted', 'the charset in quotes', soapBindings, (value) =>
    value.replace('=utf-8', '="utf-8"'),
  ),
  {
    id: 'soap-action-two-slashes',
    title: 'a SOAPAction with a slash behind a namespace that ends in one',
    bindings: ['soap11'],
    forNamespace: (namespace) => namespace.endsWith('/'),
    apply: (request, { target, operation }) => ({
      ...request,
      headers: request.headers.map(([name, value]) => [
        name,
        name === 'SOAPAction' ? `"${target.namespace}/${operation.name}"` : value,
      ]),
    }),
  },
];

function names(id: string, title: string, write: (name: string) => string): Form {
  return headers(id, title, bodyBindings, (list) => list.map(([name, value]) => [write(name), value]));
}

function contentType(
  id: string,
  title: string,
  bindings: Form['bindings'],
  write: (value: string) => string,
): Form {
  return headers(id, title, bindings, (list) =>
    list.map(([name, value]) => [name, name === 'Content-Type' ? write(value) : value]),
  );
}

function headers(
  id: string,
  title: string,
  bindings: Form['bindings'],
  rewrite: (list: HeaderList) => HeaderList,
): Form {
  return { id, title, bindings, apply: (request) => ({ ...request, headers: rewrite(request.headers) }) };
}
