import { describe, expect, it } from 'vitest';
import { judgeSent, toldSent } from '../testing.ts';

describe('request/no-body', () => {
  it('is broken by a form on GET', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'http-get'], (request) => ({
          ...request,
          body: Buffer.from('a=b'),
        })),
      ),
    ).toEqual([`request/no-body body: expected none; actual 3 bytes`]);
  });

  it('is broken by a body without bytes, which would be framed as one', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'http-get'], (request) => ({ ...request, body: new Uint8Array() })),
      ),
    ).toEqual([`request/no-body body: expected none; actual 0 bytes`]);
  });
});
