import { describe, expect, it } from 'vitest';
import { change, judgeReplies } from '../../suites/support/judged.ts';
import { context } from '../../suites/support/samples.ts';
import type { Level } from '../model/contract.ts';
import type { Expectation } from '../model/exchange.ts';

const asked = { operation: 'ReportSingleShotSms' } as const;
const wrong = { packet: { PacketStatus: 'Sent' } };

describe('judgeExchange', () => {
  it('asks the rules about a whole exchange only, and tells the last step that was read', () => {
    const { findings } = judgeReplies([{}, change('P-1', '')], wrong);
    expect(findings.map(({ rule, step }) => [rule, step])).toEqual([['case/expectation', 1]]);
  });

  it.each<[string, Parameters<typeof judgeReplies>[0], Partial<Expectation>, Level]>([
    ['what the case expects', [{}], wrong, 'gap'],
    [
      'what it expects to be the same',
      [asked, { ...asked, ...change('Done', 'Sent') }],
      { sameContent: true },
      'gap',
    ],
    ['not that two packets have one identifier', [{}, {}], {}, 'must'],
  ])('the level of the case caps %s', (_, replies, expected, level) => {
    const { findings } = judgeReplies(replies, expected, 'gap');
    expect(findings.map((one) => one.level)).toEqual([level]);
  });

  it('has nothing to say where no reply could be read', () => {
    expect(judgeReplies([null, null], wrong).findings).toEqual([]);
    expect(judgeReplies([], wrong)).toEqual({ findings: [], evaluated: [] });
  });

  it.each([
    ['case/expectation', [{}], wrong],
    ['case/expectation', [{}], { eachDelivery: { KeyID: 'K-1' } }],
    ['report/same-content', [asked, { ...asked, binding: 'http-get' }], { sameContent: true }],
    ['send/distinct-packets', [{}, {}], {}],
  ] as const)('evaluates %s where there is something to compare', (rule, replies, expected) => {
    expect(judgeReplies(replies, expected).evaluated).toContain(rule);
  });

  it.each([
    ['case/expectation', [{}], {}],
    ['case/expectation', [{}, null], wrong],
    ['case/expectation', [change(/<EmSms.*<.EmSmsDeliveryResult>/g, '')], { eachDelivery: { KeyID: '' } }],
    ['report/same-content', [asked, asked], {}],
    ['report/same-content', [asked, null], { sameContent: true }],
    ['send/distinct-packets', [{}, null], {}],
    ['send/distinct-packets', [{}, change('P-1', ' ')], {}],
  ] as const)('does not evaluate %s where there is not', (rule, replies, expected) => {
    expect(judgeReplies(replies, expected).evaluated).not.toContain(rule);
  });

  it('asks also where the last reply could not be read, and takes the requirements of the step it tells', () => {
    const sent = { ...asked, binding: 'http-get', ...change('>Done<', '>Sent<') } as const;
    const replies = [asked, sent, { ...asked, binding: 'http-post' }, null] as const;
    const { findings } = judgeReplies(replies, { sameContent: true }, 'must', {
      ...context,
      blame: (_, { binding }) => ({ requirements: [binding] }),
    });
    expect(findings.map(({ rule, step, requirements }) => [rule, step, requirements])).toEqual([
      ['report/same-content', 1, ['http-get']],
    ]);
  });
});
