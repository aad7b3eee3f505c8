import { describe, expect, it } from 'vitest';
import { callOf, judge, told } from '../testing.ts';

describe('delivery/echo', () => {
  it('is broken by PostType and KeyID exchanged', () => {
    expect(
      told(
        judge({
          operation: 'SingleShotSmsWithTypeAndKeyID',
          edits: [
            ['>7<', '>x<'],
            ['>K-1<', '>7<'],
            ['>x<', '>K-1<'],
          ],
        }),
      ),
    ).toEqual([
      `delivery/echo should /Envelope/Body/SingleShotSmsWithTypeAndKeyIDResponse/SingleShotSmsWithTypeAndKeyIDResult/DeliveryResults/EmSmsDeliveryResult[1]/KeyID: expected "K-1"; actual "7" (field: KeyID, parameter: KeyID)`,
      `delivery/echo should /Envelope/Body/SingleShotSmsWithTypeAndKeyIDResponse/SingleShotSmsWithTypeAndKeyIDResult/DeliveryResults/EmSmsDeliveryResult[1]/PostType: expected "7"; actual "K-1" (field: PostType, parameter: PostType)`,
    ]);
  });

  it('is broken by an identifier read as a number, in a report too', () => {
    expect(
      told(
        judge({
          operation: 'ReportSingleShotSms',
          binding: 'http-post',
          sent: callOf('SingleShotSmsWithTypeAndKeyID', 'soap12', { KeyID: '007' }),
          edits: [['>K-1<', '>7<']],
        }),
      ),
    ).toEqual([
      `delivery/echo should /EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult[1]/KeyID: expected "007"; actual "7" (field: KeyID, parameter: KeyID)`,
    ]);
  });

  it('has nothing to compare after a bulk send, which carries neither', () => {
    expect(
      told(
        judge({
          edits: [
            ['>K-1<', '><'],
            ['>7<', '>0<'],
          ],
        }),
      ),
    ).toEqual([]);
  });

  it('has nothing to compare where the send carried no values', () => {
    const operation = 'SingleShotSmsWithTypeAndKeyID';
    expect(told(judge({ operation, sent: { ...callOf(operation, 'soap11'), values: {} } }))).toEqual([]);
  });
});
