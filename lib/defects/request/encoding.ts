import { plain, type RequestDefect, sends, soap, withBody, withContent } from './request-defect.ts';

/** Mistakes between characters and bytes. */
export const encodingRequestDefects: readonly RequestDefect[] = [
  {
    id: 'envelope-latin1',
    title: 'The envelope holds a byte of ISO-8859-1',
    bindings: soap,
    rules: ['request/encoding'],
    change: (request) => ({
      ...request,
      body: Buffer.concat([Buffer.from(request.body ?? []), Buffer.from('<!--\xfc-->', 'latin1')]),
    }),
  },
  {
    id: 'query-not-encoded',
    title: 'The query holds a letter that is not percent-encoded',
    bindings: ['http-get'],
    operations: sends,
    rules: ['request/encoding'],
    change: (request) => withContent(request, (text) => text.replace('%C5%9F', 'ş')),
  },
  {
    id: 'form-not-encoded',
    title: 'The form holds a letter that is not percent-encoded',
    bindings: ['http-post'],
    operations: sends,
    rules: ['request/encoding'],
    change: (request) => withContent(request, (text) => text.replace('%C5%9F', 'ş')),
  },
  {
    id: 'fields-percent-u',
    title: 'A letter of a field is escaped as %uXXXX',
    bindings: plain,
    operations: sends,
    rules: ['request/encoding', 'request/parameters'],
    change: (request) => withContent(request, (text) => text.replace('%C5%9F', '%u015F')),
  },
  {
    id: 'query-latin5',
    title: 'The query percent-encodes bytes of ISO-8859-9',
    bindings: ['http-get'],
    operations: sends,
    rules: ['request/encoding', 'request/parameters'],
    change: (request) => withContent(request, (text) => text.replace('%C5%9F', '%FE')),
  },
  {
    id: 'text-escaped-twice',
    title: 'The message is escaped twice',
    bindings: soap,
    operations: sends,
    rules: ['request/parameters'],
    change: (request) => withBody(request, (text) => text.replaceAll('&lt;', '&amp;lt;')),
  },
  {
    id: 'plus-not-encoded',
    title: 'A plus is sent as it is, which reads as a space',
    bindings: plain,
    operations: sends,
    rules: ['request/parameters'],
    change: (request) => withContent(request, (text) => text.replaceAll('%2B', '+')),
  },
];
