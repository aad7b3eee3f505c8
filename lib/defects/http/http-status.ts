import type { BindingId } from '../../model/contract.ts';
import { type HttpReply, reasonPhrase } from '../../reference/index.ts';
import type { Defect } from '../defect.ts';
import { withHeader } from '../wire.ts';

const bindings: readonly BindingId[] = ['soap11', 'soap12', 'http-get', 'http-post'];

/** Statuses of success that the contract does not know, refusals, and failures: each with a right packet result. */
const everywhere = [202, 203, 206, 400, 401, 403, 404, 405, 415, 500, 502, 503];

function withStatus(reply: HttpReply, status: number): HttpReply {
  return { ...reply, status, reason: reasonPhrase(status) };
}

/** Another status than 200 (contract §4.1, table, "Response"). */
export const statusDefects: readonly Defect[] = [
  ...everywhere.map(
    (status): Defect => ({
      id: `status-${status}`,
      title: `A packet result comes with status ${status}`,
      requirement: 'bindings.soap11.response-status',
      rules: ['http/status'],
      seam: 'wire',
      change: (reply) => withStatus(reply, status),
    }),
  ),
  ...bindings.map(
    (binding): Defect => ({
      id: `status-500-${binding}`,
      title: `A packet result comes with status 500 over ${binding} alone`,
      requirement: `bindings.${binding}.response-status`,
      rules: ['http/status'],
      bindings: [binding],
      seam: 'wire',
      change: (reply) => withStatus(reply, 500),
    }),
  ),
  {
    id: 'status-204',
    title: 'A call is answered with status 204 and no body',
    requirement: 'bindings.soap11.response-status',
    rules: ['http/status'],
    seam: 'wire',
    change: (reply) => ({ ...withStatus(reply, 204), headers: [], body: Buffer.alloc(0) }),
  },
  {
    id: 'redirect-302',
    title: 'HTTP GET answers with a redirect to a packet result elsewhere',
    requirement: 'bindings.http-get.response-status',
    rules: ['http/status'],
    bindings: ['http-get'],
    seam: 'wire',
    change: (reply) => withHeader(withStatus(reply, 302), 'Location', '/elsewhere.asmx'),
  },
  {
    id: 'redirect-307',
    title: 'Every call is redirected, with the packet result as the body',
    requirement: 'bindings.soap12.response-status',
    rules: ['http/status'],
    seam: 'wire',
    change: (reply) => withHeader(withStatus(reply, 307), 'Location', '/elsewhere.asmx'),
  },
];
