import { describe, expect, it } from 'vitest';
import type { BindingId } from '../model/contract.ts';
import {
  type Answer,
  bindings,
  bulkValues,
  call,
  singleName,
  singleValues,
  testContract,
  withReference,
} from '../reference/testing.ts';
import type { Defect } from './defect.ts';
import { defects, findDefect } from './registry.ts';

/** Values with something to lose: spaces around, a plus, letters beyond ASCII. */
const Message = ' a+b şey ';
const calls = [
  [singleName, { ...singleValues, Message }],
  ['SendBulkSms', { ...bulkValues, Message, GsmNumbers: ['1', '2'] }],
  ['ReportSingleShotSms', { ServiceTicket: 'T1', PacketId: 'P000001' }],
  ['ReportSmsWithPacketId', { ServiceTicket: 'T1', PacketId: 'P000002' }],
] as const;

type Seen = ReadonlyMap<string, string>;

/** Status, header and bytes of each operation over each binding. Packets come from a first round over SOAP 1.2. */
function observe(defect?: Defect): Promise<Seen> {
  return withReference(
    async ({ baseUrl }) => {
      const seen = new Map<string, string>();
      for (const [operation, values] of calls.slice(0, 2)) {
        await call(baseUrl, 'soap12', operation, values).catch(() => undefined);
      }
      for (const binding of bindings) {
        for (const [operation, values] of calls) {
          const answer = call(baseUrl, binding, operation, values).then(
            print,
            (error) => `none ${error.code}`,
          );
          seen.set(`${operation} ${binding}`, await answer);
        }
      }
      return seen;
    },
    { defects: defect ? [defect] : [] },
  );
}

function print({ status, headers, bytes }: Answer): string {
  const { date: _date, ...others } = headers;
  return `${status} ${JSON.stringify(others)} ${bytes.toString('latin1')}`;
}

function inScope(defect: Defect, key: string): boolean {
  const [operation = '', binding = ''] = key.split(' ');
  return (
    (defect.operations?.includes(operation) ?? true) &&
    (defect.bindings?.includes(binding as BindingId) ?? true)
  );
}

const healthy = await observe();

describe.each(defects.map((defect) => [defect.id, defect] as const))('%s', (_, defect) => {
  it('changes a reply in its scope and no other', async () => {
    const broken = await observe(defect);
    const changed = [...healthy.keys()].filter((key) => broken.get(key) !== healthy.get(key));
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter((key) => !inScope(defect, key))).toEqual([]);
    expect([...broken.values()].filter((reply) => reply.startsWith('500'))).toEqual([]);
  });
});

describe('the registry', () => {
  it('the healthy service answers the same every time', async () => {
    expect(await observe()).toEqual(healthy);
    expect([...healthy.values()].every((reply) => reply.startsWith('200'))).toBe(true);
  });

  it('has unique slugs, titles, rules, and scopes that exist', () => {
    const { operations } = testContract();
    const names = operations.map(({ name }) => name);
    expect(new Set(defects.map(({ id }) => id)).size).toBe(defects.length);
    for (const defect of defects) {
      expect(defect.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(defect.title).toMatch(/^[A-Z]/);
      expect(new Set(defect.rules).size, defect.id).toBe(defect.rules.length);
      expect(defect.rules.length, defect.id).toBeGreaterThan(0);
      expect(names, defect.id).toEqual(expect.arrayContaining([...(defect.operations ?? [])]));
    }
  });

  it('finds a defect by id', () => {
    expect(findDefect('doctype')?.rules).toEqual(['xml/no-dtd']);
    expect(findDefect('nothing')).toBeUndefined();
  });
});
