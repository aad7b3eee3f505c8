import { describe, expect, it } from 'vitest';
import { context } from '../../suites/support/judged.ts';
import { calibrate, cannedReplies } from './calibrate.ts';

describe('calibrate', () => {
  it('finds the judge right about every canned reply', () => {
    const { schemaEngine } = context;
    expect(calibrate(context)).toEqual({ accepted: 16, rejected: 72, wrong: [], schemaEngine });
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
    expect(calibrate({ ...context, validateResult: () => ['no'] }).wrong).toContain(
      'ReportSingleShotSms over http-get, another packet: expected report/packet, found report/packet, result/schema',
    );
    const fields = context.contract.deliveryResult.fields.filter(({ name }) => name !== 'KeyID');
    const deliveryResult = { ...context.contract.deliveryResult, fields };
    expect(calibrate({ ...context, contract: { ...context.contract, deliveryResult } }).wrong).toContain(
      'ReportSingleShotSms over http-get, PacketId: expected result/field-once, result/only-fields, found delivery/only-fields, result/field-once, result/only-fields',
    );
  });

  const all = cannedReplies(context.contract, 'urn:x');

  it('holds a bad reply for each of these rules, by a name of its own', () => {
    const spoilt = all.filter(({ rules }) => rules.length > 0);
    const ways = spoilt.map(({ name, rules }) => `${name.split(', ')[1]}: ${rules.join(', ')}`);
    expect([...new Set(ways)]).toEqual(
      [
        'status 500: http/status; text/html: http/media-type; cut off: xml/well-formed',
        'without PacketStatus: result/field-once; a nested PacketStatus: result/field-text',
        'a foreign item: result/list-items; a nil PacketStatus: result/schema',
        'an attribute of the Envelope: soap/envelope-attributes',
        'a Header behind the Body: soap/envelope-children; a Response without name: soap/response',
        'no charset: http/charset; declared as Latin-1: xml/encoding; with a DTD: xml/no-dtd',
        'PacketId: result/field-once, result/only-fields; a field in no namespace: result/field-namespace',
        'KeyID twice: delivery/field-once; in an unknown envelope: soap/envelope',
        'a block in no namespace: soap/header-blocks; with two bodies: soap/body',
        'a Result without name: soap/result; another packet: report/packet; another root: plain/root',
      ].flatMap((line) => line.split('; ')),
    );
  });

  it('spoils a reply in the way that it names', () => {
    const html = all.filter(({ name }) => name.endsWith('text/html'));
    expect(new Set(html.map(({ contentType }) => contentType))).toEqual(
      new Set(['text/html; charset=utf-8']),
    );
    const twice = all.filter(({ name }) => name.endsWith('KeyID twice'));
    expect(twice.map(({ body }) => body.split('<KeyID>').length - 1)).toEqual([2, 2, 2, 2]);
  });
});
