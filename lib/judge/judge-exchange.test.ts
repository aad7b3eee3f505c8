import { describe, expect, it } from 'vitest';
import { judgeReplies } from '../rules/testing.ts';

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
});
