import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import type { Deviation } from '../../reference/index.ts';
import {
  bindings,
  bulk,
  bulkValues,
  call,
  envelope11,
  envelope12,
  formType,
  namespace,
  soapType,
  testContract,
  withReference,
  xmlType,
} from '../../reference/testing.ts';
import type { Twin } from '../defect.ts';
import { defects } from '../registry.ts';
import { twins } from './index.ts';

/** A text with everything that can be written in two ways. */
const Message = `a "b" 'c' <d> & ş😀 ]]> e`;
const values = { ...bulkValues, Message, GsmNumbers: ['2', '1'] };

const fields = [
  ['ServiceTicket', 'T1'],
  ['Originator', 'O'],
  ['Message', Message],
  ['GsmNumbers', '2'],
  ['GsmNumbers', '1'],
  ['BeginTime', ''],
  ['EndTime', ''],
] as const;

function soapBody(uri: string): string {
  const escaped = Message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return (
    `<Envelope xmlns="${uri}"><Body><SendBulkSms xmlns="${namespace}"><ServiceTicket>T1</ServiceTicket>` +
    `<Originator>O</Originator><Message>${escaped}</Message><GsmNumbers><string>2</string><string>1</string>` +
    '</GsmNumbers><BeginTime/><EndTime/></SendBulkSms></Body></Envelope>'
  );
}

function requestOver(binding: BindingId): string {
  const form = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
  const line = binding === 'http-get' ? `GET ${bulk}/SendBulkSms?${form}` : `POST ${bulk}`;
  const [target, type, body] =
    binding === 'soap11'
      ? [line, xmlType, soapBody(envelope11)]
      : binding === 'soap12'
        ? [line, soapType, soapBody(envelope12)]
        : binding === 'http-post'
          ? [`${line}/SendBulkSms`, formType, form]
          : [line, '', ''];
  const action = binding === 'soap11' ? `SOAPAction: "${namespace}/SendBulkSms"\r\n` : '';
  const entity = body === '' ? '' : `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${action}${entity}\r\n${body}`;
}

/** The answer to a bulk send over each binding: bytes on the wire, without the time of a Date, and pauses. */
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
    async ({ port }) => {
      const seen = new Map<BindingId, string>();
      for (const binding of bindings) {
        const socket = connect(port, '127.0.0.1');
        socket.write(requestOver(binding));
        const answer = await text(socket);
        seen.set(binding, `${answer.replace(/^Date: .*$/m, 'Date: now')}, pauses of ${pause} ms`);
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

describe('the twins', () => {
  it('are tried against a service that answers the same every time', async () => {
    expect(await observe()).toEqual(healthy);
    for (const answer of healthy.values()) expect(answer).toContain('ş😀');
  });

  it('are at least 50, with unique slugs that no defect has, titles and reasons', () => {
    expect(twins.length).toBeGreaterThanOrEqual(50);
    const ids = new Set(twins.map(({ id }) => id));
    expect(ids.size).toBe(twins.length);
    expect(defects.filter(({ id }) => ids.has(id))).toEqual([]);
    expect(new Set(twins.map(({ title }) => title)).size).toBe(twins.length);
    const operations = testContract().operations.map(({ name }) => name);
    for (const twin of twins) {
      expect(twin.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(twin.title).toMatch(/^[A-Z]/);
      expect(twin.because).toMatch(/XML|SOAP|RFC|Contract/);
      expect(operations, twin.id).toEqual(expect.arrayContaining([...(twin.operations ?? [])]));
    }
  });

  it('come over sockets to clients that know nothing of them', async () => {
    const chunked = twins.filter(({ id }) => id === 'chunked-odd');
    const answer = await withReference(({ baseUrl }) => call(baseUrl, 'soap12', 'SendBulkSms', values), {
      defects: chunked,
    });
    expect(answer.headers['transfer-encoding']).toBe('chunked');
    expect(answer.text).toContain('ş😀');
  });
});
