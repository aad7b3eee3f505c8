import { describe, expect, it } from 'vitest';
import {
  callOf,
  type Edit,
  edit,
  fired,
  found,
  type Given,
  judge,
  type Row,
  resultPath,
  silent,
  tells,
} from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;
const A = '905321112233';
const B = '905321112244';
const withoutB: Edit = [/<EmSmsDeliveryResult><GsmNumber>905321112244.*?<.EmSmsDeliveryResult>/g, ''];
const to = (...GsmNumbers: readonly string[]) => ({ values: { GsmNumbers } });
const more = (count: number) =>
  ['905321112255', '905321112266', '905321112277', '905321112288'].slice(0, count);

const names = '(field: GsmNumber, parameter: GsmNumbers)';
const lacking = (level: string, count: number, actual: string) =>
  `delivery/recipients ${level} ${D}: expected delivery results for ${count} recipients; actual none for ${actual} ${names}`;
const foreign = (at: number, expected: string, actual: string) =>
  `delivery/recipients must ${D}[${at}]/GsmNumber: expected ${expected}; actual "${actual}" ${names}`;

/** A bulk send to a number and to B, whose reply writes the number in another way. */
const cameBack = (sent: string, back: string): Given => ({
  ...to(sent, B),
  edits: [['>905321112233<', `><!-- -->${back}<`]],
});

describe('delivery/recipients', () => {
  silent('any order', to(B, A));
  tells('a recipient that is left out', { edits: [withoutB] }, [lacking('must', 2, `"${B}"`)]);
  tells(
    'is broken less by one that is left out where a later step reads the packet again',
    { edits: [withoutB], lastReading: false },
    [lacking('should', 2, `"${B}"`)],
  );
  tells('names two recipients that are left out', to(A, B, ...more(2)), [
    lacking('must', 4, '"905321112255" and "905321112266"'),
  ]);
  tells('names three recipients that are left out', to(A, B, ...more(3)), [
    lacking('must', 5, '"905321112255", "905321112266" and "905321112277"'),
  ]);
  tells('names three and counts the others', to(A, B, ...more(4)), [
    lacking('must', 6, '"905321112255", "905321112266", "905321112277" and 1 more'),
  ]);
  tells('a number that is no recipient', to(A), [foreign(2, `"${A}"`, B)]);
  tells(
    'one also where a later step reads the packet again',
    { edits: [[B, '905321112299']], lastReading: false },
    [foreign(2, `"${B}"`, '905321112299')],
  );
  tells('each of two strangers', edit('9053211122', '9053211199'), [
    foreign(1, `"${A}" or "${B}"`, '905321119933'),
    foreign(2, `"${A}" or "${B}"`, '905321119944'),
  ]);
  tells('is broken once by a stranger in the place of a recipient', to(A, '905321112255'), [
    foreign(2, '"905321112255"', B),
  ]);
  tells('is broken twice where more recipients are left out than there are strangers', to(A, ...more(2)), [
    foreign(2, '"905321112255" or "905321112266"', B),
    lacking('must', 3, '"905321112255" and "905321112266"'),
  ]);
  tells('keeps silent where what cannot be read may be the recipient', edit(B, '90532*******'), [
    `delivery/number should ${D}[2]/GsmNumber: expected a telephone number; actual "90532*******" ${names}`,
  ]);
  tells(
    'is broken where what cannot be read is not enough for all recipients',
    { edits: [withoutB, [A, `${A},${B}`]] },
    [
      lacking('must', 2, `"${A}" and "${B}"`),
      `delivery/number should ${D}[1]/GsmNumber: expected a telephone number; actual "${A},${B}" ${names}`,
    ],
  );
  tells(
    'another number in a report about the send',
    { operation: 'ReportSingleShotSms', binding: 'http-get', edits: [[A, '905321112299']] },
    [
      `delivery/recipients must /EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult[1]/GsmNumber: expected "${A}"; actual "905321112299" (field: GsmNumber, parameter: GsmNumber)`,
    ],
  );
  silent('has nothing to compare where the send carried no numbers', {
    sent: { ...callOf('SendBulkSms', 'soap11'), values: {} },
  });

  it('tells the element of the list without a place, and that of the result with its own', () => {
    const second: Edit = ['</SendBulkSmsResponse>', '<SendBulkSmsResult/></SendBulkSmsResponse>'];
    const [, finding] = judge({ ...to(A, B, ...more(1)), edits: [second] });
    expect(finding).toMatchObject({
      rule: 'delivery/recipients',
      path: '/Envelope/Body/SendBulkSmsResponse/SendBulkSmsResult[1]/DeliveryResults/EmSmsDeliveryResult',
    });
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
  ])('keeps silent where %s comes back as %s', (sent, back) => {
    expect(judge(cameBack(sent, back))).toEqual([]);
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
  ])('is broken where %s comes back as %s', (sent, back) => {
    const findings = judge(cameBack(sent, back));
    expect(findings.map(({ rule, actual }) => [rule, actual])).toEqual([
      ['delivery/recipients', `"${back}"`],
    ]);
  });
});

const twice: Edit = [/<EmSmsDeliveryResult>.*?<.EmSmsDeliveryResult>/g, '$&$&'];

const wrong = (expected: string, actual: string) =>
  `delivery/once-each should ${D}: expected ${expected}; actual ${actual} (field: GsmNumber, parameter: GsmNumbers)`;

describe('delivery/once-each', () => {
  tells('recipients that are told twice and given once', { edits: [twice] }, [
    wrong(`1 delivery result for "${A}"`, '2 delivery results'),
    wrong(`1 delivery result for "${B}"`, '2 delivery results'),
  ]);
  tells('one that is told once more in another notation', { ...to(A), edits: [[B, `+${A}`]] }, [
    wrong(`1 delivery result for "${A}"`, '2 delivery results'),
  ]);
  tells('one that is told once and given twice', to(A, B, A), [
    wrong(`2 delivery results for "${A}"`, '1 delivery result'),
  ]);
  tells('one that is given once more in another notation', to(A, B, '0532 111 22 44'), [
    wrong(`2 delivery results for "${B}"`, '1 delivery result'),
  ]);

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

const told = (written: string) => edit('905321112233', written);
const shown = (written: string) =>
  `actual ${JSON.stringify(written)} (field: GsmNumber, parameter: GsmNumbers)`;

describe('delivery/number', () => {
  it.each([
    '',
    ' ',
    'unknown',
    '000',
    '9053211122**',
    '905321112233*',
    '9.05321112233e+11',
    '905321112233,905321112244',
    '905321112233905321112244',
    '٩٠٥٣٢١١١٢٢٣٣',
  ])('is broken by %j', (written) => {
    expect(found(told(written))).toEqual([
      `delivery/number should ${D}[1]/GsmNumber: expected a telephone number; ${shown(written)}`,
    ]);
  });

  it.each(['905321112299', 'tel:+905559999999', '90.532.111.22.99', '00 90/532/1112299'])(
    'leaves %s, the number of another subscriber, to delivery/recipients',
    (written) => {
      expect(fired(judge(told(written)))).toEqual(['delivery/recipients']);
    },
  );
});

describe('delivery/number-notation', () => {
  it.each([
    'tel:905321112233',
    'tel:+90-532-111-22-33',
    '90.532.111.22.33',
    '0532/1112233',
    '905321112233 x',
    '905321112233;',
  ])('observes %j, and takes it for the recipient', (written) => {
    expect(found(told(written))).toEqual([
      `delivery/number-notation gap ${D}[1]/GsmNumber: expected "905321112233"; ${shown(written)}`,
    ]);
  });

  it.each(['+90 (532) 111-22-33', '00905321112233', '05321112233'])('keeps silent on %j', (written) => {
    expect(judge(told(written))).toEqual([]);
  });
});

describe('the rules about numbers', () => {
  it.each(['', 'tel:905321112233', '905321112244', '1'])(
    'have nothing to compare %j with where no send is known',
    (written) => {
      expect(judge({ operation: 'ReportSmsWithPacketId', sent: null, ...told(written) })).toEqual([]);
    },
  );
});
