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

/**
 * Good replies of one send and one report over every binding, and one of the two spoilt in every way below: the ways
 * take turns, because each costs a run half a millisecond before it may begin. Written from the contract, by hand:
 * nothing here is made by the encoder or by the reference.
 */
export function cannedReplies(contract: Contract, namespace: string): readonly CannedReply[] {
  const kinds = (['send', 'report'] as const).flatMap(
    // Stryker disable next-line ArrayDeclaration: for the types only: the contract has an operation of either kind
    // Stryker disable next-line EqualityOperator: the same two operations in the other order
    (kind) => contract.operations.find((one) => one.kind === kind) ?? [],
  );
  return kinds.flatMap((operation) =>
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
      const soap = binding.envelope !== undefined;
      const turn = operation.kind === 'send' ? 0 : 1;
      const spoilt = [
        ...[...everywhere, ...(soap ? overSoap : overPlain)].filter((_, place) => place % 2 === turn),
        ...(operation.kind === 'report' ? ofReports : []),
      ];
      return [
        good,
        { ...good, name: `${good.name}, pretty`, body: pretty(good.body) },
        ...spoilt.map((one) => spoil(good, one)),
      ];
    }),
  );
}

interface Spoiling {
  readonly name: string;
  readonly rules: readonly string[];
  readonly change: (good: CannedReply) => Partial<CannedReply>;
}

function spoil(good: CannedReply, { name, rules, change }: Spoiling): CannedReply {
  return { ...good, ...change(good), name: `${good.name}, ${name}`, rules };
}

const edit = (name: string, rules: readonly string[], from: string | RegExp, to: string): Spoiling => ({
  name,
  rules,
  change: ({ body }) => ({ body: body.replace(from, to) }),
});

function typed(name: string, rule: string, from: RegExp, to: string): Spoiling {
  return {
    name,
    rules: [rule],
    change: ({ contentType }) => ({ contentType: contentType.replace(from, to) }),
  };
}

const everywhere: readonly Spoiling[] = [
  { name: 'status 500', rules: ['http/status'], change: () => ({ status: 500 }) },
  typed('no charset', 'http/charset', /;.*/, ''),
  typed('text/html', 'http/media-type', /[^;]+/, 'text/html'),
  edit('declared as Latin-1', ['xml/encoding'], /^/, '<?xml version="1.0" encoding="iso-8859-1"?>'),
  // Stryker disable next-line StringLiteral: a word in the place of the cut text leaves the reply as broken
  // Stryker disable next-line Regex: without any one end tag the rest is not well-formed
  edit('cut off', ['xml/well-formed'], /<\/[^>]*>$/, ''),
  edit('with a DTD', ['xml/no-dtd'], /^/, '<!DOCTYPE x>'),
  // Stryker disable next-line StringLiteral: a word in the place of the cut text leaves the reply as broken
  edit('without PacketStatus', ['result/field-once'], '<PacketStatus>1</PacketStatus>', ''),
  edit('PacketId', ['result/field-once', 'result/only-fields'], /PacketID/g, 'PacketId'),
  edit('a nested PacketStatus', ['result/field-text'], '>1<', '><b>1</b><'),
  edit('a field in no namespace', ['result/field-namespace'], '<PacketStatus>', '<PacketStatus xmlns="">'),
  edit('a foreign item', ['result/list-items'], '</DeliveryResults>', '<Other/></DeliveryResults>'),
  edit('KeyID twice', ['delivery/field-once'], '<KeyID></KeyID>', '<KeyID></KeyID><KeyID></KeyID>'),
  edit(
    'a nil PacketStatus',
    ['result/schema'],
    '<PacketStatus>1',
    `<PacketStatus xmlns:i="${'http://www.w3.org/2001/XMLSchema-instance'}" i:nil="true">`,
  ),
];

const overSoap: readonly Spoiling[] = [
  edit('in an unknown envelope', ['soap/envelope'], /xmlns:s="[^"]*"/, 'xmlns:s="urn:envelope"'),
  edit(
    'an attribute of the Envelope',
    ['soap/envelope-attributes'],
    /<s:Envelope /,
    '<s:Envelope version="1" ',
  ),
  edit(
    'a block in no namespace',
    ['soap/header-blocks'],
    '<s:Body>',
    '<s:Header><trace/></s:Header><s:Body>',
  ),
  edit('a Header behind the Body', ['soap/envelope-children'], '</s:Envelope>', '<s:Header/></s:Envelope>'),
  edit('with two bodies', ['soap/body'], '</s:Envelope>', '<s:Body/></s:Envelope>'),
  edit('a Response without name', ['soap/response'], /(<\/?)\w+Response/g, '$1Response'),
  {
    name: 'a Result without name',
    rules: ['soap/result'],
    change: ({ body, operation }) => ({ body: body.replaceAll(`${operation.name}Result`, 'Result') }),
  },
];

const overPlain: readonly Spoiling[] = [
  edit('another root', ['plain/root'], /(<\/?)EmPostSmsResult/g, '$1PacketResult'),
];

const ofReports: readonly Spoiling[] = [
  edit('another packet', ['report/packet'], `<PacketID>${CANNED_PACKET}`, '<PacketID>C2'),
];

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
