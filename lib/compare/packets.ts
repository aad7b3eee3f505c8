import { baseUrlHint, namespaceAdvice } from '../findings/hints.ts';
import type { Contract } from '../model/contract.ts';
import { someOf } from '../text/counted.ts';
import type { Comparison } from './comparison.ts';
import type { Pair, RecordedReply } from './replies.ts';

/**
 * Says over which bindings no side gave a packet result, and what may explain that. Refusals are the same on any server, so
 * that without a packet result nothing is judged (`why`); nor over SOAP where others answer in another namespace.
 */
export function packetsIn(
  pairs: readonly Pair[],
  contract: Contract,
): Pick<Comparison, 'withoutPacket' | 'hints' | 'why'> {
  const replies = pairs.flatMap(({ old, now }) => [old, now].filter((one) => one !== undefined));
  const packets = replies.filter(({ reply }) => reply.kind === 'packet');
  const answered = new Set(packets.map(({ call }) => call.binding.id));
  const others = replies.filter(({ call }) => !answered.has(call.binding.id));
  const withoutPacket = [...new Set(others.map(({ call }) => call.binding.id))];
  const ofBaseUrl = [...new Set(others.map(baseUrlOf))].flatMap((url) => baseUrlHint(contract, url));
  const called = new Set(others.map(({ call }) => call.target.namespace));
  const [namespace = '', ...more] = new Set(packets.map(({ reply }) => reply.meaning.namespace ?? ''));
  const isOther =
    /:/.test(namespace) && more.length === 0 && [...called].some((uri) => uri !== '' && uri !== namespace);
  const ofNamespace = isOther ? [namespaceAdvice('the replies', namespace)] : [];
  const hints = [...new Set([...ofBaseUrl, ...ofNamespace])];
  if (packets.length > 0 && !isOther) return { withoutPacket, hints, why: [] };
  const said = [...new Set(others.map(({ reply }) => reply.summary))];
  const where = packets.length > 0 ? ` over ${withoutPacket.join(' and ')}` : '';
  const advice = hints[0] ?? 'check --namespace and the path of the base URL';
  return {
    withoutPacket,
    hints,
    why: [`neither side gave a packet result${where} (${someOf(said, 1)}); ${advice}`],
  };
}

/** What a request was addressed to, before the last path of its operation. */
function baseUrlOf({ call: { operation }, recorded: { origin, request } }: RecordedReply): string {
  const [path = ''] = request.path.split('?');
  const at = path.lastIndexOf(operation.path);
  return `${origin}${path.slice(0, Math.max(at, 0))}`;
}
