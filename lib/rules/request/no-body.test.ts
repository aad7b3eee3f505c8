import { describe, expect, it } from 'vitest';
import { everyCall, judgeSent } from '../testing.ts';

describe('request/no-body', () => {
  it("keeps silent on the encoder's request of every operation over every binding", () => {
    expect(everyCall.flatMap((call) => judgeSent(call))).toEqual([]);
  });

  it('is broken by a form on GET', () => {
    expect(
      judgeSent(['ReportSingleShotSms', 'http-get'], (request) => ({ ...request, body: Buffer.from('a=b') })),
    ).toEqual([{ rule: 'request/no-body', path: 'body', expected: 'none', actual: '3 bytes' }]);
  });

  it('is broken by a body without bytes, which would be framed as one', () => {
    expect(
      judgeSent(['ReportSingleShotSms', 'http-get'], (request) => ({ ...request, body: new Uint8Array() })),
    ).toEqual([{ rule: 'request/no-body', path: 'body', expected: 'none', actual: '0 bytes' }]);
  });
});
