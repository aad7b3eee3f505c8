import { describe, expect, it } from 'vitest';
import { judgeSent, toldSent } from '../testing.ts';

describe('request/method', () => {
  it('is broken by GET where the binding posts', () => {
    expect(
      toldSent(judgeSent(['SendBulkSms', 'soap11'], (request) => ({ ...request, method: 'GET' }))),
    ).toEqual([`request/method request line: expected POST; actual GET`]);
  });

  it('is broken, with the parameters then looked for in the body, by POST where it gets', () => {
    expect(
      toldSent(judgeSent(['ReportSingleShotSms', 'http-get'], (request) => ({ ...request, method: 'POST' }))),
    ).toEqual([
      `request/method request line: expected GET; actual POST`,
      `request/parameters parameters: expected ServiceTicket, PacketId; actual none`,
    ]);
  });
});
