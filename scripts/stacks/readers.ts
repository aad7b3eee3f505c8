import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call, Contract } from '../../lib/model/contract.ts';
import type { DeliveryResult } from '../../lib/model/judging/reply.ts';
import { type ElementChange, withElementChange } from '../../lib/readers/element-change.ts';
import { type ReadFields, readWith, type WrittenFor } from '../../lib/readers/reader.ts';
import { readers } from '../../lib/readers/readers.ts';
import { received } from '../../lib/readers/receive.ts';
import { inStyle, type Style } from '../../lib/readers/style.ts';
import { contentOf, replyBytes, type WrittenReply, writtenReply } from '../../lib/readers/written-reply.ts';
import { readReply } from '../../lib/reading/read-reply.ts';
import { documentOf, writeDocument } from '../../lib/reference/write/replies.ts';

const CONTENT_TYPE = 'text/xml; charset=utf-8';

/** Ways to write a reply, each by itself and each with each. */
const STYLES: Readonly<Record<string, Style>> = {
  'as ASMX': {},
  'prefix s': { prefix: { envelope: 's' } },
  'prefix of the service': { prefix: { service: 'n' }, namespaces: ['envelope', 'service', 'xsi', 'xsd'] },
  'no declaration': { declaration: '' },
  indented: { 'white-space': { declaration: '\r\n', end: '\n', newline: '\r\n', indent: '  ' } },
  'empty tags': { 'empty-elements': { text: '<a/>', list: '<a/>' } },
  'empty elements': { 'empty-elements': { text: '<a></a>', list: '<a></a>' } },
  absent: { 'empty-elements': { text: 'absent', list: 'absent' } },
  nil: { 'empty-elements': { text: 'nil', list: 'nil' } },
  order: { order: { packet: ['PacketStatus', 'PacketID', 'DeliveryResults'] } },
  types: { attributes: { PacketID: [' xsi:type="xsd:string"'] } },
  CDATA: { references: { CDATA: 'yes' } },
  references: { references: { '"': '&#34;', '&': '&#x26;', 'beyond ASCII': 'decimal' } },
};

/** The styles that are combined with each other one. */
const COMBINED = ['prefix of the service', 'absent', 'nil'];

/** Elements of a delivery result that a gateway names otherwise, leaves out or adds. */
const ELEMENTS: Readonly<Record<string, Omit<ElementChange, 'parent'>>> = {
  'another name': { from: 'DeliveryDetail', to: 'deliveryDetail' },
  'a field less': { from: 'DeliveryDetail' },
  'an element more': {
    ...{ to: 'Credit', behind: 'DeliveryDetail' },
    added: { name: 'Credit', attributes: [], emptyEnd: '', children: ['12'] },
  },
};

/** Lists of delivery results, and texts that programs read in other ways. */
const CONTENTS: readonly (readonly [name: string, packet: string, texts: readonly string[]])[] = [
  ['two', 'P000001', ['a "b" & ş', '']],
  ['one', '0017', [' blanks ']],
  ['none', '12e3', []],
];

interface Sample {
  readonly id: string;
  readonly reply: WrittenReply;
}

/** Makes the replies that the readers and the programs read: each content in each style and in pairs of styles. */
function samples(contract: Contract, namespace: string): readonly Sample[] {
  const operation = contract.operations.find(({ kind }) => kind === 'send');
  if (!operation) throw new Error('the contract has no send');
  const names = Object.keys(STYLES);
  const pairs = names.flatMap((name, place) =>
    names
      .filter((other, at) => at === place || (COMBINED.includes(name) && !COMBINED.includes(other)))
      .map((other) => [name, other]),
  );
  return CONTENTS.flatMap(([content, packet, texts]) =>
    contract.bindings
      .filter(({ id }) => id === 'soap11' || id === 'http-get')
      .flatMap((binding) => {
        const target = { baseUrl: '', namespace, kind: 'external' } as const;
        const plain = asmxReply({ operation, binding, values: {}, target }, contract, packet, texts);
        const { item: parent } = contract.packetResult.list;
        return [
          ...pairs.map(([a = '', b = '']) => ({
            id: `${content} over ${binding.id}: ${a === b ? a : `${a}, ${b}`}`,
            reply: inStyle(plain, { ...STYLES[a], ...STYLES[b] }),
          })),
          ...Object.entries(texts.length > 0 ? ELEMENTS : {}).map(([name, change]) => ({
            id: `${content} over ${binding.id}: ${name}`,
            reply: withElementChange(plain, { parent, ...change }),
          })),
        ];
      }),
  );
}

/** Writes a reply as the reference does, which writes as ASMX. */
function asmxReply(call: Call, contract: Contract, packet: string, texts: readonly string[]): WrittenReply {
  const { operation, binding, values, target } = call;
  const served = { contract, operation, binding, values, namespace: target.namespace };
  const deliveries = texts.map((text, place) => {
    const fields = {
      GsmNumber: place === 0 ? '+905000000001' : '05000000002',
      DeliveredMessage: text,
      KeyID: 'key',
    };
    const all = contract.deliveryResult.fields.map(({ name }) => [name, '2026-11-28T10:20:30'] as const);
    return { ...Object.fromEntries(all), ...fields } as DeliveryResult;
  });
  const document = documentOf({ texts: { PacketID: packet, PacketStatus: '1' }, deliveries }, served);
  const { headers, body, status, reason } = writeDocument(document, binding);
  const response = {
    status,
    reason,
    headers: [...headers, ['Content-Length', '1'] as const],
    body,
    durationMs: 0,
  };
  const reply = writtenReply(response, readReply(call, response, contract), call, contract);
  if (!reply) throw new Error('the reference wrote no packet result');
  return reply;
}

/** A program that reads replies, and the name of its source. */
export interface ReadingProgram {
  readonly command: readonly string[];
  readonly source: string;
}

/** What a program read: null for a reply that is none of its kind. */
interface ProgramReading {
  readonly reader: string;
  readonly reply: string;
  readonly value: ReadFields | { readonly error: string } | null;
}

/**
 * Has a program read the replies, and holds the imitation of each of its readers against what it read.
 * @returns a line for each reader
 */
export async function compareReadings(
  { command, source }: ReadingProgram,
  {
    contract,
    namespace,
    folder,
    wsdl,
  }: { contract: Contract; namespace: string; folder: string; wsdl: string },
  run: (
    command: string,
    args: readonly string[],
  ) => Promise<{ readonly ok: boolean; readonly output: string }>,
): Promise<string> {
  const all = samples(contract, namespace);
  const { packetResult, deliveryResult } = contract;
  const textsOf = (fields: readonly { readonly name: string; readonly type: string }[]) =>
    fields.filter(({ type }) => type === 'string').map(({ name }) => name);
  const given = {
    ...{ packet: textsOf(packetResult.fields), delivery: textsOf(deliveryResult.fields) },
    ...{ list: packetResult.list.name, item: packetResult.list.item, wsdl },
    replies: all.map(({ id, reply }) => ({
      ...{ id, ...writtenForAsmx(reply), contract: undefined },
      body: Buffer.from(contentOf(reply)).toString('base64'),
    })),
  };
  const file = join(folder, `${source}.json`);
  writeFileSync(file, JSON.stringify(given));
  const [program = '', ...args] = command;
  const { ok, output } = await run(program, [...args, file]);
  if (!ok) return output;
  const readings = JSON.parse(output.slice(output.indexOf('[{'))) as readonly ProgramReading[];
  const lines = readers.flatMap((reader) => {
    const real = readings.filter((reading) => reading.reader === reader.id && reading.value !== null);
    if (real.length === 0) return [];
    const other = real.filter(({ reply: id, value }) => {
      const reply = all.find((sample) => sample.id === id)?.reply;
      if (!reply) throw new Error(`no reply ${id}`);
      const imitated = readWith(reader, received(replyBytes(reply)), writtenForAsmx(reply));
      const isError = value === null || 'error' in value;
      return imitated.ok ? isError || JSON.stringify(imitated.value) !== JSON.stringify(value) : !isError;
    });
    const same = `${reader.id}: ${real.length - other.length} of ${real.length} replies are read in the same way`;
    return [same, ...other.map(({ reply }) => `  not ${reply}`)];
  });
  return `${lines.join('\n')}\n`;
}

/** Returns what the author of a program knew who saw replies of ASMX. */
function writtenForAsmx({ call, contract }: WrittenReply): WrittenFor {
  const { operation, binding, target } = call;
  return {
    ...{
      contract,
      operation: operation.name,
      isSoap: binding.envelope !== undefined,
      namespace: target.namespace,
    },
    ...{ envelopePrefix: 'soap', servicePrefix: '', contentType: CONTENT_TYPE, markup: '' },
  };
}
