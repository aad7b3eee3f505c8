import { describe, expect, it } from 'vitest';
import { needs } from '../model/judging/evidence.ts';
import type { Breach } from '../model/judging/finding.ts';
import { weaker } from '../rules/levels.ts';
import {
  bare,
  callOf,
  context,
  correctText,
  edited,
  fired,
  judge,
  judgeSent,
  read,
  requestEvidence,
} from '../rules/testing.ts';
import { applicableRules, judgeStep, toFindings } from './judge-step.ts';

describe('weaker', () => {
  it.each([
    ['must', 'should', 'should'],
    ['gap', 'must', 'gap'],
    ['should', 'gap', 'gap'],
    ['must', 'must', 'must'],
  ] as const)('of %s and %s is %s, both ways round', (one, other, weakest) => {
    expect(weaker(one, other)).toBe(weakest);
    expect(weaker(other, one)).toBe(weakest);
  });
});

describe('applicableRules', () => {
  const call = callOf('SendBulkSms', 'soap11');

  it('grow with how far the reply was read, and never include those about a whole exchange', () => {
    const sizes = needs.map((reached) => applicableRules(call, reached).length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(new Set(sizes).size).toBe(needs.length);
    expect(applicableRules(call, 'reply').some(({ needs: need }) => need === 'exchange')).toBe(false);
  });

  it('are those of the binding and the kind of operation', () => {
    const ids = (...[name, id]: Parameters<typeof callOf>) =>
      applicableRules(callOf(name, id), 'reply').map((rule) => rule.id);
    expect(ids('SendBulkSms', 'soap11')).toContain('soap/body');
    expect(ids('SendBulkSms', 'soap11')).not.toContain('plain/root');
    expect(ids('SendBulkSms', 'http-get')).toContain('plain/root');
    expect(ids('SendBulkSms', 'http-get')).not.toContain('soap/body');
    expect(ids('SendBulkSms', 'http-get')).toContain('send/packet-id');
    expect(ids('ReportSingleShotSms', 'soap12')).toContain('report/packet');
    expect(ids('ReportSingleShotSms', 'soap12')).not.toContain('send/packet-id');
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
    const silent = { ...requestEvidence(callOf('SendBulkSms', 'soap11')), response: null, failure };
    expect(judgeStep(silent, 0, 'gap', context)).toMatchObject([{ rule: 'http/response', level: 'must' }]);
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
    expect(judgeStep(read({ edits: [['P-1', '']] }), 3, 'must', context)).toMatchObject([
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

  it('keeps apart what differs in element, expected, actual or names', () => {
    const different = [
      breach('/a/b[1]/c'),
      breach('/a/b[1]/d'),
      breach('/a/b[2]/c', { expected: 'two' }),
      breach('/a/b[3]/c', { actual: '3' }),
      breach('/a/b[4]/c', { names: { binding: 'SOAP 1.2' } }),
      breach('/a/b[1]/co', { expected: 'ne' }),
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

  it('makes nothing of nothing', () => {
    expect(findings([])).toEqual([]);
  });
});
