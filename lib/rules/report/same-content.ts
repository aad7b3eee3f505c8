import type { ExchangeEvidence, ReplyEvidence } from '../../model/evidence.ts';
import type { Breach } from '../../model/finding.ts';
import type { PacketResult } from '../../model/reply.ts';
import { deliveryPath } from '../delivery/sent.ts';
import type { Rule } from '../rule.ts';
import { shownText } from '../shown.ts';

/**
 * The same packet reads the same over every binding (contract §2.1, "the same content").
 * The first binding is read again at the end: where its two readings differ, the packet itself changed in
 * between, and nothing can be said about the bindings; that is observed, never held against the target.
 */
export const sameContent = {
  id: 'report/same-content',
  level: 'must',
  needs: 'exchange',
  check: (evidence) => {
    if (!evidence.exchange.expect.sameContent) return [];
    const [first, ...others] = readings(evidence);
    if (!first) return [];
    const again = others.find(({ rereads }) => rereads === first.step);
    const changed = again ? differences(first, again) : [];
    if (changed.length > 0) {
      return changed.map((breach) => ({
        ...breach,
        level: 'gap',
        names: { ...breach.names, changed: 'yes' },
      }));
    }
    return others
      .filter(({ rereads }) => rereads === undefined)
      .flatMap((other) => differences(first, other));
  },
} as const satisfies Rule;

interface Reading {
  readonly reply: ReplyEvidence;
  readonly step: number;
  /** Step that this one reads again. */
  readonly rereads: number | undefined;
}

function readings({ exchange, replies }: ExchangeEvidence): readonly Reading[] {
  return exchange.steps.flatMap((step, i) => {
    const reply = replies[i];
    return reply?.operation.kind === 'report' ? [{ reply, step: i, rereads: step.rereads }] : [];
  });
}

function differences({ reply: one }: Reading, { reply: other, step }: Reading): readonly Breach[] {
  const names = { binding: other.binding.name, other: one.binding.name };
  const count = (packet: PacketResult) => `${packet.deliveries.length} delivery results`;
  if (one.packet.deliveries.length !== other.packet.deliveries.length) {
    return [
      { path: other.payload.path, expected: count(one.packet), actual: count(other.packet), names, step },
    ];
  }
  const actual = flat(other);
  return [...flat(one)].flatMap(([path, text]) => {
    const found = actual.get(path) ?? '';
    if (found === text) return [];
    const at = `${other.payload.path}/${path}`;
    return [{ path: at, expected: shownText(text), actual: shownText(found), names, step }];
  });
}

/** Every text of a packet result by its XPath. */
function flat(reply: ReplyEvidence): ReadonlyMap<string, string> {
  const { texts, deliveries } = reply.packet;
  const all = new Map(Object.entries(texts));
  deliveries.forEach((delivery, i) => {
    const path = deliveryPath(reply, i).slice(reply.payload.path.length + 1);
    for (const [field, text] of Object.entries(delivery)) all.set(`${path}/${field}`, text);
  });
  return all;
}
