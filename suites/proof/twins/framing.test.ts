import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { HttpReply } from '../../../lib/reference/seams.ts';
import { serving } from '../../self/endpoints.ts';
import { type Framing, framed } from './framing.ts';

const query = 'ServiceTicket=T1&Originator=O&Message=%C5%9F&BeginTime=&EndTime=&GsmNumbers=1';

/** Everything that one connection gets in answer to a GET, up to the end that the server makes. */
function exchange(change: (reply: HttpReply) => HttpReply, connection = 'close'): Promise<string> {
  return serving({ deviations: [{ wire: change }] }, async ({ port }) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.write(
      `GET /liveb/postsms.asmx/SendBulkSms?${query} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`,
    );
    return text(socket);
  });
}

const sent = (framing: Framing) =>
  exchange((reply) => ({ ...reply, body: Buffer.from('abcşdefg'), ...framed(framing)() }));

const parts = (answer: string) => answer.split('\r\n\r\n');

describe('the framing of a reply', () => {
  it('is chunks where it says so: the last length again until the end', async () => {
    const [head, ...chunks] = parts(await sent({ end: 'chunked', pieces: [1, 5, 2] }));
    expect(head).toMatch(/\r\nTransfer-Encoding: chunked/);
    expect(head).not.toContain('Content-Length');
    expect(chunks.join('|')).toBe('1\r\na\r\n5\r\nbcşd\r\n2\r\nef\r\n1\r\ng\r\n0|');
  });

  it('is one chunk without lengths', async () => {
    expect(await sent({ end: 'chunked' })).toContain('\r\n9\r\nabcşdefg\r\n0\r\n');
  });

  it('is the end of the connection where it says so, whatever the client wants', async () => {
    const wire = (reply: HttpReply): HttpReply => ({ ...reply, ...framed({ end: 'close' })() });
    const [head, body] = parts(await exchange(wire, 'keep-alive'));
    expect(head).not.toMatch(/Content-Length|Transfer-Encoding/);
    expect(head).toContain('Connection: close');
    expect(body).toMatch(/<\/EmPostSmsResult>$/);
  });

  it('pauses between pieces, under a length', async () => {
    const started = performance.now();
    const [head, body] = parts(await sent({ pieces: [4], pauseMs: 30 }));
    expect(performance.now() - started).toBeGreaterThan(55);
    expect(head).toContain('Content-Length: 9');
    expect(body).toBe('abcşdefg');
  });

  it('can go after an interim response', async () => {
    expect(await sent({ interim: 'continue' })).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    expect(await sent({ interim: 'early-hints' })).toMatch(
      /^HTTP\/1\.1 103 Early Hints\r\nlink: [^\r]*\r\n\r\nHTTP\/1\.1 200 OK/i,
    );
  });
});
