import { describe, expect, it } from 'vitest';
import { bare, callOf, judge, onCorrectReplies } from '../testing.ts';

describe('delivery/echo', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('delivery/echo')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by PostType and KeyID exchanged', () => {
    expect(
      bare(
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
      {
        rule: 'delivery/echo',
        level: 'should',
        path: '/Envelope/Body/SingleShotSmsWithTypeAndKeyIDResponse/SingleShotSmsWithTypeAndKeyIDResult/DeliveryResults/EmSmsDeliveryResult[1]/KeyID',
        expected: '"K-1"',
        actual: '"7"',
        names: { field: 'KeyID', parameter: 'KeyID' },
      },
      {
        rule: 'delivery/echo',
        level: 'should',
        path: '/Envelope/Body/SingleShotSmsWithTypeAndKeyIDResponse/SingleShotSmsWithTypeAndKeyIDResult/DeliveryResults/EmSmsDeliveryResult[1]/PostType',
        expected: '"7"',
        actual: '"K-1"',
        names: { field: 'PostType', parameter: 'PostType' },
      },
    ]);
  });

  it('is broken by an identifier read as a number, in a report too', () => {
    expect(
      bare(
        judge({
          operation: 'ReportSingleShotSms',
          binding: 'http-post',
          sent: callOf('SingleShotSmsWithTypeAndKeyID', 'soap12', { KeyID: '007' }),
          edits: [['>K-1<', '>7<']],
        }),
      ),
    ).toEqual([
      {
        rule: 'delivery/echo',
        level: 'should',
        path: '/EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult[1]/KeyID',
        expected: '"007"',
        actual: '"7"',
        names: { field: 'KeyID', parameter: 'KeyID' },
      },
    ]);
  });

  it('has nothing to compare after a bulk send, which carries neither', () => {
    expect(
      bare(
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
    expect(bare(judge({ operation, sent: { ...callOf(operation, 'soap11'), values: {} } }))).toEqual([]);
  });
});
