import type { HttpReply } from '../../reference/index.ts';
import type { Twin } from './twin.ts';

const mediaTypes = 'RFC 9110 §8.3: media types and their parameters';
const fields = 'RFC 9110 §5: field names, white space and fields that a recipient does not know';
const phrase = 'RFC 9112 §4: a client ignores the reason phrase';

/** A twin's change of what HTTP says about the reply. */
const onReply = (change: (reply: HttpReply) => HttpReply) => ({ seam: 'wire' as const, change });

/** A twin's change of the Content-Type. */
const onType = (change: (value: string) => string) =>
  onReply((reply) => ({
    ...reply,
    headers: reply.headers.map(([name, value]) => [name, name === 'Content-Type' ? change(value) : value]),
  }));

/** A twin's change of every field name. */
const onNames = (change: (name: string) => string) =>
  onReply((reply) => ({
    ...reply,
    headers: [...reply.headers, ['Content-Length', String(reply.body.length)] as const].map(
      ([name, value]) => [change(name), value],
    ),
  }));

const plus = (...added: readonly (readonly [string, string])[]) =>
  onReply((reply) => ({ ...reply, headers: [...added, ...reply.headers] }));

const types: readonly (readonly [id: string, what: string, change: (value: string) => string])[] = [
  ['charset-upper-case', 'The charset is in upper case', (value) => value.replace('utf-8', 'UTF-8')],
  ['charset-quoted', 'The charset is quoted', (value) => value.replace('utf-8', '"utf-8"')],
  [
    'charset-quoted-pair',
    'The charset is quoted with a quoted pair in it',
    (value) => value.replace('utf-8', '"utf\\-8"'),
  ],
  ['charset-no-space', 'No space follows the semicolon', (value) => value.replace('; ', ';')],
  ['charset-spaced', 'White space stands around the semicolon', (value) => value.replace('; ', ' \t;  ')],
  [
    'charset-empty-parameter',
    'Empty parameters stand around the charset',
    (value) => `${value.replace(';', '; ;')};`,
  ],
  [
    'media-type-upper-case',
    'The media type is in upper case',
    (value) => value.replace(/^[^;]+/, (type) => type.toUpperCase()),
  ],
  [
    'media-type-parameter-after',
    'A further parameter follows the charset',
    (value) => `${value}; action="urn:a;charset=x"`,
  ],
  [
    'media-type-parameter-before',
    'A further parameter precedes the charset',
    (value) => value.replace(';', '; version="1";'),
  ],
  ['content-type-padded', 'White space stands around the value', (value) => `\t ${value} \t`],
];

/** Equal ways to say the same in HTTP header fields and the status line. */
export const httpTwins: readonly Twin[] = [
  ...types.map(
    ([id, what, change]): Twin => ({
      id,
      title: what.replace('The value', 'The Content-Type'),
      because: mediaTypes,
      ...onType(change),
    }),
  ),
  {
    id: 'header-names-lower-case',
    title: 'Header names are in lower case',
    because: fields,
    ...onNames((name) => name.toLowerCase()),
  },
  {
    id: 'header-names-upper-case',
    title: 'Header names are in upper case',
    because: fields,
    ...onNames((name) => name.toUpperCase()),
  },
  {
    id: 'headers-of-aspnet',
    title: 'The headers of an ASP.NET server are there',
    because: fields,
    ...plus(
      ['Cache-Control', 'private, max-age=0'],
      ['Server', 'Microsoft-IIS/8.5'],
      ['X-AspNet-Version', '4.0.30319'],
      ['X-Powered-By', 'ASP.NET'],
    ),
  },
  {
    id: 'content-encoding-of-none',
    title: 'Content-Encoding names no coding',
    because: 'RFC 9110 §5.6.1, §8.4.1: empty members of a list count for nothing, and identity is no coding',
    ...plus(['Content-Encoding', ''], ['Content-Encoding', ', Identity ,']),
  },
  {
    id: 'headers-odd',
    title: 'Headers are there that are long, empty, or not ASCII',
    because: fields,
    ...plus(['X-Long', 'x'.repeat(8000)], ['X-Empty', ''], ['X-Name', 'M\u00FC\u00FEteri'], ['Vary', '*']),
  },
  {
    id: 'cookies-twice',
    title: 'The same cookie is set twice',
    because: 'RFC 9110 §5.3: Set-Cookie may stand more than once',
    ...plus(
      ['Set-Cookie', 'a=1; path=/; HttpOnly'],
      ['Set-Cookie', 'a=1; path=/; HttpOnly'],
      ['Set-Cookie', 'b='],
    ),
  },
  {
    id: 'reason-other',
    title: 'The reason phrase is another one',
    because: phrase,
    ...onReply((reply) => ({ ...reply, reason: 'Internal Server Error' })),
  },
  {
    id: 'reason-empty',
    title: 'The reason phrase is empty',
    because: phrase,
    ...onReply((reply) => ({ ...reply, reason: '' })),
  },
];
