import { describe, expect, it } from 'vitest';
import { context, judgeReplies } from '../rules/testing.ts';

const wrong = { packet: { PacketStatus: 'Sent' } };

describe('judgeExchange', () => {
  it('asks the rules about a whole exchange only, and tells the last step that was read', () => {
    const findings = judgeReplies([{}, { edits: [['P-1', '']] }], wrong);
    expect(findings.map(({ rule, step }) => [rule, step])).toEqual([['case/expectation', 1]]);
  });

  it('caps findings at the level of the case', () => {
    expect(judgeReplies([{}], wrong, 'should').map(({ level }) => level)).toEqual(['should']);
  });

  it('has nothing to say where no reply could be read', () => {
    expect(judgeReplies([null, null], wrong)).toEqual([]);
    expect(judgeReplies([], wrong)).toEqual([]);
  });

  it('asks also where the last reply could not be read, and takes the requirements of the step it tells', () => {
    const report = { operation: 'ReportSingleShotSms' } as const;
    const replies = [
      report,
      { ...report, binding: 'http-get', edits: [['>Done<', '>Sent<']] },
      { ...report, binding: 'http-post' },
      null,
    ] as const;
    const findings = judgeReplies(replies, { sameContent: true }, 'must', {
      ...context,
      blame: (_, { binding }) => ({ requirements: [binding] }),
    });
    expect(findings.map(({ rule, step, requirements }) => [rule, step, requirements])).toEqual([
      ['report/same-content', 1, ['http-get']],
    ]);
  });
});
