import { describe, expect, it } from 'vitest';
import { requestOf, resolveCall } from '../../lib/run/engine/ready-call.ts';
import { planRun } from '../../lib/run/plan-run.ts';
import { defaultSettings } from '../../lib/settings/run-settings.ts';

const target = {
  kind: 'external' as const,
  baseUrl: 'http://sms.example',
  namespace: 'http://postsms.example/sms',
};

/** The bodies of the requests over SOAP whose texts lie across the ends of blocks. */
function envelopes(ticket: string): readonly Buffer[] {
  const planned = planRun({ ...defaultSettings, namespace: target.namespace, ticket }, 'blocks');
  if (!planned.ok) throw new Error(planned.message);
  const { exchanges, declarations } = planned;
  const { contract } = declarations;
  return exchanges
    .filter(({ id }) => /^SendBulkSms\/block-borders(-in-chunks)?\/soap/.test(id))
    .flatMap(({ steps: [step] }) => {
      const call = step && resolveCall(step, [], { contract, target });
      return step && call?.ok
        ? [Buffer.from(requestOf(call.value, step, contract, undefined).body ?? [])]
        : [];
    });
}

/** The letters that the ends of blocks cut, as "bytes of the letter@bytes in front of the end". */
function cutLetters(body: Buffer, size: number): readonly string[] {
  const ends = Array.from({ length: Math.floor((body.length - 1) / size) }, (_, place) => (place + 1) * size);
  return ends.flatMap((end) => {
    let start = end;
    while ((body.readUInt8(start) & 0xc0) === 0x80) start -= 1;
    const lead = body.readUInt8(start);
    return start === end ? [] : [`${lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2}@${end - start}`];
  });
}

describe('the texts across the ends of blocks', () => {
  it.each([1, 2, 3, 10, 16, 36])(
    'cut every letter at every offset, with a ticket of %i characters',
    (length) => {
      const bodies = envelopes('t'.repeat(length));
      expect(bodies).toHaveLength(6);
      for (const size of [1024, 4096, 8192, 16_384, 65_536]) {
        const cut = new Set(bodies.flatMap((body) => cutLetters(body, size)));
        expect([...cut].sort(), `blocks of ${size}`).toEqual(['2@1', '3@1', '3@2', '4@1', '4@2', '4@3']);
      }
    },
  );
});
