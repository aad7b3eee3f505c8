import { describe, expect, it } from 'vitest';
import { judgeStep } from '../judge/judge-step.ts';
import type { BindingId } from '../model/contract.ts';
import { rules } from './index.ts';
import {
  context,
  type Edit,
  everyCall,
  foundSent,
  type Given,
  judgeReplies,
  namespace,
  read,
  told,
} from './testing.ts';

const DECLARATION = /^<\?xml.*?\?>/g;
const LIST = /<DeliveryResults>.*<\/DeliveryResults>/g;
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Equal ways to write a correct reply: what each changes. Nothing may fire on any of them. */
function equalForms(binding: BindingId): Readonly<Record<string, Given>> {
  const soap = binding.startsWith('soap');
  const overSoap = (...edits: readonly Edit[]) => (soap ? edits : []);
  const type = binding === 'soap12' ? 'Application/SOAP+XML' : 'TEXT/XML';
  const forms: Readonly<Record<string, readonly Edit[]>> = {
    'as it is': [],
    'prefixes instead of the default namespace': [
      [/<(\/?)([A-Z])/g, '<$1s:$2'],
      [/xmlns="/g, 'xmlns:s="'],
      ...overSoap(['soap:', 'e:'], ['xmlns:soap', 'xmlns:e']),
    ],
    'the default namespace instead of a prefix': overSoap(['soap:', ''], ['xmlns:soap', 'xmlns']),
    'the namespace declared again on fields': [
      [/<(PacketID|KeyID|GsmNumber)>/g, `<$1 xmlns="${namespace}">`],
    ],
    'CDATA sections': [
      ['Merhaba &lt;b&gt; &amp; şİ', '<![CDATA[Merhaba <]]><![CDATA[b> & şİ]]>'],
      ['>Done<', '><![CDATA[<!DOCTYPE a [<!ENTITY b "c">]>]]><'],
    ],
    'comments and instructions': [
      ['?><', `?><!-- <!DOCTYPE a> <?p?> -->${soap ? '' : '<?p <!DOCTYPE a> ?>'}<`],
      ['>P-1<', `>P<!-- 2 -->-1${soap ? '' : '<?p?>'}<`],
      ['<PacketStatus>', '<!-- a --><PacketStatus>'],
      [/$/g, '<!-- end -->\n'],
    ],
    'character references': [
      ['ş', '&#351;'],
      ['İ', '&#x130;'],
      ['>K-1<', '>&#75;&#x2D;1<'],
      ['P-1', '&#x50;-1'],
    ],
    'a byte order mark': [[/^/g, '\uFEFF']],
    'pretty print with CRLF': [
      [/(<\/[^>]+>|\?>)(?=<)/g, '$1\r\n\t  '],
      [/(<[A-Za-z][^>]*>)(?=<[A-Za-z])/g, '$1\r\n  '],
    ],
    'self-closed empty elements': [['></DeliveryDetail>', ' />']],
    'an empty list': [[LIST, '<DeliveryResults />']],
    'an empty list with white space': [[LIST, '<DeliveryResults>\n</DeliveryResults>']],
    'no XML declaration': [[DECLARATION, '']],
    'an XML declaration with apostrophes and upper case': [
      [DECLARATION, "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n"],
    ],
    'attributes that say nothing new': [
      [
        '<PacketID>',
        '<PacketID b="2" a="1" xml:lang="tr" i:type="d:string" xmlns:d="http://www.w3.org/2001/XMLSchema">',
      ],
      ['<DeliveryResults>', '<DeliveryResults xmlns:t="urn:t" i:type="t:List">'],
      [/^(.*?)xmlns/g, `$1xmlns:i="${XSI}" xmlns`],
    ],
    'a SOAP Header block': overSoap([
      '<soap:Body',
      '<soap:Header><Body xmlns="urn:h">x</Body></soap:Header><soap:Body xmlns:u="urn:u" u:Id="b"',
    ]),
    'values the contract leaves open': [
      ['>Done<', '>  <'],
      ['>OK<', '>😀 1,5E+3<'],
      ['2026-01-02', '02.01.26'],
    ],
  };
  return {
    ...Object.fromEntries(Object.entries(forms).map(([name, edits]) => [name, { edits }])),
    'an upper-case quoted charset, other parameters, other header case': {
      headers: [
        ['Server', 'x'],
        ['content-TYPE', `${type}; action="a;b" ;Charset="UTF-8"`],
        ['Set-Cookie', 'a=b'],
        ['Set-Cookie', 'c=d'],
      ],
    },
  };
}

/** Rules about some calls only, by how many of the 16 calls each is about; all others are about every call. */
const fewer: Readonly<Record<string, number>> = {
  ...{ 'request/envelope': 8, 'request/operation-element': 8, 'request/soap-action': 8 },
  ...{ 'request/list': 4, 'request/no-body': 4 },
  ...{ 'soap/body': 8, 'soap/envelope': 8, 'soap/envelope-attributes': 8, 'soap/envelope-children': 8 },
  ...{ 'soap/header-blocks': 8, 'soap/instructions': 8, 'soap/must-understand': 8 },
  ...{ 'soap/response': 8, 'soap/result': 8, 'plain/root': 8 },
  ...{ 'report/packet': 8, 'send/new-packet': 8, 'send/packet-id': 8 },
};

it('every rule is evaluated on the correct replies of its calls, in every equal form, and finds nothing', () => {
  const calls: Record<string, number> = {};
  for (const [operation, binding] of everyCall) {
    const rulesOfCall = new Set<string>();
    for (const [form, given] of Object.entries(equalForms(binding))) {
      const evidence = read({ ...given, operation, binding });
      const { findings, evaluated } = judgeStep(evidence, 0, 'must', context);
      expect(told(findings), `${operation} ${binding} ${form}`).toEqual([]);
      for (const id of evaluated) rulesOfCall.add(id);
    }
    for (const id of rulesOfCall) calls[id] = (calls[id] ?? 0) + 1;
  }
  const ofReplies = rules.filter(({ needs }) => needs !== 'exchange').map(({ id }) => id);
  expect(calls).toEqual(Object.fromEntries(ofReplies.map((id) => [id, fewer[id] ?? 16])));
});

it("every rule about requests finds nothing in the encoder's request of every operation over every binding", () => {
  expect(everyCall.flatMap(([operation, binding]) => foundSent({ operation, binding }))).toEqual([]);
});

describe.each(Object.entries(equalForms('soap11')))('in an equal form, %s,', (_, form) => {
  it('two sends with two identifiers break nothing, and one identifier given twice is found', () => {
    expect(judgeReplies([form, { edits: [['P-1', 'P-2']] }], {})).toEqual([]);
    expect(told(judgeReplies([{}, form], {}))).toEqual([
      'send/distinct-packets must /Envelope/Body/SendBulkSmsResponse/SendBulkSmsResult/PacketID: expected a PacketID other than that of step 1; actual "P-1" (field: PacketID)',
    ]);
  });
});

it.each(['soap12', 'http-get'] as const)('the same packet over %s in another form is the same', (binding) => {
  const operation = 'ReportSmsWithPacketId';
  const forms = equalForms(binding);
  for (const name of ['character references', 'pretty print with CRLF', 'comments and instructions']) {
    const replies = [{ operation }, { ...forms[name], operation, binding }];
    expect(judgeReplies(replies, { sameContent: true }), name).toEqual([]);
  }
});
