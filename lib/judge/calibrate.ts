import { readFileSync } from 'node:fs';
import type { Call } from '../model/call.ts';
import type { Contract } from '../model/contract.ts';
import type { Calibration } from '../model/running/results.ts';
import { escapeAttribute } from '../wire/xml/escape.ts';
import type { JudgeContext } from './judge-context.ts';
import { judgeStep } from './judge-step.ts';
import { readResponse } from './reading/read-response.ts';

/** A canned reply with the rules that must find something in it, none where it is good. */
interface CannedReply {
  readonly name: string;
  readonly call: Omit<Call, 'target'>;
  readonly contentType: string;
  readonly status: number;
  readonly body: string;
  readonly rules: readonly string[];
}

type Edit = readonly [pattern: string, replacement: string];

/** A way to spoil replies, of some bindings or of reports: the rules that it breaks, and each pattern with its replacement. */
interface Spoiling extends Pick<CannedReply, 'name' | 'rules'>, Partial<Pick<CannedReply, 'status'>> {
  readonly over: 'all' | 'soap' | 'plain' | 'report';
  readonly contentType?: Edit;
  readonly body?: Edit;
}

const spoilings = JSON.parse(
  readFileSync(new URL('../../cases/calibration.json', import.meta.url), 'utf8'),
) as readonly Spoiling[];

/**
 * Has the judge judge canned good and bad replies, with the very context that it will use on the target, before
 * it may judge that: a good one must raise nothing, a bad one exactly the rules that it breaks.
 */
export function calibrate(context: JudgeContext): Calibration {
  const judged = cannedReplies(context.contract, context.target.namespace).map((canned) => {
    // Stryker disable next-line MethodExpression: the canned replies name their rules in alphabetical order already
    const expected = [...canned.rules].sort().join(', ');
    const found = [...new Set(judgeCanned(canned, context))].sort().join(', ');
    return { name: canned.name, expected, found };
  });
  const right = judged.filter(({ expected, found }) => expected === found);
  const accepted = right.filter(({ expected }) => expected === '').length;
  const wrong = judged.filter((one) => !right.includes(one));
  return {
    accepted,
    rejected: right.length - accepted,
    wrong: wrong.map(
      ({ name, expected, found }) =>
        `${name}: expected ${expected || 'nothing'}, found ${found || 'nothing'}`,
    ),
    schemaEngine: context.schemaEngine,
  };
}

function judgeCanned(
  { call, status, contentType, body }: CannedReply,
  context: JudgeContext,
): readonly string[] {
  const evidence = {
    ...call,
    target: context.target,
    contract: context.contract,
    // Stryker disable next-line ObjectLiteral,StringLiteral,ArrayDeclaration: no rule about replies looks at the request
    request: { method: call.binding.method, path: '/', headers: [], body: null },
    // Stryker disable next-line ObjectLiteral: no rule about replies looks at the request
    readBack: { fields: [], root: null },
  };
  const headers = [['Content-Type', contentType]] as const;
  // Stryker disable next-line StringLiteral: no rule looks at the reason
  const response = { status, reason: '', headers, body: Buffer.from(body), durationMs: 0 };
  const place = { sent: null, lastReading: true, givenBefore: () => null };
  const read = readResponse(evidence, response, place, context);
  // Stryker disable next-line StringLiteral: calibration compares rules, not levels
  return judgeStep(read, 0, 'must', context).findings.map(({ rule }) => rule);
}

/** The packet that every canned reply is about. */
const PACKET = 'C1';

const FIELDS =
  `<PacketID>${PACKET}</PacketID><PacketStatus>1</PacketStatus><DeliveryResults><EmSmsDeliveryResult>` +
  '<GsmNumber>905000000000</GsmNumber><DeliveryResult>1</DeliveryResult><DeliveryDetail></DeliveryDetail>' +
  '<DeliveryTime></DeliveryTime><DeliveredMessage>ç &amp; ğ</DeliveredMessage><PostType>1</PostType>' +
  '<KeyID></KeyID><SendDate></SendDate></EmSmsDeliveryResult></DeliveryResults>';

/**
 * Good replies of one send and one report over every binding, and one of the two spoilt in every way of
 * cases/calibration.json: the ways take turns, because each costs a run half a millisecond before it may begin. Written
 * from the contract, by hand: nothing here is made by the encoder or by the reference.
 */
export function cannedReplies(contract: Contract, namespace: string): readonly CannedReply[] {
  const kinds = (['send', 'report'] as const).flatMap(
    // Stryker disable next-line EqualityOperator: the same two operations in the other order
    (kind) => contract.operations.filter((one) => one.kind === kind).slice(0, 1),
  );
  return kinds.flatMap((operation, turn) =>
    contract.bindings.flatMap((binding) => {
      const { mediaType, charset, status } = binding.response;
      const { name, parameters } = operation;
      const values = parameters.map((one) => [one.name, one.role === 'packet' ? PACKET : ''] as const);
      const good: CannedReply = {
        name: `${name} over ${binding.id}`,
        call: { operation, binding, values: Object.fromEntries(values) },
        contentType: `${mediaType}; charset=${charset}`,
        status,
        body: replyText(name, binding.envelope, escapeAttribute(namespace), FIELDS),
        rules: [],
      };
      const kind = binding.envelope === undefined ? 'plain' : 'soap';
      const spoilt = [
        ...spoilings.filter(({ over }) => over === 'all' || over === kind).filter((_, i) => i % 2 === turn),
        ...spoilings.filter(({ over }) => over === operation.kind),
      ];
      return [
        good,
        { ...good, name: `${good.name}, pretty`, body: pretty(good.body) },
        ...spoilt.map((one) => spoil(good, one)),
      ];
    }),
  );
}

function spoil(good: CannedReply, { name, rules, status, contentType, body }: Spoiling): CannedReply {
  const edited = (text: string, [pattern, to] = ['', ''] as Edit) =>
    pattern === '' ? text : text.replace(new RegExp(pattern, 'g'), to);
  return {
    ...good,
    name: `${good.name}, ${name}`,
    rules,
    status: status ?? good.status,
    contentType: edited(good.contentType, contentType),
    body: edited(good.body, body),
  };
}

/** A reply of an operation with these fields, in an envelope of that namespace where there is one. */
export function replyText(
  operation: string,
  envelope: string | undefined,
  namespace: string,
  fields: string,
): string {
  if (envelope === undefined) return `<EmPostSmsResult xmlns="${namespace}">${fields}</EmPostSmsResult>`;
  const result = `<${operation}Result>${fields}</${operation}Result>`;
  const body = `<${operation}Response xmlns="${namespace}">${result}</${operation}Response>`;
  return `<soap:Envelope xmlns:soap="${envelope}"><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

/** The same document with a line for every element: white space between elements means nothing. */
function pretty(body: string): string {
  return body
    .replaceAll('><', '>\n<')
    .replace(/>\n<\/(KeyID|SendDate|DeliveryTime|DeliveryDetail)>/g, '></$1>');
}
