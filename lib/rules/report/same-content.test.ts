import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import {
  bare,
  correctText,
  type Edit,
  equalForms,
  type Given,
  judgeReplies,
  resultPath,
} from '../testing.ts';

const operation = 'ReportSmsWithPacketId';
const same = { sameContent: true };
const report = (binding: BindingId, ...edits: readonly Edit[]): Given => ({ operation, binding, edits });
const [soap11, soap12, get, post] = (['soap11', 'soap12', 'http-get', 'http-post'] as const).map((id) =>
  report(id),
) as [Given, Given, Given, Given];
const done: Edit = ['>Done<', '>Sent<'];

function wrong(binding: BindingId, at: string, expected: string, actual: string, names: object) {
  const path = `${resultPath(operation, binding)}${at}`;
  return { rule: 'report/same-content', level: 'should', path, expected, actual, names };
}

describe('report/same-content', () => {
  it('keeps silent on the same packet over all bindings, read again at the end', () => {
    expect(judgeReplies([{}, soap11, soap12, get, post, { ...soap11, rereads: 1 }], same)).toEqual([]);
  });

  it('keeps silent on the same content in another form', () => {
    const forms = ['character references', 'pretty print with CRLF', 'comments and instructions'];
    for (const binding of ['soap12', 'http-get'] as const) {
      for (const form of forms) {
        const given = equalForms[form]?.(correctText(operation, binding), binding === 'soap12');
        expect(given, form).toBeDefined();
        expect(judgeReplies([soap11, { ...given, operation, binding }], same), form).toEqual([]);
      }
    }
  });

  it('is broken by another text over another binding', () => {
    expect(bare(judgeReplies([{}, soap11, soap12, report('http-get', done), post], same))).toEqual([
      wrong('http-get', '/PacketStatus', '"Done"', '"Sent"', { binding: 'HTTP GET', other: 'SOAP 1.1' }),
    ]);
  });

  it('compares what did not change where something else changed in time', () => {
    const later: Edit = ['>2026-01-02<', '>2026-01-03<'];
    const replies = [
      {},
      soap11,
      soap12,
      report('http-get', done, later),
      post,
      { ...report('soap11', later), rereads: 1 },
    ];
    const found = judgeReplies(replies, same).map(({ level, path }) => [level, path.split('/').at(-1)]);
    expect(found).toEqual([
      ['gap', 'SendDate'],
      ['should', 'PacketStatus'],
    ]);
  });

  it('points at the step whose reply differs, not at the last', () => {
    const findings = judgeReplies([{}, soap11, soap12, report('http-get', done), post], same);
    expect(findings.map(({ step }) => step)).toEqual([3]);
  });

  it('names each binding that differs, even in the same way at the same place', () => {
    const replies = [get, report('soap11', done), report('soap12', done), post];
    expect(bare(judgeReplies(replies, same))).toEqual([
      wrong('soap11', '/PacketStatus', '"Done"', '"Sent"', { binding: 'SOAP 1.1', other: 'HTTP GET' }),
      wrong('soap12', '/PacketStatus', '"Done"', '"Sent"', { binding: 'SOAP 1.2', other: 'HTTP GET' }),
    ]);
  });

  it('is broken by a text within one delivery result, and by empty against not', () => {
    const replies = [post, report('soap12', ['905321112244', '+905321112244'], ['2026-01-02 03:04', ''])];
    const item = '/DeliveryResults/EmSmsDeliveryResult';
    const names = { binding: 'SOAP 1.2', other: 'HTTP POST' };
    expect(bare(judgeReplies(replies, same))).toEqual([
      { ...wrong('soap12', `${item}[1]/DeliveryTime`, '"2026-01-02 03:04"', '""', names), more: 1 },
      wrong('soap12', `${item}[2]/GsmNumber`, '"905321112244"', '"+905321112244"', names),
    ]);
  });

  it('is broken by fewer delivery results', () => {
    const replies = [
      soap11,
      report('http-get', [/<DeliveryResults>.*<.DeliveryResults>/g, '<DeliveryResults/>']),
    ];
    expect(bare(judgeReplies(replies, same))).toEqual([
      wrong('http-get', '', '2 delivery results', '0 delivery results', {
        binding: 'HTTP GET',
        other: 'SOAP 1.1',
      }),
    ]);
  });

  it('only observes a packet that changed between its two readings over one binding', () => {
    const replies = [soap11, report('http-get', done), { ...report('soap11', done), rereads: 0 }];
    expect(bare(judgeReplies(replies, same))).toEqual([
      {
        ...wrong('soap11', '/PacketStatus', '"Done"', '"Sent"', {
          binding: 'SOAP 1.1',
          other: 'SOAP 1.1',
          changed: 'yes',
        }),
        level: 'gap',
      },
    ]);
  });

  it('compares no texts where the number of delivery results changed in time', () => {
    const fewer: Edit = [/<DeliveryResults>.*<.DeliveryResults>/g, '<DeliveryResults/>'];
    const replies = [soap11, report('http-get', done), { ...report('soap11', fewer), rereads: 0 }];
    expect(bare(judgeReplies(replies, same))).toEqual([
      {
        ...wrong('soap11', '', '2 delivery results', '0 delivery results', {
          binding: 'SOAP 1.1',
          other: 'SOAP 1.1',
          changed: 'yes',
        }),
        level: 'gap',
      },
    ]);
  });

  it('is still broken where the first reading is missing and the others differ', () => {
    const replies = [null, soap12, report('http-get', done), { ...report('soap11', done), rereads: 0 }];
    expect(bare(judgeReplies(replies, same))).toEqual([
      wrong('http-get', '/PacketStatus', '"Done"', '"Sent"', { binding: 'HTTP GET', other: 'SOAP 1.2' }),
    ]);
  });

  it('is not asked where the case does not compare, and not about sends', () => {
    expect(judgeReplies([soap11, report('http-get', done)], {})).toEqual([]);
    expect(judgeReplies([{ edits: [done] }, soap11, get], same)).toEqual([]);
    expect(judgeReplies([soap11, { operation, body: '<a/>' }], same)).toEqual([]);
  });

  it('compares the readings of each packet with each other alone', () => {
    const on = (PacketId: string, given: Given): Given => ({ ...given, values: { PacketId } });
    const other = report('http-get', done);
    const apart = [on('P-1', soap11), on('P-1', get), on('P-2', report('soap11', done)), on('P-2', other)];
    expect(judgeReplies(apart, same)).toEqual([]);
    const together = [on('P-1', soap11), on('P-2', soap11), on('P-1', other), on('P-2', get)];
    expect(judgeReplies(together, same).map(({ step }) => step)).toEqual([2]);
  });

  it('has nothing to compare where no report was read', () => {
    expect(judgeReplies([{}], { sameContent: true })).toEqual([]);
  });
});
