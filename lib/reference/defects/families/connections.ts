import type { Call, HttpReply } from '../../seams.ts';
import { reply } from '../changes.ts';
import { found, reports, sends } from '../defect.ts';
import { behindFirst, withHeader } from '../wire.ts';

/** The last reply of each operation over each binding, as a variable that all threads share would hold it. */
function latestOf() {
  const latest = new Map<string, HttpReply>();
  return (reply: HttpReply, { operation, binding }: Call): Partial<HttpReply> => {
    const key = `${operation.name} ${binding.id}`;
    latest.set(key, reply);
    return { late: () => latest.get(key) ?? reply };
  };
}

/** The packet of another call. */
const others = ['delivery/recipients', 'delivery/texts', 'delivery/echo'];

const togetherIn = (operations: readonly string[]) => ({ operations, cases: ['*/together'] });
const onOne = { operations: reports, cases: ['*/two-packets'] };

/** Deviations that only calls at the same time, or several on one connection, meet. */
export const connectionDefects = [
  ...found(['report/packet', ...others], 'reports.for-packet', togetherIn(reports)).in(reply, {
    'together-reports-mixed: Reports at the same time all get the reply of the last one': latestOf(),
  }),
  ...found(['send/distinct-packets', ...others], 'sends.packet-id-distinct', togetherIn(sends)).in(reply, {
    'together-sends-mixed: Sends at the same time all get the reply of the last one': latestOf(),
  }),
  ...found(['report/packet', ...others], 'reports.for-packet', onOne).in(reply, {
    'kept-earlier-reply: A connection gives its first reply again': behindFirst((_, first) => first),
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
