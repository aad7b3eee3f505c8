import { expectation } from './case/expectation.ts';
import { echo, texts } from './delivery/echo.ts';
import { number as deliveryNumber, numberNotation, onceEach, recipients } from './delivery/recipients.ts';
import { sendDate, timeOrder } from './delivery/times.ts';
import { deliveryFields, resultFields } from './fields.ts';
import { charset, mediaType } from './http/content-type.ts';
import {
  end,
  limits as httpLimits,
  response as httpResponse,
  noChallenge,
  statusLine,
} from './http/response.ts';
import { status } from './http/status.ts';
import { root } from './plain/root.ts';
import { listed, packet } from './report/packet.ts';
import { sameContent } from './report/same-content.ts';
import { operationElement, envelope as requestEnvelope } from './request/envelope.ts';
import { contentType, noAuthentication, soapAction } from './request/headers.ts';
import { list, parameters } from './request/parameters.ts';
import { method, noBody, path, encoding as requestEncoding } from './request/path.ts';
import { listItems, schema } from './result/list-items.ts';
import type { Rule } from './rule.ts';
import { distinctPackets, newPacket, packetId } from './send/packet-id.ts';
import {
  body,
  envelope,
  envelopeAttributes,
  envelopeChildren,
  headerBlocks,
  instructions,
  mustUnderstand,
} from './soap/envelope.ts';
import { response, result } from './soap/response.ts';
import { encoding, noDtd, wellFormed, limits as xmlLimits } from './xml/document.ts';

/** Every rule, ours about requests first, in the order in which findings are listed. */
export const rules: readonly Rule[] = [
  method,
  path,
  contentType,
  soapAction,
  noAuthentication,
  requestEncoding,
  requestEnvelope,
  operationElement,
  parameters,
  list,
  noBody,
  httpResponse,
  statusLine,
  end,
  httpLimits,
  status,
  mediaType,
  charset,
  noChallenge,
  encoding,
  xmlLimits,
  wellFormed,
  noDtd,
  envelope,
  envelopeAttributes,
  envelopeChildren,
  headerBlocks,
  mustUnderstand,
  instructions,
  body,
  response,
  result,
  root,
  ...resultFields,
  listItems,
  ...deliveryFields,
  schema,
  packet,
  listed,
  sameContent,
  sendDate,
  packetId,
  distinctPackets,
  newPacket,
  recipients,
  onceEach,
  deliveryNumber,
  numberNotation,
  texts,
  echo,
  timeOrder,
  expectation,
];
