import { describe, expect, it } from 'vitest';
import { bare, correctText, type Edit, equalForms, judgeReplies, resultPath } from '../testing.ts';

const single = 'SingleShotSmsWithTypeAndKeyID';
const report = { operation: 'ReportSmsWithPacketId' };
const second: Edit = ['P-1', 'P-2'];

function wrong(path: string, step: number, actual = '"P-1"') {
  const expected = `a PacketID other than that of step ${step}`;
  const names = { field: 'PacketID' };
  return { rule: 'send/distinct-packets', level: 'must', path: `${path}/PacketID`, expected, actual, names };
}

const bulk = resultPath('SendBulkSms', 'soap11');
const forms = Object.entries(equalForms).map(
  ([name, form]) => [name, form(correctText('SendBulkSms', 'soap11'), false)] as const,
);

describe('send/distinct-packets', () => {
  it('keeps silent on two sends with two identifiers, in every equal form', () => {
    for (const [name, given] of forms) {
      expect(judgeReplies([given, { edits: [second] }], {}), name).toEqual([]);
    }
  });

  it('sees one identifier given twice in every equal form', () => {
    for (const [name, given] of forms) {
      expect(bare(judgeReplies([{}, given], {})), name).toEqual([wrong(bulk, 1)]);
    }
  });

  it('keeps silent on one send, and on reports that show its identifier again', () => {
    expect(judgeReplies([{}, report, report], {})).toEqual([]);
  });

  it('is broken by two sends with one identifier, told of the later one', () => {
    const findings = judgeReplies([{}, {}, report, report], {});
    expect(bare(findings)).toEqual([wrong(bulk, 1)]);
    expect(findings.map(({ step }) => step)).toEqual([1]);
  });

  it('is broken over every binding and by sends of either kind', () => {
    const replies = [
      { binding: 'http-get' },
      { operation: single, binding: 'soap12' },
      { binding: 'http-post', edits: [second] },
    ] as const;
    expect(bare(judgeReplies(replies, {}))).toEqual([wrong(resultPath(single, 'soap12'), 1)]);
  });

  it('is broken by each later send, and names the first that gave the identifier', () => {
    const findings = judgeReplies([{ edits: [second] }, {}, {}, { edits: [second] }, {}], {});
    expect(bare(findings)).toEqual([wrong(bulk, 2), wrong(bulk, 1, '"P-2"'), wrong(bulk, 2)]);
    expect(findings.map(({ step }) => step)).toEqual([2, 3, 4]);
  });

  it('takes the identifier to the letter', () => {
    expect(judgeReplies([{}, { edits: [['P-1', 'p-1']] }, { edits: [['P-1', 'P-01']] }], {})).toEqual([]);
  });

  it('leaves empty identifiers and replies that could not be read to other rules', () => {
    const empty = { edits: [['P-1', ' ']] } as const;
    expect(judgeReplies([empty, empty], {})).toEqual([]);
    expect(judgeReplies([{}, null, { body: '<a/>' }], {})).toEqual([]);
  });

  it('claims no more than its case', () => {
    expect(judgeReplies([{}, {}], {}, 'gap').map(({ level }) => level)).toEqual(['gap']);
  });
});
