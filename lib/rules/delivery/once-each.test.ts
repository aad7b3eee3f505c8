import { describe, expect, it } from 'vitest';
import { bare, type Edit, fired, judge, resultPath } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;
const A = '905321112233';
const B = '905321112244';

function wrong(expected: string, actual: string): object {
  const names = { field: 'GsmNumber', parameter: 'GsmNumbers' };
  return { rule: 'delivery/once-each', level: 'should', path: D, expected, actual, names };
}

describe('delivery/once-each', () => {
  it('is broken by a recipient that is told more often than it is given, in any notation', () => {
    const twice: Edit = [/<EmSmsDeliveryResult>.*?<.EmSmsDeliveryResult>/g, '$&$&'];
    expect(bare(judge({ edits: [twice] }))).toEqual([
      wrong(`1 delivery result for "${A}"`, '2 delivery results'),
      wrong(`1 delivery result for "${B}"`, '2 delivery results'),
    ]);
    expect(bare(judge({ values: { GsmNumbers: [A] }, edits: [[B, `+${A}`]] }))).toEqual([
      wrong(`1 delivery result for "${A}"`, '2 delivery results'),
    ]);
  });

  it('is broken by a recipient that is told less often than it is given', () => {
    expect(bare(judge({ values: { GsmNumbers: [A, B, A] } }))).toEqual([
      wrong(`2 delivery results for "${A}"`, '1 delivery result'),
    ]);
    expect(bare(judge({ values: { GsmNumbers: [A, B, '0532 111 22 44'] } }))).toEqual([
      wrong(`2 delivery results for "${B}"`, '1 delivery result'),
    ]);
  });

  it('keeps silent where each is told as often as it is given, in any order', () => {
    const twice: Edit = [/(<EmSmsDeliveryResult>.*<.EmSmsDeliveryResult>)/g, '$1$1'];
    expect(judge({ values: { GsmNumbers: [A, A, B, B] }, edits: [twice] })).toEqual([]);
  });

  it('leaves a recipient that is not told to delivery/recipients', () => {
    expect(fired(judge({ values: { GsmNumbers: [A, B, '905321112255'] } }))).toEqual(['delivery/recipients']);
  });

  it('keeps silent where what cannot be read may be the recipient once more', () => {
    expect(fired(judge({ values: { GsmNumbers: [A, A] }, edits: [[B, 'unknown']] }))).toEqual([
      'delivery/number',
    ]);
    expect(fired(judge({ values: { GsmNumbers: [A, A, A] }, edits: [[B, 'unknown']] }))).toEqual([
      'delivery/once-each',
      'delivery/number',
    ]);
  });

  it('has nothing to compare where no send is known', () => {
    expect(judge({ operation: 'ReportSmsWithPacketId', sent: null, edits: [[B, A]] })).toEqual([]);
  });
});
