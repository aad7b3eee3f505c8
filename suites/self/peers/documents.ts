/** Peers that answer with documents that are hard or dangerous to read. */
import { gzipSync } from 'node:zlib';
import { answering, GOOD, head, type JudgedReply, type Peer, type PeerRequest } from './peer.ts';

const encoding = (says: string): JudgedReply => ['failed', `xml/encoding: ${says}`];
const gzipped = 'Content-Encoding: gzip';
/** Ten megabytes of nothing, in ten kilobytes. */
const bomb = gzipSync(Buffer.alloc(10_000_000));

// Which bytes are text, and which labels are known, is said in lib/wire/xml/decode-bytes.test.ts and lib/judge.
export const charsetPeers: readonly Peer[] = [
  answering('puts a byte that begins nothing into the document', encoding('FF'), ({ good, state }) =>
    Buffer.from(good.replace(state, '\xff'), 'latin1'),
  ),
  answering('writes UTF-16 without a mark', ['failed', 'disallowed character: U+0000'], ({ good }) =>
    Buffer.from(good, 'utf16le'),
  ),
  answering(
    'declares an encoding whose name is long',
    ['warned', 'xml/encoding: uuu'],
    ({ good }) => `<?xml version="1.0" encoding="${'u'.repeat(500)}"?>${good}`,
  ),
  {
    does: 'calls its bytes by a very long name',
    judged: ['failed', 'http/charset'],
    answer: (socket, asked) => {
      const contentType = asked.contentType.replace('utf-8', `"${'u'.repeat(8_000)}"`);
      socket.end(head({ contentType }, 'Connection: close') + asked.good);
    },
  },
  answering(
    'compresses although nobody asked',
    ['warned', 'xml/encoding: gzip'],
    ({ good }) => gzipSync(good),
    gzipped,
  ),
  answering(
    'sends a gzip bomb within a gzip bomb',
    encoding('gzip'),
    () => gzipSync(bomb),
    `${gzipped}, gzip`,
  ),
];

/** Has a document type declaration, which SOAP forbids; what is written with its entities is read nowhere. */
const usingDtd = (does: string, body: (asked: PeerRequest) => string): Peer => ({
  ...answering(does, ['failed', 'xml/no-dtd'], body),
  plain: ['not-read', 'xml/no-dtd'],
});

/** The first element of the correct reply behind a document type declaration; `&x;` is where its state was. */
const behind = ({ good, state }: PeerRequest, subset: string) =>
  `<!DOCTYPE r [${subset}]>${good.replace(state, '&x;')}`;

const nested = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};&e${i};">`).join('');

/**
 * Peers that try to have a parser read files, open connections or unfold entities.
 * @param file a file that holds the canary
 * @param port a server that counts who connects
 */
export function markupPeers(file: string, port: number): readonly Peer[] {
  const url = `http://127.0.0.1:${port}`;
  return [
    usingDtd('unfolds entities in entities', (asked) =>
      behind(asked, `<!ENTITY e0 "lol">${nested}<!ENTITY x "&e30;">`),
    ),
    usingDtd('repeats one large entity', (asked) =>
      behind(asked, `<!ENTITY x "${'x'.repeat(100_000)}">`).replace('&x;', '&x;'.repeat(100_000)),
    ),
    usingDtd('has an entity of another server', (asked) => behind(asked, `<!ENTITY x SYSTEM "${url}/x">`)),
    usingDtd('has a parameter entity of another server', (asked) =>
      behind(asked, `<!ENTITY % p SYSTEM "${url}/p">%p;`),
    ),
    {
      ...usingDtd(
        'has a document type of another server',
        ({ good }) => `<!DOCTYPE r PUBLIC "r" "${url}/d">${good}`,
      ),
      plain: ['warned', 'xml/no-dtd'],
    },
    usingDtd(
      'hides an entity of a file behind a mark, a comment and an instruction',
      (asked) => `\uFEFF<!-- > --><?x >?>\n${behind(asked, `<!ENTITY x SYSTEM "file://${file}">`)}`,
    ),
    answering('hides an entity of a file in UTF-16', ['failed', 'xml/no-dtd'], (asked) =>
      Buffer.from(`\uFEFF${behind(asked, `<!ENTITY x SYSTEM "file://${file}">`)}`, 'utf16le'),
    ),
    answering('includes a file by XInclude', ['failed', 'result/field-text'], ({ good, state }) =>
      good.replace(
        state,
        `<i:include xmlns:i="http://www.w3.org/2001/XInclude" parse="text" href="file://${file}"/>`,
      ),
    ),
    {
      ...answering(
        'names a style sheet and a schema of another server',
        ['failed', 'soap/instructions'],
        ({ good }) =>
          `<?xml-stylesheet href="${url}/s"?>${good.replace(
            ' xmlns',
            ` xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:schemaLocation="urn:x ${url}/x" xml:base="${url}/" xmlns`,
          )}`,
      ),
      plain: GOOD,
    },
  ];
}

const OWN = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length'];

/** Peers that use names which objects of JavaScript have a meaning for. */
export const namePeers: readonly Peer[] = [
  ...['__proto__', 'constructor'].map((name) =>
    answering(`adds a field ${name}`, ['warned', 'result/only-fields'], ({ good }) =>
      good.replace('<DeliveryResults/>', `<DeliveryResults/><${name}>polluted</${name}>`),
    ),
  ),
  answering('has attributes of such names', GOOD, ({ good, state }) =>
    good.replace(`>${state}`, `${OWN.map((name) => ` ${name}="polluted"`).join('')}>${state}`),
  ),
  answering('has namespaces of such names', ['failed', 'result/field-namespace'], ({ good }) =>
    good.replace('<PacketStatus>', '<PacketStatus xmlns="__proto__" xmlns:constructor="toString">'),
  ),
  answering('has a root of such a name', ['failed', ': __proto__'], () => '<__proto__/>'),
];

const beyond = (what: string): JudgedReply => ['not-read', `xml/limits: ${what}`];
const FIELD_TEXT: JudgedReply = ['failed', 'result/field-text'];
const MILLION = 1_000_000;
const times = (count: number, write: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join('');
const wide = (peer: Peer): Peer => ({ ...peer, limits: 'wide' });

/** A peer that answers with other content in the place of the state of the correct reply. */
const inState = (does: string, judged: JudgedReply, text: () => string) =>
  answering(does, judged, ({ good, state }) => good.replace(state, text));

const DELIVERY =
  '<EmSmsDeliveryResult><GsmNumber>905321112233</GsmNumber><DeliveryResult>1</DeliveryResult>' +
  '<DeliveryDetail/><DeliveryTime>2026-01-02</DeliveryTime><DeliveredMessage>x</DeliveredMessage>' +
  '<PostType/><KeyID/><SendDate/></EmSmsDeliveryResult>';

/** A peer that answers with these deliveries. */
const delivering = (does: string, judged: JudgedReply, items: () => string) =>
  answering(does, judged, ({ good }) =>
    good.replace('<DeliveryResults/>', () => `<DeliveryResults>${items()}</DeliveryResults>`),
  );

/** Documents of a shape that takes time or memory to read; the three that take the most are side by side. */
export const shapePeers: readonly Peer[] = [
  wide(
    inState('nests a million elements', beyond('elements are nested more than'), () => '<a>'.repeat(MILLION)),
  ),
  wide(
    inState(
      'gives one element a million attributes',
      beyond('an element has more than'),
      () => `<a ${times(MILLION, () => 'a="" ')}/>`,
    ),
  ),
  wide(
    inState('puts a million elements side by side', beyond('the document has more than'), () =>
      '<a/>'.repeat(MILLION),
    ),
  ),
  wide(
    inState(
      'declares namespaces deeper and deeper',
      beyond('more than 250 namespaces are declared'),
      () =>
        times(200, (d) => `<a ${times(200, (i) => `xmlns:p${d}x${i}="u" `)}>`) +
        '<a/>'.repeat(40_000) +
        '</a>'.repeat(200),
    ),
  ),
  wide(
    delivering('has a hundred thousand deliveries, and may', beyond('the body has more than'), () =>
      DELIVERY.repeat(100_000),
    ),
  ),
  wide(inState('has a text of 50 MB, and may', beyond(''), () => 'x'.repeat(50 * MILLION))),
  wide(inState('has a million references', GOOD, () => '&#38;'.repeat(MILLION))),
  delivering('has a hundred thousand deliveries', ['not-read', 'RESPONSE_TOO_LARGE'], () =>
    DELIVERY.repeat(100_000),
  ),
  delivering('has as many deliveries as are read', ['failed', 'delivery/recipients'], () =>
    DELIVERY.repeat(2_200),
  ),
  delivering(
    'has as many deliveries as are read, each with another fault',
    ['failed', 'delivery/field-once'],
    () => times(2_200, (i) => DELIVERY.replaceAll('GsmNumber>', `G${i}>`)),
  ),
  inState(
    'has as many nodes as are read, each with a type by a prefix',
    FIELD_TEXT,
    () =>
      `<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance" ${times(200, (i) => `xmlns:p${i}="u" `)}>${'<a i:type="p0:x"/>'.repeat(9_500)}</a>`,
  ),
  inState('has a text of 2.9 MB', GOOD, () => 'x'.repeat(2_900_000)),
  answering('has an attribute of 2.9 MB', GOOD, ({ good }) =>
    good.replace(' xmlns', () => ` xmlns:t="urn:t" t:a="${'x'.repeat(2_900_000)}" xmlns`),
  ),
  inState('has a name of 2.9 MB', FIELD_TEXT, () => `<${'x'.repeat(2_900_000)}/>`),
  inState(
    'has 2.9 million line ends and then a NUL',
    ['failed', 'U+0000'],
    () => `${'\n'.repeat(2_900_000)}\0`,
  ),
  answering('has 2.9 million less-than signs', ['failed', 'xml/well-formed'], () => '<'.repeat(2_900_000)),
  ...['a ', '&amp;amp;'].map(
    (text): Peer => ({
      does: `fails with 2.9 MB of ${text}`,
      judged: ['failed', 'http/status: 500'],
      answer: (socket, asked) =>
        socket.end(
          head(asked, 'Connection: close').replace('200 OK', '500 Error') +
            text.repeat(Math.floor(2_900_000 / text.length)),
        ),
    }),
  ),
  answering('answers with a fault of 2.9 MB', ['failed', ''], (asked) =>
    asked.good.replace(
      /(<soap:Body>|<EmPost[^>]*>).*(<\/soap:Body>|<\/EmPost.*)/s,
      (_, open, close) =>
        `${open}<soap:Fault xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><faultstring>${'a '.repeat(1_400_000)}</faultstring></soap:Fault>${close}`,
    ),
  ),
  answering('answers with nothing', ['failed', 'the document is empty'], () => ''),
];
