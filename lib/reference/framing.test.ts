import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { serving } from '../../suites/self/endpoints.ts';
import type { HttpReply } from './seams.ts';

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

const parts = (answer: string) => answer.split('\r\n\r\n');

describe('the framing of a reply', () => {
  it('is a length, in one piece, with a Date, where nothing is said', async () => {
    const [head, body] = parts(await exchange((reply) => ({ ...reply, body: Buffer.from('abcşdefg') })));
    expect(head).toMatch(/\r\nContent-Length: 9\r\n/);
    expect(head).toMatch(/\r\nDate: /);
    expect(head).not.toContain('Transfer-Encoding');
    expect(body).toBe('abcşdefg');
  });

  it('ends a connection that the client would keep, when a header says so', async () => {
    const closed = await exchange(
      (reply) => ({ ...reply, headers: [...reply.headers, ['Connection', 'close']] }),
      'keep-alive',
    );
    expect(closed.match(/Connection: /g)).toHaveLength(1);
    expect(closed).toMatch(/<\/EmPostSmsResult>$/);
  });

  it('can do without a Date', async () => {
    expect(await exchange((reply) => ({ ...reply, date: false }))).not.toMatch(/^Date:/im);
  });
});
