import { describe, expect, it } from 'vitest';
import { everyCall, type Given, judgeReplies, resultPath, told } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');
const other: Given = { edits: [['P-1', 'P-2']] };
const asked = { ...other, expected: true };

describe('case/expectation', () => {
  it('keeps silent where every reply says what the case expects', () => {
    const correct = { packet: { PacketID: 'P-1' }, eachDelivery: { DeliveryDetail: '', PostType: '7' } };
    const findings = everyCall.flatMap(([operation, binding]) =>
      judgeReplies([{ operation, binding }], correct),
    );
    expect(findings).toEqual([]);
  });

  it('is broken by another text in the packet result, shown with its escapes', () => {
    const given: Given = { edits: [['>Done<', '> Done&#xA0;<']] };
    expect(told(judgeReplies([given], { packet: { PacketStatus: 'Done' } }))).toEqual([
      `case/expectation must ${R}/PacketStatus: expected "Done"; actual " Done\\u{A0}" (field: PacketStatus)`,
    ]);
  });

  it('is broken by another text in one delivery result and in every one, said once', () => {
    const eachDelivery = { GsmNumber: '905321112233', KeyID: '' };
    const D = `case/expectation gap ${R}/DeliveryResults/EmSmsDeliveryResult`;
    expect(told(judgeReplies([{}], { eachDelivery }, 'gap'))).toEqual([
      `${D}[1]/KeyID: expected ""; actual "K-1" (field: KeyID) +1`,
      `${D}[2]/GsmNumber: expected "905321112233"; actual "905321112244" (field: GsmNumber)`,
    ]);
  });

  it.each<[string, Parameters<typeof judgeReplies>[0], readonly number[]]>([
    ['the last reply', [{}, other], [1]],
    ['no other reply', [other, {}], []],
    ['no reply where the last could not be read', [other, { body: '<a/>' }], []],
    ['no reply where none was made', [null], []],
    ['a reply that the plan names, and not the last', [asked, { expected: true }], [0]],
    ['each reply that the plan names, and no other', [asked, other, asked], [0, 2]],
    ['no last reply where the plan names another', [{ expected: true }, other], []],
  ])('is about %s', (_, replies, steps) => {
    const findings = judgeReplies(replies, { packet: { PacketID: 'P-1' } });
    const own = findings.filter(({ rule }) => rule === 'case/expectation');
    expect(own.map(({ step }) => step)).toEqual(steps);
  });
});
