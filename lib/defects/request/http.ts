import { bodied, plain, type RequestDefect, soap, withHeader } from './request-defect.ts';

const post = { bindings: ['http-post'] } as const;
const get = { bindings: ['http-get'] } as const;

/** Mistakes in the request line. */
const lines: readonly RequestDefect[] = [
  {
    id: 'get-sent-as-post',
    title: 'HTTP GET goes out as a form',
    ...get,
    rules: ['request/method', 'request/no-body'],
    change: (request) => ({
      ...request,
      method: 'POST',
      body: Buffer.from(request.path.replace(/^[^?]*\?/, '')),
    }),
  },
  {
    id: 'form-sent-as-get',
    title: 'HTTP POST goes out as GET with a query',
    ...post,
    rules: ['request/method', 'request/path'],
    change: (request) => ({
      ...request,
      method: 'GET',
      path: `${request.path}?${Buffer.from(request.body ?? []).toString('utf8')}`,
      body: null,
    }),
  },
  {
    id: 'envelope-sent-as-get',
    title: 'An envelope goes out as GET',
    bindings: soap,
    rules: ['request/method'],
    change: (request) => ({ ...request, method: 'GET' }),
  },
  ...(
    [
      ['other-path-base', 'The path base is another', /\/(?:liveb?|ecomm)\//, '/other/'],
      ['path-case', 'The path base is in another case', /postsms\.asmx/, 'PostSms.asmx'],
      ['path-escaped', 'The path base is percent-encoded without need', /\.asmx/, '%2Easmx'],
      ['path-slash', 'The path base is followed by a slash more', /\.asmx/, '.asmx/'],
      ['base-url-path-lost', 'The path of the base URL is left out', /^.*?(?=\/\w+\/postsms)/, ''],
    ] as const
  ).map(
    ([id, title, from, to]): RequestDefect => ({
      id,
      title,
      rules: ['request/path'],
      change: (request) => ({ ...request, path: request.path.replace(from, to) }),
    }),
  ),
  {
    id: 'path-without-operation',
    title: 'The operation is missing behind the path base',
    bindings: plain,
    rules: ['request/path'],
    change: (request) => ({ ...request, path: request.path.replace(/\.asmx\/\w+/, '.asmx') }),
  },
];

/** Content types that the contract does not give to the binding. */
const types: readonly RequestDefect[] = [
  ...(
    [
      ['content-type-missing', 'The content type is missing', bodied, () => null],
      [
        'content-type-xml',
        'The content type is application/xml',
        bodied,
        () => 'application/xml; charset=utf-8',
      ],
      [
        'charset-missing',
        'The content type names no charset',
        soap,
        (type: string) => type.replace(/;.*/, ''),
      ],
      [
        'charset-other',
        'The charset is another',
        soap,
        (type: string) => type.replace('utf-8', 'iso-8859-9'),
      ],
      ['form-charset', 'A form names a charset', post.bindings, (type: string) => `${type}; charset=utf-8`],
      ['get-content-type', 'HTTP GET has a content type', get.bindings, () => 'text/xml'],
    ] as const
  ).map(
    ([id, title, bindings, change]): RequestDefect => ({
      id,
      title,
      bindings,
      rules: ['request/content-type'],
      change: (request, { binding }) =>
        withHeader(request, 'Content-Type', change(binding.request.contentType ?? '')),
    }),
  ),
  {
    id: 'content-type-twice',
    title: 'The content type stands twice in the header',
    bindings: bodied,
    rules: ['request/content-type'],
    change: (request) => ({ ...request, headers: [...request.headers, ...request.headers.slice(0, 1)] }),
  },
];

/** Header fields and bodies that no binding has. */
const additions: readonly RequestDefect[] = [
  ...(
    [
      ['authorization', 'Authorization', 'Basic eA=='],
      ['authorization-lower-case', 'authorization', 'Bearer x'],
      ['proxy-authorization', 'Proxy-Authorization', 'Basic eA=='],
      ['cookie', 'Cookie', 'session=1'],
    ] as const
  ).map(
    ([id, name, value]): RequestDefect => ({
      id,
      title: `The header has a field ${name}`,
      rules: ['request/no-authentication'],
      change: (request) => withHeader(request, name, value),
    }),
  ),
  {
    id: 'get-empty-body',
    title: 'HTTP GET has a body of no bytes',
    ...get,
    rules: ['request/no-body'],
    change: (request) => ({ ...request, body: Buffer.alloc(0) }),
  },
  {
    id: 'get-form-body',
    title: 'HTTP GET has a form for a body',
    ...get,
    rules: ['request/no-body'],
    change: (request) => ({ ...request, body: Buffer.from('a=b') }),
  },
];

export const httpRequestDefects: readonly RequestDefect[] = [...lines, ...types, ...additions];
