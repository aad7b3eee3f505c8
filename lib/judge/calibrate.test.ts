import { describe, expect, it } from 'vitest';
import { context } from '../../suites/support/samples.ts';
import type { Field } from '../model/contract.ts';
import { calibrate } from './calibrate.ts';

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
      'packetid-nil in SingleShotSmsWithTypeAndKeyID over soap11: expected result/schema, found nothing',
    );
  });

  it('says which replies a judge gets wrong that finds too much', () => {
    const { wrong, accepted } = calibrate({ ...context, validateResult: () => ['no'] });
    expect(accepted).toBe(0);
    for (const good of ['reference', 'cdata-whole'])
      expect(wrong).toContain(
        `${good} in SingleShotSmsWithTypeAndKeyID over soap11: expected nothing, found result/schema`,
      );
  });

  it('names all rules that should have fired and all that did', () => {
    expect(calibrate({ ...context, validateResult: () => ['no'] }).wrong).toContain(
      'report-other-packet in ReportSingleShotSms over http-get: expected report/packet, found report/packet, result/schema',
    );
    const lower = ({ name, ...field }: Field) => ({ ...field, name: name.replace('PacketID', 'packetID') });
    const { packetResult: known } = context.contract;
    const packetResult = { ...known, fields: known.fields.map(lower) as unknown as typeof known.fields };
    const { wrong } = calibrate({ ...context, contract: { ...context.contract, packetResult } });
    expect(wrong).toContain(
      'packetid-lower-case in ReportSingleShotSms over http-get: expected result/field-once, result/only-fields, found report/packet, result/schema',
    );
  });

  it('is wrong where the contract lacks an operation of the replies', () => {
    const operations = context.contract.operations.filter(({ name }) => name !== 'ReportSingleShotSms');
    const { wrong } = calibrate({ ...context, contract: { ...context.contract, operations } });
    expect(wrong).toContain(
      'reference in ReportSingleShotSms over soap11: expected nothing, found no ReportSingleShotSms over soap11',
    );
  });
});
