import type { BindingId } from '../../model/contract.ts';
import type { Defect } from '../defect.ts';
import { refuses } from './refusal-reply.ts';

const operations = [
  ['SingleShotSmsWithTypeAndKeyID', 'single-shot-sms-with-type-and-key-id'],
  ['SendBulkSms', 'send-bulk-sms'],
  ['ReportSingleShotSms', 'report-single-shot-sms'],
  ['ReportSmsWithPacketId', 'report-sms-with-packet-id'],
] as const;

const bindings: readonly (readonly [id: BindingId, name: string, status: number])[] = [
  ['soap11', 'SOAP 1.1', 500],
  ['soap12', 'SOAP 1.2', 500],
  ['http-get', 'HTTP GET', 404],
  ['http-post', 'HTTP POST', 404],
];

const pathBases = [
  ['live', 'single-shot-sms-with-type-and-key-id', ['SingleShotSmsWithTypeAndKeyID', 'ReportSingleShotSms']],
  ['liveb', 'send-bulk-sms', ['SendBulkSms']],
  ['ecomm', 'report-sms-with-packet-id', ['ReportSmsWithPacketId']],
] as const;

/** Servers that leave out a part of the service (contract §1, §9 sentence 1). */
export const servedRefusals: readonly Defect[] = [
  ...pathBases.map(([base, slug, served]) =>
    refuses({
      id: `path-base-${base}-refused`,
      title: `Nothing is served under /${base}/postsms.asmx`,
      requirement: `operations.${slug}.served-under`,
      operations: served,
      status: 404,
    }),
  ),
  ...operations.flatMap(([operation, slug]) =>
    bindings.map(([binding, name, status]) =>
      refuses({
        id: `${slug}-refused-over-${binding}`,
        title: `${operation} is refused over ${name}`,
        requirement: `operations.${slug}.over.${binding}`,
        bindings: [binding],
        operations: [operation],
        status,
      }),
    ),
  ),
  refuses({
    id: 'reports-fail',
    title: 'Every report fails',
    requirement: 'operations.report-single-shot-sms.over.soap11',
    operations: ['ReportSingleShotSms', 'ReportSmsWithPacketId'],
  }),
  refuses({
    id: 'soap12-fails',
    title: 'Every call over SOAP 1.2 fails',
    requirement: 'bindings.soap12.response-status',
    bindings: ['soap12'],
  }),
];
