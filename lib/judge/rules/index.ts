import { expectation } from './case/expectation.ts';
import { echoesRules, recipientsRules } from './delivery/recipients.ts';
import { timesRules } from './delivery/times.ts';
import { fieldRules } from './fields.ts';
import { httpRules } from './http/response.ts';
import { packetRules } from './packet/packet.ts';
import { sameContent, sameMeaning } from './packet/same-content.ts';
import { ticketOfRequest } from './packet/ticket.ts';
import { requestEnvelopeRules } from './request/envelope.ts';
import { requestHttpRules } from './request/http.ts';
import { requestParametersRules } from './request/parameters.ts';
import { requestValuesRule } from './request/values.ts';
import type { Rule } from './rule.ts';
import { soapEnvelopeRules } from './soap/envelope.ts';
import { soapResponseRules } from './soap/response.ts';
import { xmlDocumentRules } from './xml/document.ts';

/** Every rule, those about requests first, in the order in which findings are listed. */
const all = [
  ...requestHttpRules,
  ...requestEnvelopeRules,
  ...requestParametersRules,
  requestValuesRule,
  ...httpRules,
  ...xmlDocumentRules,
  ...soapEnvelopeRules,
  ...soapResponseRules,
  ...fieldRules,
  ...packetRules,
  sameContent,
  sameMeaning,
  ticketOfRequest,
  ...recipientsRules,
  ...echoesRules,
  ...timesRules,
  expectation,
] as const;

export type RuleId = (typeof all)[number]['id'];

export const rules: readonly (Rule & { readonly id: RuleId })[] = all;

const inOrder = (...ids: readonly RuleId[]): readonly string[] => ids;

/** Rules about a reply from the outside in: where one is broken, so may be those behind it. */
export const frame = inOrder(
  ...(['http/charset', 'xml/encoding', 'xml/no-dtd', 'xml/well-formed', 'xml/limits'] as const),
  ...(['soap/envelope', 'soap/envelope-children', 'soap/body', 'soap/response', 'soap/result'] as const),
  ...(['delivery/texts', 'delivery/echo'] as const),
);

/** Rules about dates: a report with another SendDate than its send may have one after the DeliveryTime. */
export const dates = inOrder('report/send-date', 'delivery/send-date', 'delivery/time-order');
