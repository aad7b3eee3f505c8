import type { BindingId } from '../../lib/model/contract.ts';
import type { HeaderList } from '../../lib/model/judging/wire.ts';
import { type WrittenReply, writtenReply } from '../../lib/readers/written-reply.ts';
import { readReply } from '../../lib/reading/read-reply.ts';
import { XSI } from '../../lib/wire/xml/tree.ts';
import { sampleNamed } from './calls.ts';
import { contract } from './cases.ts';

export const NS = 'http://tempuri.example/ns';
export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
export const XSD = 'http://www.w3.org/2001/XMLSchema';

/** Reads a response to a bulk send. */
export function readAsWritten(
  body: string | Uint8Array,
  headers: HeaderList = [
    ['Content-Type', 'text/xml; charset=utf-8'],
    ['Content-Length', '1'],
  ],
  binding: BindingId = 'soap11',
): WrittenReply {
  const call = sampleNamed('SendBulkSms', binding);
  const response = { status: 200, reason: 'OK', headers, body: Buffer.from(body), durationMs: 1 };
  const reply = writtenReply(response, readReply(call, response, contract), call, contract);
  if (!reply) throw new Error('no reply with a packet result');
  return reply;
}

/** Writes a delivery result; `rest` is its PostType. */
export const deliveryText = (number: string, rest = '<PostType>1</PostType>') =>
  `<EmSmsDeliveryResult><GsmNumber>${number}</GsmNumber><DeliveryResult>1</DeliveryResult>` +
  `<DeliveryDetail>Delivered</DeliveryDetail><DeliveryTime>2026-11-28T10:20:30</DeliveryTime>` +
  `<DeliveredMessage>a &quot;b&quot; &amp; ş</DeliveredMessage>${rest}<KeyID>key</KeyID>` +
  `<SendDate>2026-11-28T10:20:30</SendDate></EmSmsDeliveryResult>`;

/** Writes a reply to a bulk send as ASMX does. */
export const asmxReply = (deliveries = deliveryText('905000000000') + deliveryText('905000000001')) =>
  '<?xml version="1.0" encoding="utf-8"?>' +
  `<soap:Envelope xmlns:soap="${SOAP}" xmlns:xsi="${XSI}" xmlns:xsd="${XSD}"><soap:Body>` +
  `<SendBulkSmsResponse xmlns="${NS}"><SendBulkSmsResult><PacketID>P1</PacketID>` +
  `<PacketStatus>1</PacketStatus><DeliveryResults>${deliveries}</DeliveryResults>` +
  '</SendBulkSmsResult></SendBulkSmsResponse></soap:Body></soap:Envelope>';
