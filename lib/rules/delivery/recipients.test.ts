import { describe, expect, it } from 'vitest';
import { bare, callOf, type Edit, judge, onCorrectReplies, resultPath } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;

describe('delivery/recipients', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('delivery/recipients')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by a number left out', () => {
    expect(
      bare(
        judge({ edits: [[/<EmSmsDeliveryResult><GsmNumber>905321112244.*?<.EmSmsDeliveryResult>/g, '']] }),
      ),
    ).toEqual([
      {
        rule: 'delivery/recipients',
        level: 'should',
        path: D,
        expected: '2 delivery results',
        actual: '1 delivery result',
        names: { field: 'GsmNumber', parameter: 'GsmNumbers' },
      },
    ]);
  });

  it('is broken by the numbers in another order, at each place', () => {
    expect(bare(judge({ values: { GsmNumbers: ['905321112244', '905321112233'] } }))).toEqual([
      {
        rule: 'delivery/recipients',
        level: 'should',
        path: `${D}[1]/GsmNumber`,
        expected: '"905321112244"',
        actual: '"905321112233"',
        names: { field: 'GsmNumber', parameter: 'GsmNumbers' },
      },
      {
        rule: 'delivery/recipients',
        level: 'should',
        path: `${D}[2]/GsmNumber`,
        expected: '"905321112233"',
        actual: '"905321112244"',
        names: { field: 'GsmNumber', parameter: 'GsmNumbers' },
      },
    ]);
  });

  it('is broken by more results than numbers', () => {
    expect(bare(judge({ values: { GsmNumbers: ['905321112233'] } }))).toEqual([
      {
        rule: 'delivery/recipients',
        level: 'should',
        path: D,
        expected: '1 delivery result',
        actual: '2 delivery results',
        names: { field: 'GsmNumber', parameter: 'GsmNumbers' },
      },
    ]);
  });

  it('tells the element of the list without a place, and that of the result with its own', () => {
    const second: Edit = ['</SendBulkSmsResponse>', '<SendBulkSmsResult/></SendBulkSmsResponse>'];
    const findings = judge({ values: { GsmNumbers: ['905321112233'] }, edits: [second] });
    const result = '/Envelope/Body/SendBulkSmsResponse/SendBulkSmsResult[1]';
    expect(findings.find(({ rule }) => rule === 'delivery/recipients')?.path).toBe(
      `${result}/DeliveryResults/EmSmsDeliveryResult`,
    );
  });

  it('is broken by an empty number and by one that is none', () => {
    expect(
      bare(
        judge({
          edits: [
            ['905321112233', ''],
            ['905321112244', 'unknown'],
          ],
        }),
      ),
    ).toEqual([
      {
        rule: 'delivery/recipients',
        level: 'should',
        path: `${D}[1]/GsmNumber`,
        expected: '"905321112233"',
        actual: '""',
        names: { field: 'GsmNumber', parameter: 'GsmNumbers' },
      },
      {
        rule: 'delivery/recipients',
        level: 'should',
        path: `${D}[2]/GsmNumber`,
        expected: '"905321112244"',
        actual: '"unknown"',
        names: { field: 'GsmNumber', parameter: 'GsmNumbers' },
      },
    ]);
  });

  it.each<[string, string]>([
    ['905321112233', '5321112233'],
    ['905321112233', '05321112233'],
    ['905321112233', '+90 (532) 111-22-33'],
    ['905321112233', '00905321112233'],
    ['+905321112233', '905321112233'],
    ['05321112233', '905321112233'],
    ['5321112233', '+3545321112233'],
    ['4712345678', '12345678'],
    ['no number', 'no number'],
    ['905321112233', '+90 (0)532 111 22 33'],
    ['905321112233', '+90(0)5321112233'],
    ['905321112233', '011905321112233'],
    ['015112345678', '4915112345678'],
    ['13812345678', '8613812345678'],
    ['14155552671', '4155552671'],
    ['35799123456', '99123456'],
    ['532 111 22 33', '905321112233'],
    ['27821234567', '821234567'],
    ['5511912345678', '11912345678'],
    ['61412345678', '412345678'],
    ['011905321112233', '905321112233'],
  ])('keeps silent where %s comes back as %s', (sent, told) => {
    const edits: readonly Edit[] = [['>905321112233<', `><!-- -->${told}<`]];
    expect(judge({ values: { GsmNumbers: [sent, '905321112244'] }, edits })).toEqual([]);
  });

  it.each<[string, string]>([
    ['905321112233', '495321112233'],
    ['905321112233', '9905321112233'],
    ['905321112233', '2233'],
    ['5321112233', '99905321112233'],
    ['5321112233', '321112'],
    ['905321112233', '000'],
    ['905321112233', '905321112234'],
    ['no number', '905321112233'],
    ['no number', 'another'],
    ['905321112233', '321112233'],
    ['14155552671', '55552671'],
    ['14155552671', '9114155552671x'],
    ['+5321112233', '905321112233'],
    ['005321112233', '905321112233'],
    ['905321112233', '41905321112233'],
  ])('is broken where %s comes back as %s', (sent, told) => {
    const edits: readonly Edit[] = [['>905321112233<', `><!-- -->${told}<`]];
    expect(bare(judge({ values: { GsmNumbers: [sent, '905321112244'] }, edits }))).toEqual([
      expect.objectContaining({ rule: 'delivery/recipients', actual: `"${told}"` }),
    ]);
  });

  it.each(['tel:905321112233', '905321112233;x', '905321112233 x'])(
    'is broken by what only holds the number: %s',
    (actual) => {
      expect(bare(judge({ edits: [['905321112233', actual]] }))).toEqual([
        expect.objectContaining({ rule: 'delivery/recipients', actual: `"${actual}"` }),
      ]);
    },
  );

  it('is broken by another number in a report about the send', () => {
    expect(
      bare(
        judge({
          operation: 'ReportSingleShotSms',
          binding: 'http-get',
          edits: [['905321112233', '905321112299']],
        }),
      ),
    ).toEqual([
      {
        rule: 'delivery/recipients',
        level: 'should',
        path: '/EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult[1]/GsmNumber',
        expected: '"905321112233"',
        actual: '"905321112299"',
        names: { field: 'GsmNumber', parameter: 'GsmNumber' },
      },
    ]);
  });

  it('takes numbers written in other ways for the same', () => {
    expect(
      bare(
        judge({
          values: { GsmNumbers: ['+90 532 111 22 33', '00905321112244'] },
          edits: [
            ['905321112233', '5321112233'],
            ['905321112244', '0(532) 111-2244'],
          ],
        }),
      ),
    ).toEqual([]);
  });

  it('has nothing to compare where no send is known', () => {
    expect(
      bare(judge({ operation: 'ReportSmsWithPacketId', sent: null, edits: [['905321112233', '1']] })),
    ).toEqual([]);
  });

  it('has nothing to compare where the send carried no numbers', () => {
    expect(bare(judge({ sent: { ...callOf('SendBulkSms', 'soap11'), values: {} } }))).toEqual([]);
  });
});
