import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import type { Deviation } from '../../reference/index.ts';
import { bindings, bulkValues, call, withReference } from '../../reference/testing.ts';
import type { Twin } from '../defect.ts';
import { twins } from './index.ts';

/** A text with everything that can be written in two ways. */
const Message = `a "b" 'c' <d> & ş😀 ]]> e`;
const values = { ...bulkValues, Message, GsmNumbers: ['2', '1'] };

/** The answer to a bulk send over each binding: its bytes and how they came, without the time of a Date. */
function observe(twin?: Twin): Promise<ReadonlyMap<BindingId, string>> {
  let pause = 0;
  const probe: Deviation = {
    seam: 'wire',
    change: (reply) => {
      pause = reply.framing?.pauseMs ?? 0;
      return reply;
    },
  };
  return withReference(
    async ({ baseUrl }) => {
      const seen = new Map<BindingId, string>();
      for (const binding of bindings) {
        const { raw, text } = await call(baseUrl, binding, 'SendBulkSms', values);
        const untimed = raw.replace(/^Date: .*$/m, 'Date: now');
        seen.set(binding, `${untimed}, pauses of ${pause} ms, read as ${text}`);
      }
      return seen;
    },
    { defects: [...(twin ? [twin] : []), probe] },
  );
}

const healthy = await observe();
const inScope = (twin: Twin, binding: BindingId) => twin.bindings?.includes(binding) ?? true;

describe.each(twins.map((twin) => [twin.id, twin] as const))('%s', (_, twin) => {
  it('writes the reply otherwise over every binding of its scope, and over no other', async () => {
    const other = await observe(twin);
    const changed = bindings.filter((binding) => other.get(binding) !== healthy.get(binding));
    expect(changed).toEqual(bindings.filter((binding) => inScope(twin, binding)));
    for (const answer of other.values())
      expect(answer).toMatch(/^(?:HTTP\/1\.1 10[023] (?:.+\r\n)+\r\n)?HTTP\/1\.1 200 /);
  });
});

it('a service that answers the same every time is what they are tried against', async () => {
  expect(await observe()).toEqual(healthy);
  for (const answer of healthy.values()) expect(answer).toContain('ş😀');
});

it('the twins are at least 50, each with a reason', () => {
  expect(twins.length).toBeGreaterThanOrEqual(50);
  for (const { because } of twins) expect(because).toMatch(/XML|SOAP|RFC|Contract/);
});
