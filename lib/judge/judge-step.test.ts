import { describe, expect, it } from 'vitest';
import type { Breach } from '../model/judging/finding.ts';
import {
  bare,
  callOf,
  context,
  correctText,
  edited,
  evaluated,
  fired,
  type Given,
  judge,
  judgeSent,
  read,
  requestEvidence,
} from '../rules/testing.ts';
import { judgeStep, toFindings } from './judge-step.ts';

describe('the rules that were evaluated', () => {
  const get = { binding: 'http-get' } as const;
  const report = { operation: 'ReportSmsWithPacketId' } as const;
  const noDelivery = { edits: [[/<DeliveryResults>.*<.DeliveryResults>/g, '<DeliveryResults/>']] } as const;
  const xmlBody = { body: '<a/>' } as const;

  it.each<[string, string, Given]>([
    ['soap/body', 'plain/root', {}],
    ['plain/root', 'soap/body', get],
    ['send/packet-id', 'report/packet', {}],
    ['report/packet', 'send/packet-id', report],
    ['request/list', 'request/no-body', {}],
    ['request/no-body', 'request/soap-action', get],
    ['http/response', 'case/expectation', {}],
    ['http/status', 'http/media-type', { status: 500 }],
    ['http/media-type', 'xml/well-formed', { body: '', headers: [['Content-Type', 'text/plain']] }],
    ['http/media-type', 'http/charset', { headers: [] }],
    ['xml/well-formed', 'soap/envelope', { body: '' }],
    ['xml/well-formed', 'xml/no-dtd', { body: '' }],
    ['xml/encoding', 'xml/well-formed', { body: Uint8Array.of(0xff) }],
    ['xml/encoding', 'xml/limits', { body: Uint8Array.of(0xff) }],
    ['xml/limits', 'xml/encoding', { body: Buffer.alloc(20_000_001, ' ') }],
    ['xml/limits', 'xml/well-formed', { body: '<a>'.repeat(10_000) }],
    ['xml/no-dtd', 'xml/well-formed', { body: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }],
    ['soap/envelope', 'soap/body', xmlBody],
    ['soap/envelope', 'soap/envelope-attributes', xmlBody],
    ['soap/envelope', 'soap/envelope-children', xmlBody],
    ['soap/envelope', 'soap/header-blocks', xmlBody],
    ['soap/envelope', 'soap/must-understand', xmlBody],
    ['soap/instructions', 'soap/response', xmlBody],
    ['soap/response', 'soap/result', { edits: [[/<SendBulkSmsResponse.*<.SendBulkSmsResponse>/g, '']] }],
    ['result/field-once', 'delivery/field-once', noDelivery],
    ['result/list-items', 'delivery/field-namespace', noDelivery],
    ['result/field-once', 'result/list-items', { edits: [[/<DeliveryResults>.*<.DeliveryResults>/g, '']] }],
    ['result/schema', 'delivery/field-text', noDelivery],
    ['result/schema', 'delivery/field-order', noDelivery],
    ['result/schema', 'delivery/only-fields', noDelivery],
    ['result/schema', 'delivery/recipients', noDelivery],
    ['result/schema', 'delivery/echo', noDelivery],
    ['result/schema', 'delivery/texts', noDelivery],
    ['delivery/field-once', 'delivery/recipients', { ...report, sent: null }],
    ['delivery/field-once', 'delivery/once-each', { ...report, sent: null }],
    ['delivery/field-once', 'delivery/number', { ...report, sent: null }],
    ['delivery/field-once', 'delivery/number-notation', { ...report, sent: null }],
    ['delivery/field-once', 'delivery/echo', { ...report, sent: null }],
    ['delivery/field-once', 'delivery/texts', { ...report, sent: null }],
    ['send/packet-id', 'send/new-packet', { edits: [['P-1', ' ']] }],
  ])('include %s but not %s in %j', (rule, other, given) => {
    expect(evaluated(given)).toContain(rule);
    expect(evaluated(given)).not.toContain(other);
  });

  it('are all that apply to a correct reply, whether they find something or not', () => {
    const correct = evaluated({});
    expect(correct.filter((rule) => rule.startsWith('delivery/'))).toHaveLength(11);
    expect(correct).toEqual(
      expect.arrayContaining(['send/new-packet', 'result/schema', 'result/list-items']),
    );
    expect(evaluated({ edits: [['>Done<', '><b/><']] })).toContain('result/field-text');
  });
});

describe('judgeStep', () => {
  const broken = [['<PacketStatus>Done</PacketStatus>', '<Cost/>']] as const;
  const levels = (given: Parameters<typeof judge>[0], level: 'must' | 'should' | 'gap') =>
    judge(given, level).map((finding) => finding.level);

  it('caps each finding of a gap case, and keeps weaker ones', () => {
    expect(levels({ edits: broken }, 'must')).toEqual(['must', 'should']);
    expect(levels({ edits: broken }, 'gap')).toEqual(['gap', 'gap']);
  });

  it('leaves the form of a reply that was taken at its own level in a should case', () => {
    expect(levels({ edits: broken }, 'should')).toEqual(['must', 'should']);
    expect(levels({ body: 'no XML' }, 'should')).toEqual(['must']);
    expect(levels({ edits: [['</soap:Body>', '</soap:Body>text']] }, 'should')).toEqual(['must']);
  });

  it('caps in a should case whether and how an input is taken', () => {
    expect(levels({ status: 500, body: 'No' }, 'should')).toEqual(['should']);
    const fault =
      '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault/></e:Body></e:Envelope>';
    expect(levels({ body: fault }, 'should')).toEqual(['should']);
  });

  it('never caps that there is no answer at all', () => {
    const failure = { code: 'ECONNRESET', message: 'gone', durationMs: 1 };
    const silent = {
      ...requestEvidence(callOf('SendBulkSms', 'soap11')),
      failure,
      reached: 'outcome',
    } as const;
    const { findings } = judgeStep(silent, 0, 'gap', context);
    expect(findings).toMatchObject([{ rule: 'http/response', level: 'must' }]);
  });

  it('keeps few findings of a rule about a reply with many breaches, and counts the rest', () => {
    const many = Array.from({ length: 50 }, (_, i) => `<Cost${i}/>`).join('');
    const findings = judge({ edits: [['<PacketStatus>', `${many}<PacketStatus>`]] });
    expect(findings).toHaveLength(20);
    expect(findings.map(({ more }) => more)).toEqual([...Array<number>(19).fill(0), 30]);
  });

  it('cuts what a target makes long', () => {
    const long = 'x'.repeat(5000);
    const [finding] = judge({ edits: [['<PacketStatus>', `<${long}/><PacketStatus>`]] });
    expect(finding?.actual).toHaveLength(2001);
    expect(finding?.path).toHaveLength(2001);
  });

  it('leaves whole what is just not too long', () => {
    const most = 'x'.repeat(2000);
    const rule = { id: 'group/rule', level: 'must' } as const;
    const call = callOf('SendBulkSms', 'soap11');
    const breach = { path: '/a', expected: most, actual: `${most}x` };
    expect(toFindings(rule, [breach], 0, 'must', call, context)).toMatchObject([
      { expected: most, actual: `${most}…` },
    ]);
  });

  it('tells the step', () => {
    expect(judgeStep(read({ edits: [['P-1', '']] }), 3, 'must', context).findings).toMatchObject([
      { rule: 'send/packet-id', step: 3 },
    ]);
  });

  it('tells all that is wrong with a reply in the order of the rules', () => {
    const findings = judge({
      headers: [['Content-Type', 'application/xml']],
      edits: [
        [/http:..schemas.xmlsoap.org.soap.envelope./g, 'http://www.w3.org/2003/05/soap-envelope'],
        ['<PacketID>P-1</PacketID>', ''],
        ['>K-1<', '><b/><'],
      ],
    });
    expect(fired(findings)).toEqual([
      'http/media-type',
      'http/charset',
      'soap/envelope',
      'result/field-once',
      'delivery/field-text',
    ]);
  });

  it('does not ask rules for which the reply was not read far enough', () => {
    const broken = edited(correctText('SendBulkSms', 'soap11'), [['PacketID>', 'Packet>']]);
    expect(fired(judge({ status: 500, headers: [], body: broken }))).toEqual(['http/status']);
    expect(fired(judge({ body: broken.slice(0, -1) }))).toEqual(['xml/well-formed']);
    const withEntity = broken.replace(/^<\?xml.*?\?>/, '').replace('Done', '&done;');
    expect(fired(judge({ body: `<!DOCTYPE a [<!ENTITY done "Done">]>${withEntity}` }))).toEqual([
      'xml/no-dtd',
    ]);
  });

  it('never lets the rules about our requests speak about a reply', () => {
    expect(fired(judge({ body: '' })).filter((rule) => rule.startsWith('request/'))).toEqual([]);
  });
});

describe('judgeRequest', () => {
  it('asks no rule about replies and finds all breaches at once', () => {
    const breaches = judgeSent(['SendBulkSms', 'soap11'], (request) => ({
      ...request,
      path: '/',
      headers: [],
    }));
    expect(fired(breaches)).toEqual(['request/path', 'request/content-type', 'request/soap-action']);
  });
});

describe('toFindings', () => {
  const call = callOf('SendBulkSms', 'soap11');
  const rule = { id: 'group/rule', level: 'must' } as const;
  const breach = (path: string, change: Partial<Breach> = {}): Breach => ({
    path,
    expected: 'one',
    actual: 'none',
    ...change,
  });
  const findings = (breaches: readonly Breach[]) => toFindings(rule, breaches, 1, 'must', call, context);

  it('makes one finding of the same breach at several places and counts the others', () => {
    expect(bare(findings([breach('/a/b[1]/c'), breach('/a/b[2]/c'), breach('/a/b[10]/c')]))).toEqual([
      { rule: 'group/rule', level: 'must', path: '/a/b[1]/c', expected: 'one', actual: 'none', more: 2 },
    ]);
  });

  it('keeps apart what differs in element, expected, actual, names or level', () => {
    const different = [
      breach('/a/b[1]/c'),
      breach('/a/b[1]/d'),
      breach('/a/b[2]/c', { expected: 'two' }),
      breach('/a/b[3]/c', { actual: '3' }),
      breach('/a/b[4]/c', { names: { binding: 'SOAP 1.2' } }),
      breach('/a/b[1]/co', { expected: 'ne' }),
      breach('/a/b[5]/c', { level: 'should' }),
    ];
    expect(findings(different).map(({ path, more }) => [path, more])).toEqual(
      different.map(({ path }) => [path, 0]),
    );
  });

  it('takes the level of a breach that weighs less than its rule, never one that weighs more', () => {
    const level = (own: 'must' | 'gap') =>
      toFindings({ ...rule, level: 'should' }, [breach('/a', { level: own })], 0, 'must', call, context)[0]
        ?.level;
    expect(level('gap')).toBe('gap');
    expect(level('must')).toBe('should');
  });

  it('keeps the gravest of too many', () => {
    const weak = Array.from({ length: 20 }, (_, i) => breach(`/a${i}`, { level: 'should' }));
    const found = findings([...weak, breach('/b')]);
    expect(found.map(({ path, more }) => [path, more])).toEqual([
      ['/b', 0],
      ...weak.slice(0, 19).map(({ path }, i) => [path, i === 18 ? 1 : 0]),
    ]);
  });

  it('makes nothing of nothing', () => {
    expect(findings([])).toEqual([]);
  });
});
