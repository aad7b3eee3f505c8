import { describe, expect, it } from 'vitest';
import { judgeSent, toldSent } from '../testing.ts';

describe('request/encoding', () => {
  it('is broken, with the message it spoils, by bytes in Latin-1', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'http-post', { Message: 'a' }], (request) => ({
          ...request,
          body: Buffer.from(
            String(Buffer.from(request.body ?? [])).replace('Message=a', 'Message=é'),
            'latin1',
          ),
        })),
      ),
    ).toEqual([
      `request/encoding body: expected UTF-8; actual bytes that are not UTF-8`,
      `request/parameters Message: expected "a"; actual "�" (field: Message)`,
    ]);
  });

  it('is broken by a letter in the request line that is not percent-encoded', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'http-get', { PacketId: 'ş' }], (request) => ({
          ...request,
          path: decodeURIComponent(request.path),
        })),
      ),
    ).toEqual([
      `request/encoding request line: expected visible ASCII, other characters percent-encoded; actual /gateway/live/postsms.asmx/ReportSingleShotSms?ServiceTicket=T-1&PacketId=ş`,
    ]);
  });

  it('is broken by a blank at the beginning of the request line', () => {
    const given = judgeSent(['ReportSingleShotSms', 'http-get'], (request) => ({
      ...request,
      path: ` ${request.path}`,
    }));
    expect(given.filter(({ rule }) => rule === 'request/encoding')).toEqual([
      {
        rule: 'request/encoding',
        path: 'request line',
        expected: 'visible ASCII, other characters percent-encoded',
        actual: ' /gateway/live/postsms.asmx/ReportSingleShotSms?ServiceTicket=T-1&PacketId=P-1',
      },
    ]);
  });

  it('is broken, with the value it spoils, by percent-encoded Latin-1', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'http-get', { PacketId: 'é' }], (request) => ({
          ...request,
          path: request.path.replace('%C3%A9', '%E9'),
        })),
      ),
    ).toEqual([
      `request/encoding request line: expected percent-encoded UTF-8; actual /gateway/live/postsms.asmx/ReportSingleShotSms?ServiceTicket=T-1&PacketId=%E9`,
      `request/parameters PacketId: expected "é"; actual "�" (field: PacketId)`,
    ]);
  });

  it.each([
    ['a raw byte above 0x7F', (text: string) => text.replace('%C3%A9', 'é')],
    ['%uXXXX', (text: string) => text.replace('%C3%A9', '%u00E9')],
    ['a percent sign alone', (text: string) => text.replace('%C3%A9', '%')],
  ])('is broken by %s in a form and in a query', (_, change) => {
    const inForm = judgeSent(['ReportSingleShotSms', 'http-post', { PacketId: 'é' }], (request) => ({
      ...request,
      body: Buffer.from(change(Buffer.from(request.body ?? []).toString('utf8'))),
    }));
    const inQuery = judgeSent(['ReportSingleShotSms', 'http-get', { PacketId: 'é' }], (request) => ({
      ...request,
      path: change(request.path),
    }));
    for (const [found, path] of [[inForm, 'body'] as const, [inQuery, 'request line'] as const]) {
      const own = found.filter(({ rule }) => rule === 'request/encoding');
      expect(own).toEqual([expect.objectContaining({ path })]);
    }
  });

  it('takes any bytes of UTF-8 in an envelope', () => {
    expect(judgeSent(['ReportSingleShotSms', 'soap11', { PacketId: '%u015F 100% é' }])).toEqual([]);
  });
});
