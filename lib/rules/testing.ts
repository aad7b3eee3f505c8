/** Evidence for the tests of rules and judge: hand-written replies through the real reading and judging. */
import { bindings } from '../bindings/index.ts';
import { loadContract } from '../cases/load-contract.ts';
import { loadRequirements } from '../cases/load-requirements.ts';
import { judgeContext } from '../judge/judge-context.ts';
import { type Judgement, judgeExchange, judgeRequest, judgeStep } from '../judge/judge-step.ts';
import { readRequest } from '../judge/read-request.ts';
import { type AnsweredEvidence, readResponse } from '../judge/read-response.ts';
import type { Call } from '../model/call.ts';
import type { BindingId, Level, ParameterValues } from '../model/contract.ts';
import type { Exchange, Expectation, PlannedStep } from '../model/exchange.ts';
import type { RequestEvidence } from '../model/judging/evidence.ts';
import type { Breach, Finding } from '../model/judging/finding.ts';
import type { HeaderList, Target, WireRequest, WireResponse } from '../model/judging/wire.ts';
import type { Loaded } from '../model/problem.ts';
import { rules } from './index.ts';

function loaded<T>(result: Loaded<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error, null, 2));
  return result.value;
}

const cases = new URL('../../cases/', import.meta.url);
export const contract = loaded(loadContract(new URL('contract.yaml', cases)));
export const ruleIds = rules.map(({ id }) => id);
export const register = loaded(loadRequirements(new URL('requirements.yaml', cases), ruleIds));
export const namespace = 'http://sms.example/ns';
export const target: Target = { baseUrl: 'http://127.0.0.1:8080/gateway', namespace, kind: 'external' };
export const context = judgeContext(contract, target, register);

/** Every operation over every binding. */
export const everyCall = contract.operations.flatMap(({ name }) =>
  contract.bindings.map(({ id }) => [name, id] as const),
);

const message = 'Merhaba <b> & şİ';
const escapedMessage = 'Merhaba &lt;b&gt; &amp; şİ';
const numbers = ['905321112233', '905321112244'];
const samples: ParameterValues = {
  ServiceTicket: 'T-1',
  Originator: 'POSTSMS',
  GsmNumber: '905321112233',
  GsmNumbers: numbers,
  Message: message,
  KeyID: 'K-1',
  PostType: '7',
  BeginTime: '',
  EndTime: '',
  MessageType: '1',
  RecipientType: '1',
  PacketId: 'P-1',
};

export function callOf(name: string, id: BindingId, changed: ParameterValues = {}): Call {
  const operation = contract.operations.find((one) => one.name === name);
  const binding = contract.bindings.find((one) => one.id === id);
  if (!operation || !binding) throw new Error(`no ${name} over ${id}`);
  const named = operation.parameters.map(
    (parameter) => [parameter.name, samples[parameter.name] ?? ''] as const,
  );
  return { operation, binding, target, values: { ...Object.fromEntries(named), ...changed } };
}

export function requestEvidence(
  call: Call,
  request = bindings[call.binding.id].encode(call),
): RequestEvidence {
  return { ...call, contract, request, readBack: readRequest(request, call.binding.envelope !== undefined) };
}

/** The request with changes to its body as text. */
export function withBody(request: WireRequest, edits: readonly Edit[]): WireRequest {
  return { ...request, body: Buffer.from(edited(Buffer.from(request.body ?? []).toString('utf8'), edits)) };
}

/** A text in which every escaping has something to do. */
export const hardText = ' <b>&amp;</b>]]> "\'a+b%20c&d=e;f#g?/\r\n\tİşé👩‍👩‍👧\u00A0 ';

/** What the request rules say about the encoder's request after a change to it. */
export function judgeSent(
  [operation, binding, values]: readonly [string, BindingId, ParameterValues?],
  change: (request: WireRequest) => WireRequest = (request) => request,
): readonly (Breach & { rule: string })[] {
  const evidence = requestEvidence(callOf(operation, binding, values));
  return judgeRequest(requestEvidence(evidence, change(evidence.request))).map(({ rule, breach }) => ({
    rule,
    ...breach,
  }));
}

/** One delivery result of the correct replies, counted from 0. */
function delivery(index: number): string {
  const fields = [
    `<GsmNumber>${numbers[index]}</GsmNumber><DeliveryResult>OK</DeliveryResult><DeliveryDetail></DeliveryDetail>`,
    `<DeliveryTime>2026-01-02 03:04</DeliveryTime><DeliveredMessage>${escapedMessage}</DeliveredMessage>`,
    '<PostType>7</PostType><KeyID>K-1</KeyID><SendDate>2026-01-02</SendDate>',
  ];
  return `<EmSmsDeliveryResult>${fields.join('')}</EmSmsDeliveryResult>`;
}

/** Whether the correct reply holds one delivery result per number, or one. */
const isBulk = (operation: string) => operation === 'SendBulkSms' || operation === 'ReportSmsWithPacketId';

/** A correct reply, written by hand as ASP.NET writes it but on one line. */
export function correctText(operation: string, binding: BindingId): string {
  const items = isBulk(operation) ? delivery(0) + delivery(1) : delivery(0);
  const fields = `<PacketID>P-1</PacketID><PacketStatus>Done</PacketStatus><DeliveryResults>${items}</DeliveryResults>`;
  const declaration = '<?xml version="1.0" encoding="utf-8"?>';
  const uri = contract.bindings.find(({ id }) => id === binding)?.envelope;
  if (uri === undefined)
    return `${declaration}<EmPostSmsResult xmlns="${namespace}">${fields}</EmPostSmsResult>`;
  const result = `<${operation}Result>${fields}</${operation}Result>`;
  return (
    `${declaration}<soap:Envelope xmlns:soap="${uri}"><soap:Body>` +
    `<${operation}Response xmlns="${namespace}">${result}</${operation}Response></soap:Body></soap:Envelope>`
  );
}

export type Edit = readonly [from: string | RegExp, to: string];

/** The text with every edit made; an edit that changes nothing is a mistake of the test. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to);
    if (after === before) throw new Error(`${String(from)} changes nothing in ${before}`);
    return after;
  }, text);
}

/** XPath of the packet result. */
export function resultPath(operation: string, binding: BindingId): string {
  const soap = contract.bindings.find(({ id }) => id === binding)?.envelope !== undefined;
  return soap ? `/Envelope/Body/${operation}Response/${operation}Result` : '/EmPostSmsResult';
}

export interface Given {
  readonly operation?: string;
  readonly binding?: BindingId;
  /** Changes to the correct reply, where `body` does not replace it. */
  readonly edits?: readonly Edit[];
  readonly body?: string | Uint8Array;
  readonly status?: number;
  readonly headers?: HeaderList;
  readonly values?: ParameterValues;
  /** What the wire has shown besides the response. */
  readonly wire?: Pick<WireResponse, 'oddStatusLine' | 'behind'>;
  /** The send whose packet is in the reply; by default the call itself, or a send of the same kind. */
  readonly sent?: Call | null;
  /** Whether no later step reads the packet; true by default. */
  readonly lastReading?: boolean;
  /** Exchange that was given the same packet before; none by default. */
  readonly givenBefore?: string;
}

/** Reads a reply as a run does. What is not given is as in a correct bulk send over SOAP 1.1. */
export function read({ operation = 'SendBulkSms', binding = 'soap11', ...given }: Given): AnsweredEvidence {
  const call = callOf(operation, binding, given.values);
  const { mediaType } = call.binding.response;
  const response: WireResponse = {
    status: given.status ?? 200,
    reason: given.status === 500 ? 'Internal Server Error' : 'OK',
    headers: given.headers ?? [['Content-Type', `${mediaType}; charset=utf-8`]],
    body: Buffer.from(given.body ?? edited(correctText(operation, binding), given.edits ?? [])),
    durationMs: 1,
    ...given.wire,
  };
  const send = isBulk(operation) ? 'SendBulkSms' : 'SingleShotSmsWithTypeAndKeyID';
  const sent =
    given.sent === undefined ? (call.operation.kind === 'send' ? call : callOf(send, binding)) : given.sent;
  const { lastReading = true, givenBefore = null } = given;
  const place = { sent, lastReading, givenBefore: () => givenBefore };
  return readResponse(requestEvidence(call), response, place, context);
}

export function judge(given: Given, level: Level = 'must'): readonly Finding[] {
  return judgeStep(read(given), 0, level, context).findings;
}

/** Ids of the rules that had something to look at in a reply. */
export function evaluated(given: Given): readonly string[] {
  return judgeStep(read(given), 0, 'must', context).evaluated;
}

/** What the rules about a whole exchange find: one step per reply, null where a reply could not be read. */
export function judgeReplies(...given: Parameters<typeof judgementOf>): readonly Finding[] {
  return judgementOf(...given).findings;
}

/** The same with the rules that had something to look at. */
export function judgementOf(
  replies: readonly ((Given & Pick<PlannedStep, 'rereads' | 'expected'>) | null)[],
  expect: Partial<Expectation>,
  level: Level = 'must',
  judging = context,
): Judgement {
  const readings = replies.map((given) => {
    const evidence = given && read(given);
    return evidence?.reached === 'reply' ? evidence : null;
  });
  const steps = replies.map((given, i) => ({
    operation: given?.operation ?? 'SendBulkSms',
    binding: given?.binding ?? 'soap11',
    values: readings[i]?.values ?? {},
    ...(given?.rereads === undefined ? {} : { rereads: given.rereads }),
    ...(given?.expected ? { expected: given.expected } : {}),
  }));
  const exchange: Exchange = {
    id: 'SendBulkSms/sample/soap11',
    case: 'sample',
    title: 'A sample',
    operation: 'SendBulkSms',
    binding: 'soap11',
    variant: null,
    level,
    tags: [],
    requirements: [],
    steps,
    expect: { sameContent: false, packet: {}, eachDelivery: {}, ...expect },
    source: { file: 'sample.yaml', line: 1, column: 1 },
    messages: 0,
  };
  return judgeExchange({ exchange, contract, replies: readings }, judging);
}

/** Findings without what the register adds, and without `more` where it is 0. */
export function bare(findings: readonly Finding[]): readonly object[] {
  return findings.map(({ requirements: _, affected: __, step: ___, more, ...finding }) => ({
    ...finding,
    ...(more > 0 ? { more } : {}),
  }));
}

/** Ids of the rules that fired, each once, in the order of findings. */
export function fired(findings: readonly { readonly rule: string }[]): readonly string[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}

/** Equal ways to write a correct reply: what each changes. Nothing may fire on any of them. */
export const equalForms: Readonly<Record<string, (text: string, soap: boolean) => Omit<Given, 'edits'>>> = {
  'as it is': (body) => ({ body }),
  'prefixes instead of the default namespace': (text) => ({
    body: edited(text, [
      [/<(\/?)([A-Z])/g, '<$1s:$2'],
      [/xmlns="/g, 'xmlns:s="'],
    ])
      .replaceAll('soap:', 'e:')
      .replace('xmlns:soap', 'xmlns:e'),
  }),
  'the default namespace instead of a prefix': (text) => ({
    body: text
      .replaceAll('soap:', '')
      .replace('xmlns:soap', 'xmlns')
      .replace(/ xmlns:Envelope/, ''),
  }),
  'the namespace declared again on fields': (text) => ({
    body: edited(text, [[/<(PacketID|KeyID|GsmNumber)>/g, `<$1 xmlns="${namespace}">`]]),
  }),
  'CDATA sections': (text) => ({
    body: edited(text, [
      [escapedMessage, `<![CDATA[${message.slice(0, 9)}]]><![CDATA[${message.slice(9)}]]>`],
      ['>Done<', '><![CDATA[<!DOCTYPE a [<!ENTITY b "c">]>]]><'],
    ]),
  }),
  'comments and instructions': (text, soap) => ({
    body: edited(text, [
      ['?><', `?><!-- <!DOCTYPE a> <?p?> -->${soap ? '' : '<?p <!DOCTYPE a> ?>'}<`],
      ['>P-1<', `>P<!-- 2 -->-1${soap ? '' : '<?p?>'}<`],
      ['<PacketStatus>', '<!-- a --><PacketStatus>'],
      [/$/g, '<!-- end -->\n'],
    ]),
  }),
  'character references': (text) => ({
    body: edited(text, [
      ['ş', '&#351;'],
      ['İ', '&#x130;'],
      ['>K-1<', '>&#75;&#x2D;1<'],
      ['P-1', '&#x50;-1'],
    ]),
  }),
  'a byte order mark': (text) => ({ body: `\uFEFF${text}` }),
  'pretty print with CRLF': (text) => ({
    body: edited(text, [
      [/(<\/[^>]+>|\?>)(?=<)/g, '$1\r\n\t  '],
      [/(<[A-Za-z][^>]*>)(?=<[A-Za-z])/g, '$1\r\n  '],
    ]),
  }),
  'self-closed empty elements': (text) => ({ body: edited(text, [['></DeliveryDetail>', ' />']]) }),
  'an empty list': (text) => ({
    body: edited(text, [[/<DeliveryResults>.*<\/DeliveryResults>/g, '<DeliveryResults />']]),
  }),
  'an empty list with white space': (text) => ({
    body: edited(text, [
      [/<DeliveryResults>.*<\/DeliveryResults>/g, '<DeliveryResults>\n</DeliveryResults>'],
    ]),
  }),
  'no XML declaration': (text) => ({ body: edited(text, [[/^<\?xml.*?\?>/g, '']]) }),
  'an XML declaration with apostrophes and upper case': (text) => ({
    body: edited(text, [[/^<\?xml.*?\?>/g, "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n"]]),
  }),
  'an upper-case quoted charset, other parameters, other header case': (body, soap) => ({
    body,
    headers: [
      ['Server', 'x'],
      ['content-TYPE', `TEXT/XML; action="a;b" ;Charset="UTF-8"`.replace(/^TEXT/, soap ? 'SOAP' : 'TEXT')],
      ['Set-Cookie', 'a=b'],
      ['Set-Cookie', 'c=d'],
    ],
  }),
  'attributes that say nothing new': (text) => ({
    body: edited(text, [
      [
        '<PacketID>',
        '<PacketID b="2" a="1" xml:lang="tr" i:type="d:string" xmlns:d="http://www.w3.org/2001/XMLSchema">',
      ],
      ['<DeliveryResults>', '<DeliveryResults xmlns:t="urn:t" i:type="t:List">'],
      [/^(.*?)xmlns/g, '$1xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns'],
    ]),
  }),
  'a SOAP Header block': (text) => ({
    body: text.replace(
      '<soap:Body',
      '<soap:Header><Body xmlns="urn:h">x</Body></soap:Header><soap:Body xmlns:u="urn:u" u:Id="b"',
    ),
  }),
  'values the contract leaves open': (text) => ({
    body: edited(text, [
      ['>Done<', '>  <'],
      ['>OK<', '>😀 1,5E+3<'],
      ['2026-01-02', '02.01.26'],
    ]),
  }),
};

/** In how many of the calls each rule was evaluated on correct replies, and what it found there. */
export function onCorrectReplies(): {
  readonly calls: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
} {
  const calls: Record<string, number> = {};
  const wrong: string[] = [];
  for (const [operation, binding] of everyCall) {
    const soap = binding.startsWith('soap');
    const rulesOfCall = new Set<string>();
    for (const [name, form] of Object.entries(equalForms)) {
      const given = form(correctText(operation, binding), soap);
      const headers = given.headers?.map(
        ([key, value]) =>
          [
            key,
            value.replace('SOAP/XML', binding === 'soap12' ? 'Application/SOAP+XML' : 'Text/XML'),
          ] as const,
      );
      const evidence = read({ ...given, operation, binding, ...(headers ? { headers } : {}) });
      const { findings, evaluated: ids } = judgeStep(evidence, 0, 'must', context);
      wrong.push(...told(findings).map((finding) => `${operation} ${binding} ${name}: ${finding}`));
      for (const id of ids) rulesOfCall.add(id);
    }
    for (const id of rulesOfCall) calls[id] = (calls[id] ?? 0) + 1;
  }
  return { calls, wrong };
}

/** Findings as lines, one each. */
export function told(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ rule, level, path, expected, actual, names, more }) => {
    const named = Object.entries(names ?? {}).map(([name, text]) => `${name}: ${text}`);
    const list = named.length === 0 ? '' : ` (${named.sort().join(', ')})`;
    return `${rule} ${level} ${path}: expected ${expected}; actual ${actual}${list}${more > 0 ? ` +${more}` : ''}`;
  });
}

/** Breaches of our own request as lines, one each. */
export function toldSent(found: ReturnType<typeof judgeSent>): readonly string[] {
  return found.map(({ rule, level, path, expected, actual, names }) => {
    const list = Object.entries(names ?? {}).map(([name, text]) => ` (${name}: ${text})`);
    return `${rule}${level ? ` ${level}` : ''} ${path}: expected ${expected}; actual ${actual}${list.join('')}`;
  });
}
