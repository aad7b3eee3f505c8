import { describe, expect, it } from 'vitest';
import { openSender } from '../transport/sender.ts';
import { strictOptions } from '../transport/testing.ts';
import type { Deviation, HttpRequest } from './seams.ts';
import { bindings, bulkValues, call, singleName, singleValues, withReference } from './testing.ts';
import { httpReply } from './write/replies.ts';

const teapot = httpReply(418, 'text/plain', 'no');
const refuseAll: Deviation = { seam: 'arrival', change: () => teapot };
const report = (PacketId: string) => ({ ServiceTicket: 'T1', PacketId });

describe('a deviation at arrival', () => {
  it.each(bindings)(
    'answers instead of the service over %s, which never knows of the call',
    async (binding) => {
      const sends: Deviation = { ...refuseAll, operations: ['SendBulkSms'] };
      await withReference(
        async ({ baseUrl }) => {
          const refused = await call(baseUrl, binding, 'SendBulkSms', bulkValues);
          expect([refused.status, refused.text]).toEqual([418, 'no']);
          const asked = await call(baseUrl, binding, 'ReportSmsWithPacketId', report('P000001'));
          expect(asked.status).toBe(500);
        },
        { defects: [sends] },
      );
    },
  );

  it('meets only the bindings and operations it names, whose operation SOAP names in the envelope', async () => {
    const scoped: Deviation = { ...refuseAll, bindings: ['soap12', 'http-get'], operations: [singleName] };
    await withReference(
      async ({ baseUrl }) => {
        const statuses: string[] = [];
        for (const binding of bindings) {
          const { status } = await call(baseUrl, binding, singleName, singleValues);
          const beside = await call(baseUrl, binding, 'SendBulkSms', bulkValues);
          statuses.push(`${binding} ${status} ${beside.status}`);
        }
        expect(statuses).toEqual([
          'soap11 200 200',
          'soap12 418 200',
          'http-get 418 200',
          'http-post 200 200',
        ]);
      },
      { defects: [scoped] },
    );
  });

  it('sees the request line, the header and the bytes as they came', async () => {
    const seen: HttpRequest[] = [];
    const look: Deviation = {
      seam: 'arrival',
      change: (request) => {
        seen.push(request);
        return null;
      },
    };
    await withReference(
      async ({ baseUrl }) => {
        const passed = await call(baseUrl, 'http-post', 'SendBulkSms', { ...bulkValues, Message: 'ş' });
        expect(passed.status).toBe(200);
        await call(baseUrl, 'http-get', 'SendBulkSms', bulkValues);
      },
      { defects: [look] },
    );
    const [post, get] = seen;
    expect(post?.method).toBe('POST');
    expect(post?.target).toBe('/liveb/postsms.asmx/SendBulkSms');
    expect(post?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Buffer.from(post?.body ?? []).toString('latin1')).toContain('&Message=%C5%9F&');
    expect(get?.target).toContain('?ServiceTicket=T1&');
  });

  it.each([
    ['in chunks', { chunks: [3, 10, 7] }, (pieces: number) => pieces > 2],
    ['byte by byte', { byteByByte: true }, (pieces: number) => pieces > 2],
    ['at once', {}, (pieces: number) => pieces === 1],
  ] as const)(
    'sees in how many pieces a body came that was sent %s, and its bytes whole',
    async (_, framing, fits) => {
      const seen: HttpRequest[] = [];
      const look: Deviation = {
        seam: 'arrival',
        change: (request) => {
          seen.push(request);
          return teapot;
        },
      };
      const body = Buffer.from('ServiceTicket=T1&PacketId=P000001');
      await withReference(
        async ({ baseUrl }) => {
          const sender = openSender(baseUrl, strictOptions);
          const outcome = await sender.send({
            method: 'POST',
            path: '/ecomm/postsms.asmx/ReportSmsWithPacketId',
            headers: [['Content-Type', 'application/x-www-form-urlencoded']],
            body,
            framing,
          });
          await sender.close();
          expect(outcome).toMatchObject({ kind: 'response', response: { status: 418 } });
        },
        { defects: [look] },
      );
      expect(seen).toHaveLength(1);
      expect(fits(seen[0]?.pieces ?? 0)).toBe(true);
      expect(Buffer.from(seen[0]?.body ?? []).equals(body)).toBe(true);
    },
  );

  it('of two deviations the first that refuses answers', async () => {
    const other: Deviation = { seam: 'arrival', change: () => httpReply(503, '', '') };
    const passing: Deviation = { seam: 'arrival', change: () => null };
    await withReference(
      async ({ baseUrl }) => {
        expect((await call(baseUrl, 'soap11', singleName, singleValues)).status).toBe(503);
      },
      { defects: [passing, other, refuseAll] },
    );
  });
});
