import { expectationsRules } from './case/expectation.ts';
import { echoesRules } from './delivery/echo.ts';
import { recipientsRules } from './delivery/recipients.ts';
import { timesRules } from './delivery/times.ts';
import { fieldRules } from './fields.ts';
import { contentTypeRules } from './http/content-type.ts';
import { httpResponseRules } from './http/response.ts';
import { httpStatusRules } from './http/status.ts';
import { plainRootRules } from './plain/root.ts';
import { reportedPacketRules } from './report/packet.ts';
import { sameContentRules } from './report/same-content.ts';
import { requestEnvelopeRules } from './request/envelope.ts';
import { requestHeadersRules } from './request/headers.ts';
import { requestParametersRules } from './request/parameters.ts';
import { requestLineRules } from './request/path.ts';
import type { Rule } from './rule.ts';
import { packetIdsRules } from './send/packet-id.ts';
import { soapEnvelopeRules } from './soap/envelope.ts';
import { soapResponseRules } from './soap/response.ts';
import { xmlDocumentRules } from './xml/document.ts';

/** Every rule, those about requests first, in the order in which findings are listed. */
const all = [
  ...requestLineRules,
  ...requestHeadersRules,
  ...requestEnvelopeRules,
  ...requestParametersRules,
  ...httpResponseRules,
  ...httpStatusRules,
  ...contentTypeRules,
  ...xmlDocumentRules,
  ...soapEnvelopeRules,
  ...soapResponseRules,
  ...plainRootRules,
  ...fieldRules,
  ...reportedPacketRules,
  ...sameContentRules,
  ...packetIdsRules,
  ...recipientsRules,
  ...echoesRules,
  ...timesRules,
  ...expectationsRules,
] as const;

export const rules: readonly Rule[] = all;

export type RuleId = (typeof all)[number]['id'];
