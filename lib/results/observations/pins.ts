import type { Contract, Operation } from '../../model/contract.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ResultObservation, Results } from '../../model/running/results.ts';
import { shapePattern } from '../../text/shapes.ts';
import { ABSENT, UNKNOWN_PACKET } from './collect.ts';

/** An own case file that pins what was seen. */
export interface Pins {
  readonly text: string;
  /** Cases in it. */
  readonly cases: number;
}

/**
 * Writes what a target said in the canonical cases, and of packets that it never gave, as expectations of cases: one
 * case for each operation, and one for each report and binding. Times and identifiers are pinned by their shape.
 * Returns no case where no canonical case was answered.
 */
export function pinsOf(
  { observations = [], target, startedAt }: Pick<Results, 'observations' | 'target' | 'startedAt'>,
  exchanges: readonly Exchange[],
  contract: Contract,
): Pins {
  const day = startedAt.slice(0, 10);
  const cases = contract.operations.flatMap((operation) => {
    const own = observations.filter((one) => one.operation === operation.name);
    return [
      ...repliesPinned(operation, own, exchanges, contract, day),
      ...(operation.kind === 'report' ? refusalsPinned(operation, own, day) : []),
    ];
  });
  const head = [
    `# What ${target.baseUrl} said on ${day} where the contract is silent. A run with --cases and the folder of this file`,
    '# fails where it says something else. Remove what nobody relies on; "expect" in cases/README.md has the language.',
    'cases:',
  ];
  return { text: `${[...head, ...cases.flat()].join('\n')}\n`, cases: cases.length };
}

type Lines = readonly string[];

function repliesPinned(
  { name, kind }: Operation,
  own: readonly ResultObservation[],
  exchanges: readonly Exchange[],
  { operations, packetResult }: Contract,
  day: string,
): readonly Lines[] {
  const linesOf = (ofPacket: boolean) =>
    own
      .filter(({ values }) => values.some(({ canonical }) => canonical !== undefined))
      .filter(
        ({ what }) =>
          fieldNames.has(what) && packetResult.fields.some((field) => field.name === what) === ofPacket,
      )
      .flatMap(fieldPinned);
  const [packet, deliveries] = [linesOf(true), linesOf(false)];
  if (packet.length + deliveries.length === 0) return [];
  const sends = operations.filter((one) => one.kind === 'send').map((one) => one.name);
  const steps = exchanges.find((one) => one.case === 'canonical' && one.operation === name)?.steps ?? [];
  const send = steps.map(({ operation }) => operation).find((one) => sends.includes(one)) ?? sends[0];
  const call = [
    '    any-packet: true',
    '    steps:',
    `      - { send: ${send}, capture: { packet: PacketID } }`,
    `      - { call: ${name}, with: { PacketId: "\${packet}" } }`,
  ];
  return [
    [
      ...headOf(name, 'pinned-replies', `${name} answers as it did on ${day}`, 'gaps.pinned-values'),
      ...(kind === 'report' ? call : []),
      '    expect:',
      ...(packet.length === 0 ? [] : ['      packet:', ...packet]),
      ...(deliveries.length === 0 ? [] : ['      each-delivery:', ...deliveries]),
    ],
  ];
}

/** Fields that are pinned, among the things that are observed. */
const fieldNames: ReadonlySet<string> = new Set([
  ...['PacketID', 'PacketStatus', 'DeliveryResult', 'DeliveryDetail', 'DeliveryTime', 'SendDate'],
]);

function fieldPinned({ what, values }: ResultObservation): Lines {
  const seen = values.filter(({ canonical }) => canonical !== undefined);
  const texts = seen.map(({ value }) => value as string);
  const count = seen.reduce((sum, { canonical = 0 }) => sum + canonical, 0);
  const comment = `        # ${count} times in the canonical case`;
  const expected = expectedOf(texts);
  return expected === null
    ? [`        # ${what} is not pinned: it was masked, cut, or absent in some replies`]
    : [comment, `        ${what}: ${expected}`];
}

/** What takes all of these texts, in the case language; null where nothing does. */
function expectedOf(texts: readonly string[]): string | null {
  if (texts.every((text) => text === ABSENT)) return '{ absent: true }';
  if (texts.some((text) => text === ABSENT || text.includes('***') || text.endsWith('…'))) return null;
  if (texts.some((text) => /<[^<>]+>/.test(text))) {
    const patterns = texts.map((text) => shapePattern(text));
    return `{ matches: ${quoted(patterns.join('|'))} }`;
  }
  const exact = texts.map((text) => quoted(text.replaceAll('${', '$${')));
  return exact.length === 1 ? (exact[0] ?? null) : `{ one-of: [${exact.join(', ')}] }`;
}

/** One case for each binding over which every unknown packet was answered alike. */
function refusalsPinned(
  { name }: Operation,
  own: readonly ResultObservation[],
  day: string,
): readonly Lines[] {
  return own.flatMap(({ what, values: [seen, ...others] }) => {
    const [, binding] = new RegExp(`^${UNKNOWN_PACKET} over (.+)$`).exec(what) ?? [];
    const [, status, code] =
      /^(\d{3}) (?:SOAP fault (\S+)|plain error|packet result)$/.exec(seen?.value ?? '') ?? [];
    if (binding === undefined || status === undefined || others.length > 0) return [];
    const fault = code === undefined || code === ABSENT ? '' : `, fault: { code: ${quoted(code)} }`;
    const title = `A packet that was never given is answered over ${binding} as on ${day}`;
    return [
      [
        ...headOf(name, `pinned-unknown-packet-${binding}`, title, 'gaps.pinned-values, gaps.unknown-packet'),
        `    bindings: [${binding}]`,
        '    with: { PacketId: { unique-id: unknown } }',
        `    # as in ${seen?.example}`,
        `    expect: { status: ${status}${fault} }`,
      ],
    ];
  });
}

function headOf(operation: string, id: string, title: string, requirements: string): Lines {
  return [
    `  - id: ${id}`,
    `    operation: ${operation}`,
    `    title: ${title}`,
    `    requirements: [${requirements}]`,
  ];
}

/** A text as YAML, in single quotes where no character needs an escape. */
function quoted(text: string): string {
  return /^[\x20-\x7E\u00A1-\uD7FF]*$/.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}
