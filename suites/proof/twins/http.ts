import { contentType, denied, reply } from '../../../lib/reference/defects/changes.ts';
import { behindFirst } from '../../../lib/reference/defects/wire.ts';
import type { HttpReply } from '../../../lib/reference/seams.ts';
import { equal, type Twin } from './equal.ts';
import { framed } from './framing.ts';

const mediaTypes = 'RFC 9110 §8.3: media types and their parameters';
const fields = 'RFC 9110 §5: field names, white space and fields that a recipient does not know';
const cut = 'RFC 9112 §6 and §7.1: how a body is cut on the wire is no part of it';

/** A change of every field name. */
const onNames =
  (change: (name: string) => string) =>
  ({ headers, body }: HttpReply) => {
    const all = [...headers, ['Content-Length', String(body.length)] as const];
    return { headers: all.map(([name, value]) => [change(name), value] as const) };
  };

/** Ends the connection of a reply once it is idle for a while, as servers may after any time. */
function endedIdle(afterMs: number) {
  const timers = new WeakMap<object, NodeJS.Timeout>();
  const whole = framed({}) as () => Required<Pick<HttpReply, 'send'>>;
  const send: HttpReply['send'] = async (response, reply) => {
    const { socket } = response;
    // It is not idle while a request is answered.
    if (socket) clearTimeout(timers.get(socket));
    await whole().send(response, reply);
    if (!socket) return;
    timers.set(
      socket,
      setTimeout(() => socket.end(), afterMs),
    );
  };
  return () => ({ send });
}

const plus =
  (...added: HttpReply['headers']) =>
  ({ headers }: HttpReply) => ({ headers: [...added, ...headers] });

const persistence =
  'RFC 9112 §9.5 and §9.6: a server may end an idle connection at any time, and another that it announces';
/** Refuses a ticket that no send has had, as the reference does, and announces the end of the connection. */
function closedRefusal(connection: string) {
  const known = new Set<string>();
  return denied(500, ['Connection', connection])((_, { operation, values }) => {
    const ticket = String(values[operation.ticket.name]);
    if (operation.kind === 'send') known.add(ticket);
    return !known.has(ticket);
  }, 'There is no such packet.');
}

const reusing = { cases: ['*/{read-twice,many-on-one}'] };

/** Equal ways to say the same in HTTP header fields and the status line, and to put a reply on the wire. */
export const httpTwins: readonly Twin[] = [
  ...equal(persistence, reusing).in(reply, {
    'idle-closed: A connection that is idle for 50 ms is closed': endedIdle(50),
    'last-announced: A connection is announced to end with its second reply': behindFirst(
      plus(['Connection', 'close']),
    ),
  }),
  ...equal(persistence, { cases: ['*/key-ids-of-connection'] }).in(reply, {
    'sends-closed: Every reply announces the end of its connection': plus(['Connection', 'close']),
  }),
  ...equal(persistence, { cases: ['*/ticket-of-connection'] }).in(closedRefusal, {
    'refusal-closes: A connection ends with the refusal of a ticket': 'close',
  }),
  ...equal(mediaTypes).in(contentType, {
    'charset-upper-case: The charset is in upper case': ['utf-8', 'UTF-8'],
    'charset-quoted: The charset is quoted': ['utf-8', '"utf-8"'],
    'charset-spaced: White space appears around the semicolon': ['; ', ' \t;  '],
    'charset-empty-parameter: Empty parameters appear around the charset': (type) =>
      `${type.replace(';', '; ;')};`,
    'media-type-upper-case: The media type is in upper case': (type) =>
      type.replace(/^[^;]+/, (name) => name.toUpperCase()),
    'content-type-padded: White space appears around the Content-Type': (type) => `\t ${type} \t`,
  }),
  ...equal(fields).in(reply, {
    'header-names-lower-case: Header names are in lower case': onNames((name) => name.toLowerCase()),
    'headers-odd: Headers are there that are long, empty, or not ASCII': plus(
      ['X-Long', 'x'.repeat(8000)],
      ['X-Empty', ''],
      ['X-Name', 'M\u00FC\u00FEteri'],
    ),
  }),
  ...equal(
    'RFC 9110 §5.6.1, §8.4.1: empty members of a list count for nothing, and identity is no coding',
  ).in(reply, {
    'content-encoding-of-none: Content-Encoding names no coding': plus(['Content-Encoding', ', ,']),
  }),
  ...equal('RFC 9110 §5.3: Set-Cookie may appear more than once').in(reply, {
    'cookies-twice: The same cookie is set twice': plus(['Set-Cookie', 'a=1'], ['Set-Cookie', 'a=1']),
  }),
  ...equal('RFC 9112 §4: a client ignores the reason phrase').in(reply, {
    'reason-other: The reason phrase is another one': () => ({ reason: 'Internal Server Error' }),
    'reason-empty: The reason phrase is empty': () => ({ reason: '' }),
  }),
  ...equal(cut, { cases: ['SendBulkSms/message-emoji'] }).in(reply, {
    // Odd lengths cut characters of two, three and four bytes.
    'chunked-odd: The body is cut into chunks of odd lengths': framed({
      end: 'chunked',
      pieces: [1, 7, 13, 101, 3],
    }),
    'slow-bytes: The body comes in pieces under its length, with pauses': framed({
      pieces: [1, 1, 200, 333],
      pauseMs: 2,
    }),
    'end-by-close: The end of the connection ends the body': framed({ end: 'close' }),
  }),
  ...equal('RFC 9112 §9.6: either side may', { cases: ['*/two-packets'] }).in(reply, {
    'connection-close: The server ends the connection after every reply': plus(['Connection', 'close']),
  }),
  ...equal(
    'RFC 9110 §15.2, RFC 8297: a client has to be able to read interim responses, also unexpected ones',
  ).in(reply, {
    'interim-continue: A 100 that was not asked for goes ahead of the reply, as old IIS sends it': framed({
      interim: 'continue',
    }),
    'interim-early-hints: A 103 with a header goes ahead of the reply': framed({ interim: 'early-hints' }),
  }),
  ...equal('RFC 9110 §6.6.1: a server without a clock sends none; the contract asks for none').in(reply, {
    'date-absent: There is no Date header': () => ({ date: false }),
  }),
];
