import { readFileSync } from 'node:fs';
import type { Binding, Contract, Operation } from '../model/contract.ts';
import { escapeAttribute } from '../xml/escape.ts';

/** A canned reply with the rules that must find something in it, none where it is good. */
export interface CannedReply {
  readonly name: string;
  readonly operation: Operation;
  readonly binding: Binding;
  readonly contentType: string;
  readonly status: number;
  readonly body: string;
  readonly rules: readonly string[];
}

/** The packet that every canned exchange is about. */
export const CANNED_PACKET = 'C1';

/** A way to spoil replies, of some bindings or of reports: the rules that it breaks, and each pattern with its replacement. */
interface Spoiling extends Pick<CannedReply, 'name' | 'rules'>, Partial<Pick<CannedReply, 'status'>> {
  readonly over: 'all' | 'soap' | 'plain' | 'report';
  readonly contentType?: Edit;
  readonly body?: Edit;
}

type Edit = readonly [pattern: string, replacement: string];

const spoilings = JSON.parse(
  readFileSync(new URL('../../cases/calibration.json', import.meta.url), 'utf8'),
) as readonly Spoiling[];

/**
 * Good replies of one send and one report over every binding, and one of the two spoilt in every way of
 * cases/calibration.json: the ways take turns, because each costs a run half a millisecond before it may begin. Written
 * from the contract, by hand: nothing here is made by the encoder or by the reference.
 */
export function cannedReplies(contract: Contract, namespace: string): readonly CannedReply[] {
  const kinds = (['send', 'report'] as const).flatMap(
    // Stryker disable next-line ArrayDeclaration: for the types only: the contract has an operation of either kind
    // Stryker disable next-line EqualityOperator: the same two operations in the other order
    (kind) => contract.operations.find((one) => one.kind === kind) ?? [],
  );
  return kinds.flatMap((operation, turn) =>
    contract.bindings.flatMap((binding) => {
      const good: CannedReply = {
        name: `${operation.name} over ${binding.id}`,
        operation,
        binding,
        contentType: `${binding.response.mediaType}; charset=${binding.response.charset}`,
        status: binding.response.status,
        body: document(operation, binding.envelope, escapeAttribute(namespace)),
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

function document(operation: Operation, envelope: string | undefined, namespace: string): string {
  const fields =
    `<PacketID>${CANNED_PACKET}</PacketID><PacketStatus>1</PacketStatus><DeliveryResults><EmSmsDeliveryResult>` +
    '<GsmNumber>905000000000</GsmNumber><DeliveryResult>1</DeliveryResult><DeliveryDetail></DeliveryDetail>' +
    '<DeliveryTime></DeliveryTime><DeliveredMessage>ç &amp; ğ</DeliveredMessage><PostType>1</PostType>' +
    '<KeyID></KeyID><SendDate></SendDate></EmSmsDeliveryResult></DeliveryResults>';
  if (envelope === undefined) return `<EmPostSmsResult xmlns="${namespace}">${fields}</EmPostSmsResult>`;
  const name = operation.name;
  return (
    `<s:Envelope xmlns:s="${envelope}"><s:Body><${name}Response xmlns="${namespace}"><${name}Result>` +
    `${fields}</${name}Result></${name}Response></s:Body></s:Envelope>`
  );
}

/** The same document with a line for every element: white space between elements means nothing. */
function pretty(body: string): string {
  return body
    .replaceAll('><', '>\n<')
    .replace(/>\n<\/(KeyID|SendDate|DeliveryTime|DeliveryDetail)>/g, '></$1>');
}
