import { describe, expect, it } from 'vitest';
import {
  brokenRulesIn,
  type ChangedReply,
  change,
  type Edit,
  findingsIn,
  judge,
  read,
} from '../../../../suites/support/judged.ts';
import { findingOf } from '../../../../suites/support/report.ts';
import { resultPath, sendOf } from '../../../../suites/support/samples.ts';
import { adviceFor, namesOf } from '../../../findings/finding-text.ts';
import { valueText } from '../../../findings/value-text.ts';
import type { ReplyEvidence } from '../../../model/judging/evidence.ts';
import type { Finding } from '../../../model/judging/finding.ts';

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

const rulesIn = (reply: ChangedReply) => judge(reply).map(({ rule }) => rule);

/** A bulk send to a number and to B, whose reply writes the number in another way. */
const cameBack = (sent: string, back: string): ChangedReply => ({
  ...to(sent, B),
  edits: [['>905321112233<', `><!-- -->${back}<`]],
});

describe('delivery/recipients', () => {
  it('tells nothing of any order', () => {
    expect(findingsIn(to(B, A))).toEqual([]);
  });
  it('tells of a recipient that is left out', () => {
    expect(findingsIn({ edits: [withoutB] })).toEqual([lacking('must', 2, `"${B}"`)]);
  });
  it('tells of one at should where a later step reads again', () => {
    expect(findingsIn({ edits: [withoutB], lastReading: false })).toEqual([lacking('should', 2, `"${B}"`)]);
  });
  it('tells of two recipients that are left out', () => {
    expect(findingsIn(to(A, B, ...more(2)))).toEqual([
      lacking('must', 4, '"905321112255" and "905321112266"'),
    ]);
  });
  it('tells of three recipients that are left out', () => {
    expect(findingsIn(to(A, B, ...more(3)))).toEqual([
      lacking('must', 5, '"905321112255", "905321112266" and "905321112277"'),
    ]);
  });
  it('tells of three of four, and counts the others', () => {
    expect(findingsIn(to(A, B, ...more(4)))).toEqual([
      lacking('must', 6, '"905321112255", "905321112266", "905321112277" and 1 more'),
    ]);
  });
  it('tells of a number that is no recipient', () => {
    expect(findingsIn(to(A))).toEqual([foreign(2, `"${A}"`, B)]);
  });
  it('tells of one where a later step reads again', () => {
    expect(findingsIn({ edits: [[B, '905321112299']], lastReading: false })).toEqual([
      foreign(2, `"${B}"`, '905321112299'),
    ]);
  });
  const first = { operation: 'ReportSmsWithPacketId', edits: [withoutB] };
  it('says that a report has lost a recipient that the reply to its send lists, and not that the list was not read', () => {
    const send = sendOf('SendBulkSms', 'soap11');
    const answered = (given: ChangedReply) => ({
      ...send,
      recipients: (read(given) as ReplyEvidence).recipients,
    });
    const advised = ({ about = {}, ...finding }: Partial<Finding> = {}) =>
      adviceFor(findingOf({ ...finding, names: namesOf(about) }));
    const [finding] = judge({ ...first, sent: answered({}) });
    expect(valueText(finding?.expected ?? '')).toBe(
      'delivery results for 2 recipients, as in the reply to the send',
    );
    expect(advised(finding)).toMatch(/^keep the delivery results/);
    for (const sent of [send, answered({ edits: [withoutB] })]) {
      const [other] = judge({ ...first, sent });
      expect(valueText(other?.expected ?? '')).toBe('delivery results for 2 recipients');
      expect(advised(other)).toMatch(/^read every number/);
    }
  });
  it('tells of each of two strangers', () => {
    expect(findingsIn(change('9053211122', '9053211199'))).toEqual([
      foreign(1, `"${A}" or "${B}"`, '905321119933'),
      foreign(2, `"${A}" or "${B}"`, '905321119944'),
    ]);
  });
  it('tells of a stranger in the place of a recipient once', () => {
    expect(findingsIn(to(A, '905321112255'))).toEqual([foreign(2, '"905321112255"', B)]);
  });
  it('tells of a stranger and more recipients that are left out', () => {
    expect(findingsIn(to(A, ...more(2)))).toEqual([
      foreign(2, '"905321112255" or "905321112266"', B),
      lacking('must', 3, '"905321112255" and "905321112266"'),
    ]);
  });
  it('tells nothing where what cannot be read may be the recipient', () => {
    expect(findingsIn(change(B, '90532*******'))).toEqual([
      `delivery/number should ${D}[2]/GsmNumber: expected a telephone number; actual "90532*******" ${names}`,
    ]);
  });
  it('tells of too few that cannot be read for all recipients', () => {
    expect(findingsIn({ edits: [withoutB, [A, `${A},${B}`]] })).toEqual([
      lacking('must', 2, `"${A}" and "${B}"`),
      `delivery/number should ${D}/GsmNumber: expected a telephone number; actual "${A},${B}" ${names}`,
    ]);
  });
  const report = { operation: 'ReportSingleShotSms', binding: 'http-get' } as const;
  it('tells of another number in a report about the send', () => {
    expect(findingsIn({ ...report, edits: [[A, '905321112299']] })).toEqual([
      `delivery/recipients must /EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult/GsmNumber: expected "${A}"; actual "905321112299" (field: GsmNumber, parameter: GsmNumber)`,
    ]);
  });
  it('tells nothing of a send that carried no numbers', () => {
    expect(findingsIn({ sent: { ...sendOf('SendBulkSms', 'soap11'), values: {} } })).toEqual([]);
  });

  it('tells the element of the list without a place, and that of the result with its own', () => {
    const second = change('</SendBulkSmsResponse>', '<SendBulkSmsResult/></SendBulkSmsResponse>');
    const [, finding] = judge({ ...to(A, B, ...more(1)), ...second });
    const path = D.replace('Result/', 'Result[1]/').replace('/EmSmsDeliveryResult', '');
    expect(finding).toMatchObject({ rule: 'delivery/recipients', path: `${path}/EmSmsDeliveryResult` });
  });

  it.each([
    ['905321112233', '5321112233 | 05321112233 | +90 (532) 111-22-33 | 00905321112233 | 011905321112233'],
    ['905321112233', '+90 (0)532 111 22 33 | +90(0)5321112233'],
    ['+905321112233', '905321112233'],
    ['05321112233', '905321112233'],
    ['5321112233', '+3545321112233'],
    ['4712345678', '12345678'],
    ['no number', 'no number'],
    ['015112345678', '4915112345678'],
    ['13812345678', '8613812345678'],
    ['14155552671', '4155552671'],
    ['35799123456', '99123456'],
    ['532 111 22 33', '905321112233'],
    ['27821234567', '821234567'],
    ['5511912345678', '11912345678'],
    ['61412345678', '412345678'],
    ['011905321112233', '905321112233'],
  ])('takes %s for the recipient where it comes back as %s', (sent, all) => {
    for (const back of all.split(' | ')) {
      const rewritten = sent === back ? [] : ['delivery/number-notation'];
      expect(rulesIn(cameBack(sent, back)), back).toEqual(rewritten);
    }
  });

  it.each([
    ['905321112233', '495321112233 | 9905321112233 | 2233 | 905321112234 | 321112233 | 41905321112233'],
    ['5321112233', '99905321112233 | 321112'],
    ['no number', '905321112233'],
    ['14155552671', '55552671'],
    ['+5321112233', '905321112233'],
    ['005321112233', '905321112233'],
  ])('is broken where %s comes back as %s', (sent, all) => {
    for (const back of all.split(' | ')) {
      const findings = judge(cameBack(sent, back)).map(({ rule, actual }) => [rule, valueText(actual)]);
      expect(findings, back).toEqual([['delivery/recipients', `"${back}"`]]);
    }
  });
});

const twice: Edit = [/<EmSmsDeliveryResult>.*?<.EmSmsDeliveryResult>/g, '$&$&'];

const wrong = (expected: string, actual: string) =>
  `delivery/once-each should ${D}: expected ${expected}; actual ${actual} ${names}`;

describe('delivery/once-each', () => {
  it('tells of recipients that are told twice and given once', () => {
    expect(findingsIn({ edits: [twice] })).toEqual([
      wrong(`1 delivery result for "${A}"`, '2 delivery results'),
      wrong(`1 delivery result for "${B}"`, '2 delivery results'),
    ]);
  });
  it('tells of one that is told once more in another notation', () => {
    expect(findingsIn({ ...to(A), edits: [[B, `+${A}`]] })).toEqual([
      wrong(`1 delivery result for "${A}"`, '2 delivery results'),
      `delivery/number-notation should ${D}[2]/GsmNumber: expected "${A}"; actual "+${A}" ${names}`,
    ]);
  });
  it('tells of one that is told once and given twice', () => {
    expect(findingsIn(to(A, B, A))).toEqual([wrong(`2 delivery results for "${A}"`, '1 delivery result')]);
  });
  it('tells of one that is given once more in another notation', () => {
    expect(findingsIn(to(A, B, '0532 111 22 44'))).toEqual([
      wrong(`2 delivery results for "${B}"`, '1 delivery result'),
    ]);
  });

  it('tells nothing of each told as often as it is given, in any order', () => {
    expect(
      findingsIn({
        ...to(A, A, B, B),
        edits: [[/(<EmSmsDeliveryResult>.*<.EmSmsDeliveryResult>)/g, '$1$1']],
      }),
    ).toEqual([]);
  });
  it('tells of no recipient that is not told', () => {
    expect(brokenRulesIn(to(A, B, '905321112255'))).toEqual([`delivery/recipients ${D}`]);
  });
  it('tells of none that cannot be read', () => {
    expect(brokenRulesIn({ ...to(A, A), edits: [[B, 'unknown']] })).toEqual([
      `delivery/number ${D}[2]/GsmNumber`,
    ]);
  });
  it('tells of one of two, where one text cannot be read', () => {
    expect(brokenRulesIn({ ...to(A, A, A), edits: [[B, 'unknown']] })).toEqual([
      ...[`delivery/once-each ${D}`, `delivery/number ${D}[2]/GsmNumber`],
    ]);
  });
});

const told = (written: string) => change('905321112233', written);
const shown = (written: string) => `actual ${JSON.stringify(written)} ${names}`;

describe('delivery/number', () => {
  it.each([
    ...['', ' ', 'unknown', '000', '9053211122**', '905321112233*', '9.05321112233e+11', '٩٠٥٣٢١١١٢٢٣٣'],
    ...['*905321112233', '905321112233,905321112244', '905321112233905321112244'],
  ])('is broken by %j', (written) => {
    expect(findingsIn(told(written))).toEqual([
      `delivery/number should ${D}[1]/GsmNumber: expected a telephone number; ${shown(written)}`,
    ]);
  });

  it('expects what the request asks for where that is no number and was trimmed', () => {
    expect(findingsIn(cameBack(' x', 'x'))).toEqual([
      `delivery/number should ${D}[1]/GsmNumber: expected " x"; actual "x" ${names}`,
    ]);
  });

  it.each(['905321112299', 'tel:+905559999999', '90.532.111.22.99', '011 90/532/111229999 9'])(
    'leaves %s, the number of another subscriber, to delivery/recipients',
    (written) => {
      expect(rulesIn(told(written))).toEqual(['delivery/recipients']);
    },
  );
});

describe('delivery/number-notation', () => {
  const national = '0532 111 22 33';
  it('tells nothing of a number that comes back in both of the ways in which it was sent, in any order', () => {
    expect(
      findingsIn({
        ...to(A, national),
        edits: [
          [A, 'first'],
          [B, A],
          ['first', national],
        ],
      }),
    ).toEqual([]);
  });
  it('tells of one that is written in one way only', () => {
    expect(findingsIn({ ...to(A, national), edits: [[B, A]] })).toEqual([
      `delivery/number-notation should ${D}[2]/GsmNumber: expected "${national}"; actual "${A}" ${names}`,
    ]);
  });
  it.each([
    ...['tel:905321112233', 'tel:+90-532-111-22-33', '90.532.111.22.33'],
    ...['0532/1112233', '905321112233 x', '905321112233;'],
    ...['+905321112233', '5321112233', '05321112233', '90 532 111 22 33'],
  ])('is broken by %j, which is the recipient all the same', (written) => {
    expect(findingsIn(told(written))).toEqual([
      `delivery/number-notation should ${D}[1]/GsmNumber: expected "905321112233"; ${shown(written)}`,
    ]);
  });
});

it.each(['', 'tel:905321112233', '905321112244', '1'])(
  'the rules about numbers have nothing to compare %j with where no send is known',
  (written) => {
    expect(judge({ operation: 'ReportSmsWithPacketId', sent: null, ...told(written) })).toEqual([]);
  },
);

const single = 'SingleShotSmsWithTypeAndKeyID';
const bulk = resultPath('SendBulkSms', 'soap11');

function unlikeSent(at: string, field: string, expected: string, actual: string, parameter = field): string {
  const rule = field === 'DeliveredMessage' ? 'delivery/texts' : 'delivery/echo';
  const path = `${at}/${field}: expected ${JSON.stringify(expected)}; actual ${actual}`;
  return `${rule} should ${path} (field: ${field}, parameter: ${parameter})`;
}

describe('delivery/echo', () => {
  const singles = `${resultPath(single, 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;
  const exchanged = change('>7<', '>x<', '>K-1<', '>7<', '>x<', '>K-1<');

  it('tells of PostType and KeyID exchanged', () => {
    expect(findingsIn({ operation: single, ...exchanged })).toEqual([
      unlikeSent(singles, 'KeyID', 'K-1', '"7"').replace('parameter', 'origin: PostType, parameter'),
      unlikeSent(singles, 'PostType', '7', '"K-1"').replace('parameter', 'origin: KeyID, parameter'),
    ]);
  });
  it('names no origin of a short text, which is that of another parameter by chance', () => {
    expect(findingsIn({ operation: single, ...change('>K-1<', '>7<') })).toEqual([
      unlikeSent(singles, 'KeyID', 'K-1', '"7"'),
    ]);
  });
  it('names the origin of a longer one, also where that field is right', () => {
    expect(findingsIn({ operation: single, ...change('>K-1<', '>905321112233<') })).toEqual([
      unlikeSent(singles, 'KeyID', 'K-1', '"905321112233"').replace(
        'parameter',
        'origin: GsmNumber, parameter',
      ),
    ]);
  });
  const report = { operation: 'ReportSingleShotSms', sent: sendOf(single, 'soap12', { KeyID: '007' }) };
  it('tells of a number in a report too, whose zeros were lost though another parameter has what is left', () => {
    expect(findingsIn({ ...report, binding: 'http-post', edits: [['>K-1<', '>7<']] })).toEqual([
      unlikeSent('/EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult', 'KeyID', '007', '"7"'),
    ]);
  });
  it('tells nothing of a bulk send, which carries neither', () => {
    expect(findingsIn(exchanged)).toEqual([]);
  });
  it('tells nothing of a send of no values', () => {
    expect(findingsIn({ operation: single, sent: { ...sendOf(single, 'soap11'), values: {} } })).toEqual([]);
  });
});

describe('delivery/texts', () => {
  const came = (Message: string, back: string): ChangedReply => ({
    values: { Message },
    edits: [['Merhaba &lt;b&gt; &amp; şİ', back]],
  });
  const list = `${bulk}/DeliveryResults/EmSmsDeliveryResult`;
  const lost = (at: number, expected: string, actual: string) =>
    unlikeSent(`${list}[${at}]`, 'DeliveredMessage', expected, actual, 'Message');

  it('tells of spaces lost, shown as they are', () => {
    expect(findingsIn(came(' a  b ', 'a  b'))).toEqual([`${lost(1, ' a  b ', '"a  b"')} +1`]);
  });
  it('tells of letters replaced, in one delivery result', () => {
    expect(findingsIn(change(/(905321112244.*)şİ/g, '$1??'))).toEqual([
      lost(2, 'Merhaba <b> & şİ', '"Merhaba <b> & ??"'),
    ]);
  });
  it('tells of a decomposed letter, shown as an escape', () => {
    expect(findingsIn(came('é', 'e\u0301'))).toEqual([`${lost(1, 'é', String.raw`"e\u{301}"`)} +1`]);
  });
  it('tells of an empty text', () => {
    expect(findingsIn(came('a', ''))).toEqual([`${lost(1, 'a', '""')} +1`]);
  });

  const a160 = 'a'.repeat(160);
  const told = `${list}[1]/DeliveredMessage: expected ${JSON.stringify(`${a160}a`)}; actual "${a160}"`;
  it('tells of a text that ends where a short message does', () => {
    expect(findingsIn(came(`${a160}a`, a160))).toEqual([
      `delivery/texts should ${told} (field: DeliveredMessage, parameter: Message) +1`,
    ]);
  });

  it('tells nothing of line ends and spaces that came back as sent', () => {
    expect(findingsIn(came(' \r\n\ta ', ' &#13;&#10;&#9;a '))).toEqual([]);
  });
});
