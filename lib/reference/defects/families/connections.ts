import type { Deviation, HttpReply, HttpRequest, Served } from '../../seams.ts';
import { reply } from '../changes.ts';
import { found, type Reach, reports, sends } from '../defect.ts';
import { behindFirst, withHeader } from '../wire.ts';

/** Returns the last reply of an operation over a binding, as a variable that all threads share would hold it. */
function latestOf() {
  const latest = new Map<string, HttpReply>();
  return (reply: HttpReply, { operation, binding }: Served): Partial<HttpReply> => {
    const key = `${operation.name} ${binding.id}`;
    latest.set(key, reply);
    return { late: () => latest.get(key) ?? reply };
  };
}

/** The packet of another call. */
const another = ['delivery/recipients', 'delivery/texts', 'delivery/echo'];

const togetherIn = (operations: readonly string[]) => ({ operations, cases: ['*/together'] });
/** Cuts a request by the number of requests before on its connection, and the milliseconds since the last. */
function cutIf(isCut: (count: number, idleMs: number) => boolean) {
  const seen = new WeakMap<object, { readonly count: number; readonly at: number }>();
  return (_: HttpReply, __: Served, { connection = {} }: HttpRequest): Partial<HttpReply> => {
    const { count, at } = seen.get(connection) ?? { count: 0, at: Date.now() };
    seen.set(connection, { count: count + 1, at: Date.now() });
    return isCut(count, Date.now() - at) ? { hangUp: true } : {};
  };
}

const cut = (scope: Reach) => found('http/kept-connection', 'bindings.kept-connection', scope);
const onOne = { operations: reports, cases: ['*/two-packets'] };

/** Reads another value of a parameter than that of a request, by the value of the first request of its connection. */
function byFirst(
  parameterOf: (call: Served) => string,
  change: (value: string, first: string) => string,
): Deviation {
  const firsts = new WeakMap<object, string>();
  return {
    request: (values, call, { connection = {} }) => {
      const name = parameterOf(call);
      const value = values[name];
      if (typeof value !== 'string') return values;
      const first = firsts.get(connection) ?? value;
      firsts.set(connection, first);
      return { ...values, [name]: change(value, first) };
    },
  };
}

type ByFirst = Parameters<typeof byFirst>[1];

const otherTicket = (change: ByFirst) => byFirst(({ operation }) => operation.ticket.name, change);
const otherKeyId = (change: ByFirst) => byFirst(() => 'KeyID', change);

const onKeyIds = { operations: sends, cases: ['*/key-ids-of-connection'] };

/** Deviations that only calls at the same time, or several on one connection, meet. */
export const connectionDefects = [
  ...found(['report/packet', ...another], 'reports.for-packet', togetherIn(reports)).in(reply, {
    'together-reports-mixed: Reports at the same time all get the reply of the last one': latestOf(),
  }),
  ...found(['send/distinct-packets', ...another], 'sends.packet-id-distinct', togetherIn(sends)).in(reply, {
    'together-sends-mixed: Sends at the same time all get the reply of the last one': latestOf(),
  }),
  ...found(['report/packet', ...another], 'reports.for-packet', onOne).in(reply, {
    'kept-earlier-reply: A connection gives its first reply again': behindFirst((_, first) => first),
  }),
  ...cut({ operations: reports, cases: ['*/many-on-one'] }).in(reply, {
    'kept-cut-after-100: The 101st request of a connection is cut off': cutIf((count) => count >= 100),
  }),
  ...cut({ operations: reports, cases: ['*/read-twice'] }).in(reply, {
    'kept-idle-reset: An idle connection ends only when its next request comes': cutIf(
      (_, idle) => idle > 60,
    ),
  }),
  ...cut(onOne).in(reply, {
    'connection-ended: The server ends a connection at its second request': cutIf((count) => count > 0),
  }),
  ...cut(onKeyIds).in(reply, {
    'connection-ended-under-send: The server ends a connection at its second send': cutIf(
      (count) => count > 0,
    ),
  }),
  ...found('delivery/echo', 'delivery-result.key-id.meaning', onKeyIds).in(otherKeyId, {
    'kept-first-key-id: The KeyID of the first send of a connection is that of all of them': (_, first) =>
      first,
  }),
  ...found(['report/ticket', 'http/status'], 'authentication.ticket-of-request', {
    cases: ['*/{ticket-of-connection,two-tickets}'],
  }).in(otherTicket, {
    'kept-first-ticket: The first ticket of a connection counts for all of its requests': (_, first) => first,
    'kept-one-ticket: Any ticket is taken, and no second one on a connection': (ticket, first) =>
      ticket === first ? 'any' : '',
  }),
  ...found('xml/well-formed', 'bindings.*.response-well-formed', onOne).in(reply, {
    'kept-bytes-lost: The second reply on a connection loses its last bytes': behindFirst(({ body }) => ({
      body: body.slice(0, -20),
    })),
  }),
  ...found('http/charset', 'bindings.*.response-charset', onOne).in(reply, {
    'kept-without-charset: The second reply on a connection has another Content-Type': behindFirst((whole) =>
      withHeader(whole, 'Content-Type', (type) => type.replace(/;.*/, '')),
    ),
  }),
];
