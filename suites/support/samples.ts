/** Calls, requests and correct replies for the tests of rules and judge, written by hand. */
import { loadRequirements } from '../../lib/cases/load.ts';
import { judgeContext } from '../../lib/judge/judge-context.ts';
import { rules } from '../../lib/judge/rules/index.ts';
import {
  type BindingId,
  type Call,
  isSendCall,
  type ParameterValues,
  type SendCall,
  type Target,
} from '../../lib/model/contract.ts';
import type { RequestEvidence } from '../../lib/model/judging/evidence.ts';
import { readRequest } from '../../lib/reading/read-request.ts';
import { bindings } from '../../lib/wire/bindings/index.ts';
import { escapeText } from '../../lib/wire/xml/escape.ts';
import { sampleNamed } from './calls.ts';
import { casesFile, contract, loaded } from './cases.ts';

export const ruleIds = rules.map(({ id }) => id);
export const register = loaded(loadRequirements(casesFile('requirements.yaml')));
export const NAMESPACE = 'http://sms.example/ns';
export const target: Target = {
  baseUrl: 'http://127.0.0.1:8080/gateway',
  namespace: NAMESPACE,
  kind: 'external',
};
export const context = await judgeContext(contract, target, register);

const message = 'Merhaba <b> & şİ';
const numbers = ['905321112233', '905321112244'];
const samples: ParameterValues = {
  ...{ ServiceTicket: 'T-1', GsmNumber: numbers[0] ?? '', GsmNumbers: numbers, Message: message },
  ...{ KeyID: 'K-1', PostType: '7', PacketId: 'P-1' },
};

/** Returns a call of an operation over a binding, with the values that the correct replies are about. */
export function callOf(name: string, id: BindingId, changed: ParameterValues = {}): Call {
  const { operation, binding, values } = sampleNamed(name, id, samples);
  const canonical = operation.parameters.map((parameter) => [parameter.name, values[parameter.name] ?? '']);
  return { operation, binding, target, values: { ...Object.fromEntries(canonical), ...changed } };
}

/** Returns a call of a send operation. */
export function sendOf(name: string, id: BindingId, changed?: ParameterValues): SendCall {
  const call = callOf(name, id, changed);
  if (isSendCall(call)) return call;
  throw new Error(`${name} is no send`);
}

export function requestEvidence(
  call: Call,
  request = bindings[call.binding.id].encode(call),
): RequestEvidence {
  return { ...call, contract, request, readBack: readRequest(request, call.binding.envelope !== undefined) };
}

/** A text in which every escaping has something to do. */
export const hardText = ' <b>&amp;</b>]]> "\'a+b%20c&d=e;f#g?/\r\n\tİşé👩‍👩‍👧\u00A0 ';

/** Writes a reply of an operation with these fields, in an envelope of that namespace where there is one. */
export function replyText(
  operation: string,
  envelope: string | undefined,
  uri: string,
  fields: string,
): string {
  if (envelope === undefined) return `<EmPostSmsResult xmlns="${uri}">${fields}</EmPostSmsResult>`;
  const result = `<${operation}Result>${fields}</${operation}Result>`;
  const body = `<${operation}Response xmlns="${uri}">${result}</${operation}Response>`;
  return `<soap:Envelope xmlns:soap="${envelope}"><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

/** Writes a delivery result of the correct replies, counted from 0. */
function delivery(index: number): string {
  const fields = [
    `<GsmNumber>${numbers[index]}</GsmNumber><DeliveryResult>OK</DeliveryResult><DeliveryDetail></DeliveryDetail>`,
    `<DeliveryTime>2026-01-02 03:04</DeliveryTime><DeliveredMessage>${escapeText(message)}</DeliveredMessage>`,
    '<PostType>7</PostType><KeyID>K-1</KeyID><SendDate>2026-01-02</SendDate>',
  ];
  return `<EmSmsDeliveryResult>${fields.join('')}</EmSmsDeliveryResult>`;
}

/** True if the correct reply holds a delivery result for each number, and not a single one. */
export const isBulk = (operation: string) =>
  operation === 'SendBulkSms' || operation === 'ReportSmsWithPacketId';

/** Returns a correct reply, written by hand as ASP.NET writes it but on one line. */
export function correctText(operation: string, binding: BindingId): string {
  const items = isBulk(operation) ? delivery(0) + delivery(1) : delivery(0);
  const fields = `<PacketID>P-1</PacketID><PacketStatus>Done</PacketStatus><DeliveryResults>${items}</DeliveryResults>`;
  const uri = contract.bindings.find(({ id }) => id === binding)?.envelope;
  return `<?xml version="1.0" encoding="utf-8"?>${replyText(operation, uri, NAMESPACE, fields)}`;
}

/** Returns the XPath of the packet result. */
export function resultPath(operation: string, binding: BindingId): string {
  const soap = contract.bindings.find(({ id }) => id === binding)?.envelope !== undefined;
  return soap ? `/Envelope/Body/${operation}Response/${operation}Result` : '/EmPostSmsResult';
}
