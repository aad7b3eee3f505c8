import { header } from '../../reference/read/route.ts';
import type { Defect } from '../defect.ts';
import { bodyOf, type Refusal, refuses } from './refusal-reply.ts';

const soap = ['soap11', 'soap12'] as const;

/** SOAP 1.1 servers that read the SOAPAction header in a way of their own (contract §4.1 rule 1). */
const actions: readonly Refusal[] = [
  {
    id: 'soapaction-quoted-refused',
    title: 'A SOAPAction in double quotes is refused',
    requirement: 'bindings.soap11.response-status',
    bindings: ['soap11'],
    when: (request) => header(request, 'soapaction')?.startsWith('"') === true,
  },
  {
    id: 'soapaction-operation-only-demanded',
    title: 'A SOAPAction is refused that is more than the name of the operation',
    requirement: 'bindings.soap11.response-status',
    bindings: ['soap11'],
    status: 400,
    when: (request, { operation }) => header(request, 'soapaction')?.replaceAll('"', '') !== operation.name,
  },
  {
    id: 'soap12-action-demanded',
    title: 'SOAP 1.2 without an action parameter is refused',
    requirement: 'bindings.soap12.response-status',
    bindings: ['soap12'],
    status: 400,
    when: (request) => !/;\s*action=/i.test(header(request, 'content-type') ?? ''),
  },
  {
    id: 'soap12-soapaction-demanded',
    title: 'SOAP 1.2 without a SOAPAction header is refused',
    requirement: 'bindings.soap12.response-status',
    bindings: ['soap12'],
    when: (request) => header(request, 'soapaction') === undefined,
  },
];

/** Servers that know the envelope as one client library writes it. */
const envelopes: readonly Refusal[] = [
  {
    id: 'envelope-prefix-demanded',
    title: 'An envelope is refused whose prefix is not soapenv',
    requirement: 'bindings.soap11.response-status',
    bindings: soap,
    when: (request) => !bodyOf(request).includes('<soapenv:Envelope'),
  },
  {
    id: 'operation-prefix-demanded',
    title: 'An operation element without a prefix is refused',
    requirement: 'bindings.soap12.response-status',
    bindings: soap,
    when: (request, { operation }) => bodyOf(request).includes(`<${operation.name} `),
  },
  {
    id: 'envelope-header-demanded',
    title: 'An envelope without a Header is refused',
    requirement: 'bindings.soap12.response-status',
    bindings: soap,
    when: (request) => !/<(?:\w+:)?Header/.test(bodyOf(request)),
  },
  {
    id: 'typed-parameters-demanded',
    title: 'Parameters without an xsi:type are refused, as servers of SOAP encoding do',
    requirement: 'bindings.soap11.response-status',
    bindings: soap,
    when: (request) => !/:type=/.test(bodyOf(request)),
  },
  {
    id: 'list-of-string-refused',
    title: 'A list whose children are called string is refused',
    requirement: 'operations.send-bulk-sms.over.soap11',
    bindings: soap,
    operations: ['SendBulkSms'],
    when: (request) => bodyOf(request).includes('<string>'),
  },
];

/** Servers that are particular about the content type of an envelope. */
const types: readonly Refusal[] = [
  {
    id: 'charset-parameter-refused',
    title: 'A content type with a charset parameter is refused over SOAP',
    requirement: 'bindings.soap11.response-status',
    bindings: soap,
    status: 415,
    when: (request) => /charset/i.test(header(request, 'content-type') ?? ''),
  },
  {
    id: 'charset-upper-case-demanded',
    title: 'A charset is refused that is not written UTF-8',
    requirement: 'bindings.soap12.response-status',
    bindings: soap,
    status: 415,
    when: (request) => !/charset="?UTF-8/.test(header(request, 'content-type') ?? ''),
  },
  {
    id: 'charset-quotes-demanded',
    title: 'A charset without quotes is refused',
    requirement: 'bindings.soap11.response-status',
    bindings: soap,
    status: 415,
    when: (request) => !/charset="/i.test(header(request, 'content-type') ?? ''),
  },
  {
    id: 'soap12-type-refused',
    title: 'The content type of SOAP 1.2 is refused',
    requirement: 'bindings.soap12.response-status',
    bindings: ['soap12'],
    status: 415,
  },
];

export const soapRefusals: readonly Defect[] = [...actions, ...envelopes, ...types].map(refuses);
