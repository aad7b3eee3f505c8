import { describe, expect, it } from 'vitest';
import { type Edit, fired, found, judge, type Row, resultPath } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;
const A = '905321112233';
const B = '905321112244';
const twice: Edit = [/<EmSmsDeliveryResult>.*?<.EmSmsDeliveryResult>/g, '$&$&'];
const to = (...GsmNumbers: readonly string[]) => ({ values: { GsmNumbers } });

const wrong = (expected: string, actual: string) =>
  `delivery/once-each should ${D}: expected ${expected}; actual ${actual} (field: GsmNumber, parameter: GsmNumbers)`;

describe('delivery/once-each', () => {
  it.each<Row>([
    [
      'recipients that are told twice and given once',
      { edits: [twice] },
      wrong(`1 delivery result for "${A}"`, '2 delivery results'),
      wrong(`1 delivery result for "${B}"`, '2 delivery results'),
    ],
    [
      'one that is told once more in another notation',
      { ...to(A), edits: [[B, `+${A}`]] },
      wrong(`1 delivery result for "${A}"`, '2 delivery results'),
    ],
    [
      'one that is told once and given twice',
      to(A, B, A),
      wrong(`2 delivery results for "${A}"`, '1 delivery result'),
    ],
    [
      'one that is given once more in another notation',
      to(A, B, '0532 111 22 44'),
      wrong(`2 delivery results for "${B}"`, '1 delivery result'),
    ],
  ])('is broken by %s', (_, given, ...lines) => {
    expect(found(given)).toEqual(lines);
  });

  it('keeps silent where each is told as often as it is given, in any order', () => {
    const list: Edit = [/(<EmSmsDeliveryResult>.*<.EmSmsDeliveryResult>)/g, '$1$1'];
    expect(judge({ ...to(A, A, B, B), edits: [list] })).toEqual([]);
  });

  it.each<Row>([
    ['a recipient that is not told', to(A, B, '905321112255'), 'delivery/recipients'],
    [
      'what cannot be read and may be the recipient once more',
      { ...to(A, A), edits: [[B, 'unknown']] },
      'delivery/number',
    ],
    [
      'one of two, where one text cannot be read',
      { ...to(A, A, A), edits: [[B, 'unknown']] },
      'delivery/once-each',
      'delivery/number',
    ],
  ])('leaves to other rules %s', (_, given, ...rules) => {
    expect(fired(judge(given))).toEqual(rules);
  });
});
