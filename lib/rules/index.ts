import { expectation } from './case/expectation.ts';
import { echo } from './delivery/echo.ts';
import { number as deliveryNumber } from './delivery/number.ts';
import { numberNotation } from './delivery/number-notation.ts';
import { onceEach } from './delivery/once-each.ts';
import { recipients } from './delivery/recipients.ts';
import { texts } from './delivery/texts.ts';
import {
  deliveryFieldNamespace,
  deliveryFieldOnce,
  deliveryFieldOrder,
  deliveryFieldText,
  deliveryOnlyFields,
  resultFieldNamespace,
  resultFieldOnce,
  resultFieldOrder,
  resultFieldText,
  resultOnlyFields,
} from './fields.ts';
import { charset } from './http/charset.ts';
import { end } from './http/end.ts';
import { limits as httpLimits } from './http/limits.ts';
import { mediaType } from './http/media-type.ts';
import { noChallenge } from './http/no-challenge.ts';
import { response as httpResponse } from './http/response.ts';
import { status } from './http/status.ts';
import { statusLine } from './http/status-line.ts';
import { root } from './plain/root.ts';
import { packet } from './report/packet.ts';
import { sameContent } from './report/same-content.ts';
import { contentType } from './request/content-type.ts';
import { encoding as requestEncoding } from './request/encoding.ts';
import { envelope as requestEnvelope } from './request/envelope.ts';
import { list } from './request/list.ts';
import { method } from './request/method.ts';
import { noAuthentication } from './request/no-authentication.ts';
import { noBody } from './request/no-body.ts';
import { operationElement } from './request/operation-element.ts';
import { parameters } from './request/parameters.ts';
import { path } from './request/path.ts';
import { soapAction } from './request/soap-action.ts';
import { listItems } from './result/list-items.ts';
import { schema } from './result/schema.ts';
import type { Rule } from './rule.ts';
import { distinctPackets } from './send/distinct-packets.ts';
import { newPacket } from './send/new-packet.ts';
import { packetId } from './send/packet-id.ts';
import { body } from './soap/body.ts';
import { envelope } from './soap/envelope.ts';
import { envelopeAttributes } from './soap/envelope-attributes.ts';
import { envelopeChildren } from './soap/envelope-children.ts';
import { headerBlocks } from './soap/header-blocks.ts';
import { instructions } from './soap/instructions.ts';
import { mustUnderstand } from './soap/must-understand.ts';
import { response } from './soap/response.ts';
import { result } from './soap/result.ts';
import { encoding } from './xml/encoding.ts';
import { limits as xmlLimits } from './xml/limits.ts';
import { noDtd } from './xml/no-dtd.ts';
import { wellFormed } from './xml/well-formed.ts';

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
  resultFieldOnce,
  resultFieldNamespace,
  resultFieldText,
  listItems,
  resultOnlyFields,
  resultFieldOrder,
  deliveryFieldOnce,
  deliveryFieldNamespace,
  deliveryFieldText,
  deliveryOnlyFields,
  deliveryFieldOrder,
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
