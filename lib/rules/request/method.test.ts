import { describe, expect, it } from 'vitest';
import { everyCall, judgeSent } from '../testing.ts';

describe('request/method', () => {
  it("keeps silent on the encoder's request of every operation over every binding", () => {
    expect(everyCall.flatMap((call) => judgeSent(call))).toEqual([]);
  });

  it('is broken by GET where the binding posts', () => {
    expect(judgeSent(['SendBulkSms', 'soap11'], (request) => ({ ...request, method: 'GET' }))).toEqual([
      { rule: 'request/method', path: 'request line', expected: 'POST', actual: 'GET' },
    ]);
  });

  it('is broken, with the parameters then looked for in the body, by POST where it gets', () => {
    expect(
      judgeSent(['ReportSingleShotSms', 'http-get'], (request) => ({ ...request, method: 'POST' })),
    ).toEqual([
      { rule: 'request/method', path: 'request line', expected: 'GET', actual: 'POST' },
      { rule: 'request/parameters', path: 'parameters', expected: 'ServiceTicket, PacketId', actual: 'none' },
    ]);
  });
});
