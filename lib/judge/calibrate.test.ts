import { describe, expect, it } from 'vitest';
import type { PacketResult } from '../model/judging/reply.ts';
import { context } from '../rules/testing.ts';
import { calibrate } from './calibrate.ts';
import { cannedReplies } from './calibration-exchanges.ts';

describe('calibrate', () => {
  it('finds the judge right about every canned reply', () => {
    expect(calibrate(context)).toEqual({ accepted: 16, rejected: 72, wrong: [] });
  });

  it('says which replies a judge gets wrong that finds too little', () => {
    const { wrong, rejected } = calibrate({ ...context, validateResult: () => [] });
    expect(rejected).toBe(68);
    expect(wrong).toHaveLength(4);
    expect(wrong[0]).toBe(
      'SingleShotSmsWithTypeAndKeyID over soap11, a nil PacketStatus: expected result/schema, found nothing',
    );
  });

  it('says which replies a judge gets wrong that finds too much', () => {
    const { wrong, accepted } = calibrate({ ...context, validateResult: () => ['no'] });
    expect(accepted).toBe(0);
    expect(wrong).toContain(
      'SingleShotSmsWithTypeAndKeyID over soap11: expected nothing, found result/schema',
    );
    expect(wrong).toContain(
      'SingleShotSmsWithTypeAndKeyID over soap11, pretty: expected nothing, found result/schema',
    );
  });

  it('names all rules that should have fired and all that did', () => {
    const isPacketResult = (packet: unknown): packet is PacketResult =>
      Array.isArray((packet as Partial<PacketResult> | undefined)?.deliveries);
    expect(calibrate({ ...context, isPacketResult }).wrong).toContain(
      'ReportSingleShotSms over http-get, PacketId: expected result/field-once, result/only-fields, ' +
        'found report/packet, result/field-once, result/only-fields, result/schema',
    );
  });

  it('spoils a reply in the way that it names', () => {
    const html = cannedReplies(context.contract, 'urn:x').filter(({ name }) => name.endsWith('text/html'));
    expect(new Set(html.map(({ contentType }) => contentType))).toEqual(
      new Set(['text/html; charset=utf-8']),
    );
  });

  it('calls each way to spoil a reply by a name of its own', () => {
    const names = cannedReplies(context.contract, 'urn:x').map(({ name }) => name.split(', ')[1] ?? 'good');
    expect([...new Set(names)].sort()).toEqual([
      'KeyID twice',
      'PacketId',
      'a Header behind the Body',
      'a Response without name',
      'a Result without name',
      'a block in no namespace',
      'a foreign item',
      'a foreign namespace',
      'a nested PacketStatus',
      'a nil PacketStatus',
      'an attribute of the Envelope',
      'another packet',
      'another root',
      'cut off',
      'declared as Latin-1',
      'good',
      'in an unknown envelope',
      'no charset',
      'pretty',
      'status 500',
      'text/html',
      'with a DTD',
      'with two bodies',
      'without PacketStatus',
    ]);
  });

  it('writes twice what it calls so', () => {
    const twice = cannedReplies(context.contract, 'urn:x').filter(({ name }) => name.endsWith('KeyID twice'));
    expect(twice.map(({ body }) => body.split('<KeyID>').length - 1)).toEqual([2, 2, 2, 2]);
  });

  it('holds a bad reply for each of these rules', () => {
    const broken = new Set(cannedReplies(context.contract, 'urn:x').flatMap(({ rules }) => rules));
    expect([...broken].sort()).toEqual([
      'delivery/field-once',
      'http/charset',
      'http/media-type',
      'http/status',
      'plain/root',
      'report/packet',
      'result/field-namespace',
      'result/field-once',
      'result/field-text',
      'result/list-items',
      'result/only-fields',
      'result/schema',
      'soap/body',
      'soap/envelope',
      'soap/envelope-attributes',
      'soap/envelope-children',
      'soap/header-blocks',
      'soap/response',
      'soap/result',
      'xml/encoding',
      'xml/no-dtd',
      'xml/well-formed',
    ]);
  });
});
