import { isUtf8 } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { contract } from '../../suites/support/cases.ts';
import { type ChangedReply, judge, read } from '../../suites/support/judged.ts';
import { context, correctText, NAMESPACE } from '../../suites/support/samples.ts';
import { judgeStep } from '../judge/judge-step.ts';

const soap = (inside: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${inside}</e:Body></e:Envelope>`;
const response = (inside: string) =>
  soap(`<SendBulkSmsResponse xmlns="${NAMESPACE}">${inside}</SendBulkSmsResponse>`);

/** Returns the rules that a reply breaks, each once. */
const rulesIn = (given: ChangedReply) => [...new Set(judge(given).map(({ rule }) => rule))];

const packetIn = (given: ChangedReply) => {
  const evidence = read(given);
  return evidence.reached === 'reply' ? evidence.packet : undefined;
};

describe('readResponse reaches', () => {
  it.each([
    ['reply', 'packet-result', { status: 201 }],
    ['body', 'unreadable', { status: 201, body: 'Created' }],
    ['response', 'plain-error', { status: 204, body: '' }],
    ['response', 'plain-error', { status: 199 }],
    ['response', 'plain-error', { status: 300 }],
    ['body', 'unreadable', { body: 'no XML' }],
    ['success', 'plain-error', { body: 'no XML', headers: [['Content-Type', 'text/plain']] }],
    ['success', 'plain-error', { body: '<html><h1/></html>', headers: [['Content-Type', 'text/html']] }],
    ['reply', 'packet-result', { headers: [['Content-Type', 'text/html']] }],
    ['document', 'unreadable', { body: response('') }],
    ['payload', 'unreadable', { body: response('<SendBulkSmsResult/>') }],
    ['reply', 'packet-result', {}],
    ['document', 'soap-fault', { body: soap('<e:Fault>No</e:Fault>') }],
    ['response', 'soap-fault', { status: 500, body: soap('<e:Fault>No</e:Fault>') }],
    ['response', 'plain-error', { status: 500, body: 'No' }],
    ['response', 'plain-error', { status: 500, body: new Uint8Array([0xff, 0xfe, 0xfd]) }],
  ] as const)('%s, a reply that is a %s', (reached, kind, given) => {
    const evidence = read(given);
    expect(evidence.reached).toBe(reached);
    expect(evidence.reply.kind).toBe(kind);
  });

  it('no further than what it can name', () => {
    expect(read({ body: 'no XML' }).reply).toEqual({ kind: 'unreadable', why: 'not XML' });
    expect(read({ body: response('') }).reply).toEqual({ kind: 'unreadable', why: 'not a packet result' });
    expect(read({ body: Uint8Array.of(0xff) }).reading.xml).toEqual({ kind: 'undecodable' });
  });

  it('nothing of a body that is too large, and says so', () => {
    const most = 20_000_000;
    // Read as text, and found too long only as that.
    expect(read({ body: Buffer.alloc(most, ' ') }).reading).toMatchObject({
      text: ' '.repeat(most),
      xml: { kind: 'beyond-limits', message: 'the document has more than 10000000 characters' },
    });
    const { reached, reading } = read({ body: Buffer.alloc(most + 1, ' ') });
    expect(reached).toBe('body');
    const message = 'the body has more than 20000000 bytes';
    const xml = { kind: 'beyond-limits', line: 1, column: 1, message };
    expect(reading).toMatchObject({ encodingConflicts: [], text: null, xml });
  });

  it('the packet, and gives it decoded', () => {
    expect(packetIn({})?.texts).toEqual({ PacketID: 'P-1', PacketStatus: 'Done' });
    expect(packetIn({ binding: 'http-get' })?.deliveries).toHaveLength(2);
    expect(packetIn({ status: 201 })?.deliveries).toHaveLength(2);
  });
});

const correct = correctText('SendBulkSms', 'soap11');
const bomb = `<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">${Array.from({ length: 20 }, (_, i) => `<!ENTITY b${i} "${`&b${i === 0 ? '' : i - 1};`.repeat(10)}">`).join('')}]><a>&b19;</a>`;
const deep = `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`;
const inUtf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const odd = '<SendBulkSmsResult><constructor/><__proto__/><toString/></SendBulkSmsResult>';

it.each(contract.bindings)('a reply over $id that is cut anywhere is not well-formed', ({ id: binding }) => {
  const operation = 'ReportSingleShotSms';
  const small = correctText(operation, binding).replace(/<EmSms.*<.EmSmsDeliveryResult>/, '');
  const whole = Buffer.from(small.replace('Done', 'İletildi'));
  const cuts = Array.from(whole, (_, end) => whole.subarray(0, end));
  const rules = cuts.map((body) => rulesIn({ operation, binding, body }).join());
  expect(rules).toEqual(cuts.map((body) => (isUtf8(body) ? 'xml/well-formed' : 'xml/encoding')));
});

// Replies that were changed in other ways: suites/self/mutated-replies.test.ts.
it.each<[string, string | Uint8Array, readonly string[]]>([
  ['no bytes', '', ['xml/well-formed']],
  ['a byte order mark alone', '\uFEFF', ['xml/well-formed']],
  ['half a byte order mark', Uint8Array.of(0xef, 0xbb), ['xml/encoding']],
  ['every byte', Uint8Array.from({ length: 256 }, (_, i) => i), ['xml/encoding']],
  ['gzip', Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3), ['xml/encoding']],
  ['NUL in a field', correct.replace('Done', '\0'), ['xml/well-formed']],
  ['UTF-16 without mark', Buffer.from('<a/>', 'utf16le'), ['xml/well-formed']],
  ['UTF-16 with mark', inUtf16(correct), ['xml/encoding']],
  ['UTF-16 big-endian', inUtf16(correct).swap16(), ['xml/encoding']],
  ['10,000 nested elements', '<a>'.repeat(10_000), ['xml/limits']],
  ['200 nested elements in a field', correct.replace('Done', deep), ['result/field-text']],
  ['an entity bomb', bomb, ['xml/no-dtd']],
  ['an entity bomb in UTF-16', inUtf16(bomb), ['xml/encoding', 'xml/no-dtd']],
  ['an instruction that never ends', '<?xml version="1.0"', ['xml/well-formed']],
  ['names that objects have', response(odd), ['result/field-once', 'result/only-fields']],
  ['a million characters', correct.replace('Done', 'x'.repeat(1_000_000)), []],
])('readResponse never throws on %s, with any binding, Content-Type and status', (_, body, rules) => {
  expect(rulesIn({ body })).toEqual(rules);
  const types = [
    [],
    ['text/xml; charset=utf-16'],
    ['nonsense'],
    ['text/html', 'text/xml; charset=x-unknown'],
  ];
  for (const binding of ['soap12', 'http-get'] as const) {
    for (const values of types) {
      const headers = values.map((value) => ['Content-Type', value] as const);
      for (const status of [200, 204, 500]) {
        const evidence = read({ operation: 'ReportSmsWithPacketId', binding, body, headers, status });
        expect(judgeStep(evidence, context, { step: 0, level: 'must' }).findings).not.toEqual([]);
      }
    }
  }
});
