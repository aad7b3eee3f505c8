import { describe, expect, it } from 'vitest';
import {
  brokenRulesIn,
  type ChangedReply,
  change,
  type Edit,
  findingsInRequest,
  judge,
  read,
} from '../../suites/support/judged.ts';
import { callOf, context, requestEvidence, resultPath } from '../../suites/support/samples.ts';
import type { Level } from '../model/contract.ts';
import type { Breach } from '../model/judging/finding.ts';
import { judgeMadeRequest, judgeStep, toFindings } from './judge-step.ts';

describe('the rules that were evaluated', () => {
  const report = { operation: 'ReportSmsWithPacketId' } as const;
  const LIST = /<DeliveryResults>.*<.DeliveryResults>/g;
  const text = [['Content-Type', 'text/plain']] as const;
  const NO_SEND =
    'delivery/recipients delivery/once-each delivery/number delivery/number-notation delivery/echo delivery/texts';
  const NO_ITEMS = `${NO_SEND} delivery/field-once delivery/field-namespace delivery/field-text delivery/field-order delivery/only-fields`;
  const NO_ENVELOPE =
    'soap/body soap/envelope-attributes soap/envelope-children soap/header-blocks soap/must-understand soap/response';

  it.each<[some: string, not: string, ChangedReply]>([
    ['soap/body send/packet-id request/list http/response', 'plain/root report/packet request/no-body', {}],
    ['plain/root request/no-body', 'soap/body request/soap-action', { binding: 'http-get' }],
    ['report/packet', 'send/packet-id', report],
    ['http/response', 'case/expectation', {}],
    ['http/status', 'http/media-type', { status: 500 }],
    ['http/media-type', 'xml/well-formed', { body: '', headers: text }],
    ['http/media-type', 'http/charset', { headers: [] }],
    ['xml/well-formed', 'soap/envelope xml/no-dtd', { body: '' }],
    ['xml/encoding', 'xml/well-formed xml/limits', { body: Uint8Array.of(0xff) }],
    ['xml/limits', 'xml/encoding', { body: Buffer.alloc(20_000_001, ' ') }],
    ['xml/limits', 'xml/well-formed', { body: '<a>'.repeat(10_000) }],
    ['xml/no-dtd', 'xml/well-formed', { body: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }],
    ['soap/envelope soap/instructions', NO_ENVELOPE, { body: '<a/>' }],
    ['soap/response', 'soap/result', change(/<SendBulkSmsResponse.*<.SendBulkSmsResponse>/g, '')],
    ['result/field-once', 'result/list-items', change(LIST, '')],
    ['result/field-once result/list-items result/schema', NO_ITEMS, change(LIST, '<DeliveryResults/>')],
    ['delivery/field-once', NO_SEND, { ...report, sent: null }],
    ['send/packet-id', 'send/new-packet', change('P-1', ' ')],
    ['result/field-text', 'result/schema', change('>Done<', '><b/><')],
  ])('include %s but not %s', (some, not, given) => {
    const ids = judgeStep(read(given), context, { step: 0, level: 'must' }).evaluated;
    expect(ids).toEqual(expect.arrayContaining(some.split(' ')));
    expect(not.split(' ').filter((id) => ids.includes(id))).toEqual([]);
  });
});

describe('judgeStep', () => {
  const broken: readonly Edit[] = [['<PacketStatus>Done</PacketStatus>', '<Cost/>']];
  const fault =
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault/></e:Body></e:Envelope>';

  const LIST = /<DeliveryResults>.*<.DeliveryResults>/g;
  const none = '<DeliveryResults/>';
  const unlisted = (id: string) => change('>P-1<', `>${id}<`, LIST, none);

  // The level of a case caps refusals alone.
  it.each<[Level, ChangedReply, ...Level[]]>([
    ['must', { edits: broken }, 'must', 'should'],
    ['gap', { edits: broken }, 'must', 'should'],
    ['gap', { body: 'no XML' }, 'must'],
    ['gap', { body: '' }, 'must'],
    ['gap', change('<DeliveredMessage>', '<DeliveredMessage>a '), 'should'],
    ['gap', change('>905321112233<', '>905321112255<'), 'must'],
    ['gap', change('>P-1<', '><'), 'should'],
    ['gap', { body: '<html/>', headers: [['Content-Type', 'text/html']] }, 'gap'],
    ['gap', { status: 202 }, 'gap'],
    ['gap', { body: fault }, 'gap'],
    ['gap', unlisted(' '), 'gap'],
    ['gap', { ...unlisted('-17'), givenBefore: () => 'a/b/soap11' }, 'gap'],
    ['gap', { ...unlisted('00000000-0000-0000'), givenBefore: () => 'a/b/soap11' }, 'gap'],
    ['gap', { ...unlisted('P-17'), givenBefore: () => 'a/b/soap11' }, 'should'],
    ['gap', { ...unlisted(''), headers: [['Content-Type', 'text/xml']] }, 'must', 'gap'],
    ['should', { edits: broken }, 'must', 'should'],
    ['should', { body: 'no XML' }, 'must'],
    ['should', change('</soap:Body>', '</soap:Body>text'), 'must'],
    ['should', { status: 500, body: 'No' }, 'should'],
    ['should', { body: fault }, 'should'],
  ])('caps in a case of level %s what is found in %j', (level, given, ...levels) => {
    expect(judge(given, level).map((finding) => finding.level)).toEqual(levels);
  });

  it('keeps few findings of a rule about a reply with many breaches, and counts the rest', () => {
    const many = Array.from({ length: 50 }, (_, i) => `<Cost${i}/>`).join('');
    const findings = judge(change('<PacketStatus>', `${many}<PacketStatus>`));
    expect(findings.map(({ more }) => more)).toEqual([...Array<number>(19).fill(0), 30]);
  });

  it('tells the step', () => {
    const { findings } = judgeStep(read(change('P-1', '')), context, { step: 3, level: 'must' });
    expect(findings).toMatchObject([{ rule: 'send/packet-id', step: 3 }]);
  });

  const R = resultPath('SendBulkSms', 'soap11');
  const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
  const envelope = change(
    /http:..schemas.xmlsoap.org.soap.envelope./g,
    soap12,
    /<PacketID>.*PacketID>/g,
    '',
    'K-1',
    '<b/>',
  );
  it('tells of all that is wrong in order', () => {
    expect(brokenRulesIn({ headers: [['Content-Type', 'application/xml']], ...envelope })).toEqual([
      ...['http/media-type Content-Type', 'http/charset Content-Type', 'soap/envelope /Envelope'],
      ...[`result/field-once ${R}`, `delivery/field-text ${R}/DeliveryResults/EmSmsDeliveryResult[1]/KeyID`],
    ]);
  });

  const declaration = '<!DOCTYPE a [<!ENTITY done "Done">]>';
  it('tells nothing behind the status', () => {
    expect(brokenRulesIn({ status: 500, headers: [], ...change('PacketID>', 'Packet>') })).toEqual([
      'http/status status line',
    ]);
  });
  it('tells nothing behind a fault of XML', () => {
    expect(brokenRulesIn(change('PacketID>', 'Packet>', />$/g, ''))).toEqual([
      'xml/well-formed line 1, column 996',
    ]);
  });
  it('tells nothing behind a DTD', () => {
    expect(
      brokenRulesIn(change('PacketID>', 'P>', /^<\?xml.*?\?>/g, declaration, 'Done<', '&done;<')),
    ).toEqual(['xml/no-dtd prolog']);
  });

  it('finds all breaches of a request at once, and asks no rule about replies', () => {
    const found = findingsInRequest({ path: [[/^.*$/g, '/']], headers: [] });
    expect(found.map((line) => line.split(' ')[0])).toEqual([
      'request/path',
      'request/content-type',
      'request/soap-action',
    ]);
  });
});

describe('toFindings', () => {
  const call = callOf('SendBulkSms', 'soap11');
  const breach = (path: string, change: Partial<Breach> = {}): Breach => {
    return { path, expected: 'one', actual: 'none', ...change };
  };
  const findings = (breaches: readonly Breach[], level: Level = 'must') =>
    toFindings({ id: 'group/rule', level }, breaches, call, context, { step: 1, level: 'must' });
  const counts = (breaches: readonly Breach[]) => findings(breaches).map(({ path, more }) => [path, more]);

  it('makes nothing of nothing', () => {
    expect(findings([])).toEqual([]);
  });

  it('makes one finding of the same breach at several places and counts the others', () => {
    expect(findings([breach('/a/b[1]/c'), breach('/a/b[2]/c'), breach('/a/b[10]/c')])).toMatchObject([
      { rule: 'group/rule', level: 'must', path: '/a/b[1]/c', expected: 'one', actual: 'none', more: 2 },
    ]);
  });

  it('keeps apart what differs in element, expected, actual, subject or level', () => {
    const different = [
      breach('/a/b[1]/c'),
      breach('/a/b[1]/d'),
      breach('/a/b[2]/c', { expected: 'two' }),
      breach('/a/b[3]/c', { actual: '3' }),
      breach('/a/b[4]/c', { about: { binding: 'SOAP 1.2' } }),
      breach('/a/b[1]/co', { expected: 'ne' }),
      breach('/a/b[5]/c', { level: 'should' }),
    ];
    expect(counts(different)).toEqual(different.map(({ path }) => [path, 0]));
  });

  it('takes no level of a breach that weighs more than its rule', () => {
    const levels = findings([breach('/a', { level: 'gap' }), breach('/b', { level: 'must' })], 'should');
    expect(levels.map(({ level }) => level)).toEqual(['should', 'gap']);
  });

  it('keeps the gravest of too many', () => {
    const weak = Array.from({ length: 20 }, (_, i) => breach(`/a${i}`, { level: 'should' }));
    expect(counts([...weak, breach('/b')])).toEqual([
      ['/b', 0],
      ...weak.slice(0, 19).map(({ path }, i) => [path, i === 18 ? 1 : 0]),
    ]);
  });
});

it('the request of a client is judged by the rules about requests alone, at most as strong as the cap', () => {
  const evidence = requestEvidence(callOf('SendBulkSms', 'http-get'));
  const posted = requestEvidence(evidence, { ...evidence.request, method: 'POST' });
  expect(judgeMadeRequest(evidence, context, { step: 2, level: 'must' })).toEqual([]);
  const found = judgeMadeRequest(posted, context, { step: 2, level: 'must' });
  expect(found.map(({ rule, level, step }) => [rule, level, step])).toContainEqual([
    'request/method',
    'must',
    2,
  ]);
  const capped = judgeMadeRequest(posted, context, { step: 2, level: 'gap' });
  expect(capped.map(({ level }) => level)).toEqual(found.map(() => 'gap'));
});
