import { baseUrlHint, namespaceAdvice } from '../findings/hints.ts';
import type { Contract } from '../model/contract.ts';
import { someOf } from '../text/counted.ts';
import { factText } from './facts.ts';
import type { Pair } from './replies.ts';

/**
 * Says over which bindings no side gave a packet result, and what may explain that. Refusals are the same on any server, so
 * that without a packet result nothing is judged; nor over SOAP where others answer in another namespace.
 */
export function packetsIn(pairs: readonly Pair[], contract: Contract) {
  const replies = pairs.flatMap(({ old, now }) => [old, now].filter((reply) => reply !== undefined));
  const packets = replies.filter(({ reply }) => reply.kind === 'packet');
  const answered = new Set(packets.map(({ call }) => call.binding.id));
  const unanswered = replies.filter(({ call }) => !answered.has(call.binding.id));
  if (unanswered.length === 0) return { withoutPacket: [], isJudged: true };
  const [hint] = unanswered.flatMap(({ call: { operation }, recorded: { origin, request } }) => {
    const [path = ''] = request.path.split('?');
    // What it was addressed to, before the last path of its operation.
    return baseUrlHint(contract, `${origin}${path.slice(0, Math.max(path.lastIndexOf(operation.path), 0))}`);
  });
  const [namespace = '', ...more] = new Set(
    packets.map(({ reply }) => factText(reply.meaning.namespace ?? '')),
  );
  const isCalledElsewhere = unanswered.some(({ call }) => ![namespace, ''].includes(call.target.namespace));
  const isOther = /:/.test(namespace) && more.length === 0 && isCalledElsewhere;
  const advice = isOther ? namespaceAdvice('the replies', namespace) : hint;
  const bindings = [...new Set(unanswered.map(({ call }) => call.binding.id))].join(', ');
  const said = someOf([...new Set(unanswered.map(({ reply }) => factText(reply.summary)))], 1);
  const text = `over ${bindings} from either side (${said}); ${advice ?? 'check --namespace and the path of the base URL'}`;
  return { withoutPacket: [text], isJudged: packets.length > 0 && !isOther };
}
