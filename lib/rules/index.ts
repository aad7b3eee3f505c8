import { expectation } from './case/expectation.ts';
import { echo, texts } from './delivery/echo.ts';
import { number as deliveryNumber, numberNotation } from './delivery/number.ts';
import { onceEach } from './delivery/once-each.ts';
import { recipients } from './delivery/recipients.ts';
import { deliveryFields, resultFields } from './fields.ts';
import { charset } from './http/charset.ts';
import { mediaType } from './http/media-type.ts';
import { noChallenge } from './http/no-challenge.ts';
import { limits as httpLimits, response as httpResponse } from './http/response.ts';
import { status } from './http/status.ts';
import { end, statusLine } from './http/wire.ts';
import { root } from './plain/root.ts';
import { packet } from './report/packet.ts';
import { sameContent } from './report/same-content.ts';
import { contentType } from './request/content-type.ts';
import { encoding as requestEncoding } from './request/encoding.ts';
import { operationElement, envelope as requestEnvelope } from './request/envelope.ts';
import { list } from './request/list.ts';
import { noAuthentication } from './request/no-authentication.ts';
import { parameters } from './request/parameters.ts';
import { method, noBody, path } from './request/path.ts';
import { soapAction } from './request/soap-action.ts';
import { listItems } from './result/list-items.ts';
import { schema } from './result/schema.ts';
import type { Rule } from './rule.ts';
import { distinctPackets } from './send/distinct-packets.ts';
import { newPacket, packetId } from './send/packet-id.ts';
import { body, envelope, envelopeAttributes } from './soap/envelope.ts';
import { envelopeChildren } from './soap/envelope-children.ts';
import { headerBlocks, mustUnderstand } from './soap/header.ts';
import { instructions } from './soap/instructions.ts';
import { response, result } from './soap/response.ts';
import { noDtd, wellFormed, limits as xmlLimits } from './xml/document.ts';
import { encoding } from './xml/encoding.ts';

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
  sameContent,
  packetId,
  distinctPackets,
  newPacket,
  recipients,
  onceEach,
  deliveryNumber,
  numberNotation,
  texts,
  echo,
  expectation,
];
