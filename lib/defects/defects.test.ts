import { describe, expect, it } from 'vitest';
import type { BindingId } from '../model/contract.ts';
import {
  type Answer,
  bindings,
  bulkValues,
  call,
  envelope11,
  namespace,
  send,
  single,
  singleName,
  singleValues,
  testContract,
  withReference,
  xmlType,
} from '../reference/testing.ts';
import type { Defect } from './defect.ts';
import { defects, findDefect } from './registry.ts';

/** Values with something to lose: spaces around, a plus, letters beyond ASCII, and what each change of texts looks for. */
const Message = ` a+b  şey%20 #1 007 null & &amp; <b>"true"</b> e\u0301 \u0664 € \u{1f600}\ufe0f\u00a0\t\n\r\n${'İ'.repeat(160)} `;
/** Neither in order nor all different. */
const GsmNumbers = ['2', '1', '2', '100', '101'];
const manyNumbers = Array.from({ length: 60 }, (_, i) => String(100 + i));
const calls = [
  [singleName, { ...singleValues, KeyID: '0K1-0123456789', Message }],
  ['SendBulkSms', { ...bulkValues, Message, GsmNumbers }],
  ['ReportSingleShotSms', { ServiceTicket: 'T1', PacketId: 'P000001' }],
  ['ReportSmsWithPacketId', { ServiceTicket: 'T1', PacketId: 'P000002' }],
] as const;

type Seen = ReadonlyMap<string, string>;

/** A report as most SOAP libraries write it, with an XML declaration, which the other calls have not. */
function declaredReport(baseUrl: string): Promise<Answer> {
  return sendReport(baseUrl, (envelope) => `<?xml version="1.0" encoding="utf-8"?>${envelope}`);
}

/** A report in two chunks, where the other calls name their length. */
function chunkedReport(baseUrl: string): Promise<Answer> {
  return sendReport(baseUrl, (envelope) => [envelope.slice(0, 100), envelope.slice(100)]);
}

function sendReport(
  baseUrl: string,
  write: (envelope: string) => string | readonly string[],
): Promise<Answer> {
  const body = `<ReportSingleShotSms xmlns="${namespace}"><ServiceTicket>T1</ServiceTicket><PacketId>P000001</PacketId></ReportSingleShotSms>`;
  const envelope = `<s:Envelope xmlns:s="${envelope11}"><s:Body>${body}</s:Body></s:Envelope>`;
  const headers = { 'Content-Type': xmlType, SOAPAction: `"${namespace}/ReportSingleShotSms"` };
  return send(baseUrl, 'POST', single, headers, write(envelope));
}

/** Status, header and bytes of each operation over each binding. Packets come from a first round over SOAP 1.2. */
function observe(defect?: Defect): Promise<Seen> {
  let round = 0;
  // A send that is refused must leave the identifiers of the others alone.
  const ids = () => `P${String(round).padStart(6, '0')}`;
  return withReference(
    async ({ baseUrl }) => {
      const seen = new Map<string, string>();
      for (const [operation, values] of calls.slice(0, 2)) {
        round += 1;
        await call(baseUrl, 'soap12', operation, values).catch(() => undefined);
      }
      for (const binding of bindings) {
        for (const [operation, values] of calls) {
          round += 1;
          const answer = call(baseUrl, binding, operation, values).then(
            print,
            (error) => `none ${error.code}`,
          );
          seen.set(`${operation} ${binding}`, await answer);
        }
      }
      round += 1;
      const many = call(baseUrl, 'http-post', 'SendBulkSms', { ...bulkValues, GsmNumbers: manyNumbers });
      seen.set('SendBulkSms http-post many', await many.then(print, (error) => `none ${error.code}`));
      const declared = declaredReport(baseUrl).then(print, (error) => `none ${error.code}`);
      seen.set('ReportSingleShotSms soap11 declared', await declared);
      const reordered = send(
        baseUrl,
        'GET',
        `${single}/ReportSingleShotSms?PacketId=P000001&ServiceTicket=T1`,
      );
      seen.set(
        'ReportSingleShotSms http-get reordered',
        await reordered.then(print, (error) => `none ${error.code}`),
      );
      const chunked = chunkedReport(baseUrl).then(print, (error) => `none ${error.code}`);
      seen.set('ReportSingleShotSms soap11 chunked', await chunked);
      return seen;
    },
    { ids, defects: defect ? [afterPackets(defect, () => round > 2)] : [] },
  );
}

/** A server that refuses lets the first round pass, so that there are packets to report on. */
function afterPackets(defect: Defect, ready: () => boolean): Defect {
  if (defect.seam !== 'arrival') return defect;
  const change: typeof defect.change = (request, to) => (ready() ? defect.change(request, to) : null);
  return { ...defect, change };
}

function print({ status, headers, bytes, wire }: Answer): string {
  const { date: _date, ...others } = headers;
  return `${status} ${wire} ${JSON.stringify(others)} ${bytes.toString('latin1')}`;
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
    const refusals = defect.seam === 'arrival' ? changed : [];
    expect(refusals.filter((key) => !/^[345]/.test(broken.get(key) ?? ''))).toEqual([]);
    const others = [...broken.keys()].filter((key) => !refusals.includes(key));
    // A packet result under status 500 is a deviation; a 500 without one is a defect that broke the service.
    const failed = (reply = '') => reply.startsWith('500') && !reply.includes('<PacketID>');
    expect(others.filter((key) => failed(broken.get(key)))).toEqual([]);
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
      expect(defect.title).toMatch(/^[A-Z<]/);
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
