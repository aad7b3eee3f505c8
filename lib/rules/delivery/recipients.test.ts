import { describe, expect, it } from 'vitest';
import { bare, callOf, type Edit, fired, judge, resultPath, told } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;

describe('delivery/recipients', () => {
  const one: Edit = [/<EmSmsDeliveryResult><GsmNumber>905321112244.*?<.EmSmsDeliveryResult>/g, ''];

  it('is broken by a recipient that is left out', () => {
    expect(told(judge({ edits: [one] }))).toEqual([
      `delivery/recipients must ${D}: expected delivery results for 2 recipients; actual none for "905321112244" (field: GsmNumber, parameter: GsmNumbers)`,
    ]);
  });

  it('is broken less by a missing recipient, and not by a stranger, where a later step reads the packet again', () => {
    const stranger: Edit = ['905321112244', '905321112299'];
    const levelsOf = (edit: Edit, lastReading: boolean) =>
      judge({ edits: [edit], lastReading }).map(({ level }) => level);
    expect(levelsOf(one, true)).toEqual(['must']);
    expect(levelsOf(one, false)).toEqual(['should']);
    expect(levelsOf(stranger, true)).toEqual(['must']);
    expect(levelsOf(stranger, false)).toEqual(['must']);
  });

  it('names three of the recipients that are left out, and counts the others', () => {
    const more = ['905321112255', '905321112266', '905321112277', '905321112288'];
    const actualOf = (count: number) =>
      judge({ values: { GsmNumbers: ['905321112233', '905321112244', ...more.slice(0, count)] } }).map(
        ({ actual }) => actual,
      );
    expect(actualOf(2)).toEqual(['none for "905321112255" and "905321112266"']);
    expect(actualOf(3)).toEqual(['none for "905321112255", "905321112266" and "905321112277"']);
    expect(actualOf(4)).toEqual(['none for "905321112255", "905321112266", "905321112277" and 1 more']);
  });

  it('keeps silent on any order', () => {
    expect(judge({ values: { GsmNumbers: ['905321112244', '905321112233'] } })).toEqual([]);
  });

  it('is broken by a number that is no recipient', () => {
    expect(told(judge({ values: { GsmNumbers: ['905321112233'] } }))).toEqual([
      `delivery/recipients must ${D}[2]/GsmNumber: expected "905321112233"; actual "905321112244" (field: GsmNumber, parameter: GsmNumbers)`,
    ]);
    const both: readonly Edit[] = [['9053211122', '9053211199']];
    expect(judge({ edits: both }).map(({ expected }) => expected)).toEqual([
      '"905321112233" or "905321112244"',
      '"905321112233" or "905321112244"',
    ]);
  });

  it('is broken once where a stranger takes the place of a recipient, and twice where more are left out', () => {
    const GsmNumbers = ['905321112233', '905321112255'];
    expect(judge({ values: { GsmNumbers } }).map(({ expected, actual }) => [expected, actual])).toEqual([
      ['"905321112255"', '"905321112244"'],
    ]);
    expect(judge({ values: { GsmNumbers: [...GsmNumbers, '905321112266'] } })).toHaveLength(2);
  });

  it('keeps silent where what cannot be read may be the recipient, and only there', () => {
    const silent = judge({ edits: [['905321112244', '90532*******']] });
    expect(fired(silent)).toEqual(['delivery/number']);
    expect(fired(judge({ edits: [one, ['905321112233', '905321112233,905321112244']] }))).toEqual([
      'delivery/recipients',
      'delivery/number',
    ]);
  });

  it('tells the element of the list without a place, and that of the result with its own', () => {
    const second: Edit = ['</SendBulkSmsResponse>', '<SendBulkSmsResult/></SendBulkSmsResponse>'];
    const GsmNumbers = ['905321112233', '905321112244', '905321112255'];
    const findings = judge({ values: { GsmNumbers }, edits: [second] });
    const result = '/Envelope/Body/SendBulkSmsResponse/SendBulkSmsResult[1]';
    expect(findings.find(({ rule }) => rule === 'delivery/recipients')?.path).toBe(
      `${result}/DeliveryResults/EmSmsDeliveryResult`,
    );
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
    ['905321112233', '905321112234'],
    ['no number', '905321112233'],
    ['905321112233', '321112233'],
    ['14155552671', '55552671'],
    ['+5321112233', '905321112233'],
    ['005321112233', '905321112233'],
    ['905321112233', '41905321112233'],
  ])('is broken where %s comes back as %s', (sent, told) => {
    const edits: readonly Edit[] = [['>905321112233<', `><!-- -->${told}<`]];
    expect(bare(judge({ values: { GsmNumbers: [sent, '905321112244'] }, edits }))).toEqual([
      expect.objectContaining({ rule: 'delivery/recipients', actual: `"${told}"` }),
    ]);
  });

  it('is broken by another number in a report about the send', () => {
    expect(
      told(
        judge({
          operation: 'ReportSingleShotSms',
          binding: 'http-get',
          edits: [['905321112233', '905321112299']],
        }),
      ),
    ).toEqual([
      `delivery/recipients must /EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult[1]/GsmNumber: expected "905321112233"; actual "905321112299" (field: GsmNumber, parameter: GsmNumber)`,
    ]);
  });

  it('takes numbers written in other ways for the same', () => {
    expect(
      told(
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
      told(judge({ operation: 'ReportSmsWithPacketId', sent: null, edits: [['905321112233', '1']] })),
    ).toEqual([]);
  });

  it('has nothing to compare where the send carried no numbers', () => {
    expect(told(judge({ sent: { ...callOf('SendBulkSms', 'soap11'), values: {} } }))).toEqual([]);
  });
});
