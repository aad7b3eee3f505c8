import { describe, expect, it } from 'vitest';
import { context } from '../rules/testing.ts';
import { calibrate, cannedReplies } from './calibrate.ts';

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
    expect(calibrate({ ...context, validateResult: () => ['no'] }).wrong).toContain(
      'ReportSingleShotSms over http-get, another packet: expected report/packet, found report/packet, result/schema',
    );
    const [, ...fields] = context.contract.packetResult.fields;
    const packetResult = { ...context.contract.packetResult, fields };
    expect(calibrate({ ...context, contract: { ...context.contract, packetResult } }).wrong).toContain(
      'ReportSingleShotSms over http-get, PacketId: expected result/field-once, result/only-fields, found report/packet, result/only-fields, result/schema',
    );
  });

  it('spoils a reply in the way that it names', () => {
    const all = cannedReplies(context.contract, 'urn:x');
    const html = all.filter(({ name }) => name.endsWith('text/html'));
    expect(new Set(html.map(({ contentType }) => contentType))).toEqual(
      new Set(['text/html; charset=utf-8']),
    );
    const twice = all.filter(({ name }) => name.endsWith('KeyID twice'));
    expect(twice.map(({ body }) => body.split('<KeyID>').length - 1)).toEqual([2, 2, 2, 2]);
  });
});
