/** Peers that answer with documents of a shape that takes time or memory to read. */
import { type Asked, answering, head, type Peer, reply } from './peer.ts';

const GOOD = ['passed', null] as const;
const beyond = (what: string) => ['not-read', `xml/limits: ${what}`] as const;
const FIELD_TEXT = ['failed', 'result/field-text'] as const;
const NODES = beyond('the document has more than');
const times = (count: number, write: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join('');
/** A peer that answers with other content in the place of the state of the correct reply. */
const inState = (does: string, judged: Parameters<typeof answering>[1], text: () => string) =>
  answering(does, judged, ({ good, state }) => good.replace(state, text));
/** The correct reply with other content in the place of its list. */
const withItems = ({ good }: Asked, items: string) =>
  good.replace('<DeliveryResults/>', () => `<DeliveryResults>${items}</DeliveryResults>`);
const DELIVERY =
  '<EmSmsDeliveryResult><GsmNumber>905321112233</GsmNumber><DeliveryResult>1</DeliveryResult>' +
  '<DeliveryDetail/><DeliveryTime>2026-01-02</DeliveryTime><DeliveredMessage>x</DeliveredMessage>' +
  '<PostType/><KeyID/><SendDate/></EmSmsDeliveryResult>';
const MILLION = 1_000_000;
/** More than any of these bodies has. */
const WIDE = { maxResponseBytes: 100_000_000, concurrency: 1 };
/** More than those have that are only judged beyond the limit of a run. */
const WIDER = { maxResponseBytes: 10_000_000 };
const wider = (peer: Peer): Peer => ({ ...peer, pace: WIDER });
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
const longText = once(() => 'x'.repeat(2_900_000));
const deliveries = once(() => DELIVERY.repeat(100_000));
const nesting = once(() => '<a>'.repeat(MILLION) + '</a>'.repeat(MILLION));
const attributes = once(() => `<a ${times(MILLION, () => 'a="" ')}/>`);
const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

export const shapes: readonly Peer[] = [
  wider(inState('nests a million elements', beyond('elements are nested more than'), nesting)),
  {
    ...inState('gives one element a million attributes', beyond('an element has more than'), attributes),
    pace: WIDE,
  },
  wider(inState('puts a million elements side by side', NODES, () => '<a/>'.repeat(MILLION))),
  wider(inState('has a million comments', NODES, () => '<!---->'.repeat(MILLION))),
  wider(
    inState(
      'declares namespaces deeper and deeper',
      beyond('more than'),
      () =>
        times(200, (d) => `<a ${times(200, (i) => `xmlns:p${d}x${i}="u" `)}>`) +
        '<a/>'.repeat(40_000) +
        '</a>'.repeat(200),
    ),
  ),
  answering('has as many deliveries as are read', ['failed', 'delivery/recipients'], (asked) =>
    withItems(asked, DELIVERY.repeat(2_200)),
  ),
  answering(
    'has as many deliveries as are read, each with another fault',
    ['failed', 'delivery/field-once'],
    (asked) =>
      withItems(
        asked,
        times(2_200, (i) => DELIVERY.replace('GsmNumber>', `G${i}>`).replace('</GsmNumber>', `</G${i}>`)),
      ),
  ),
  inState(
    'has as many nodes as are read, each with a type by a prefix',
    FIELD_TEXT,
    () =>
      `<a xmlns:i="${xsi}" ${times(200, (i) => `xmlns:p${i}="u" `)}>${'<a i:type="p0:x"/>'.repeat(9_500)}</a>`,
  ),
  answering('has a hundred thousand deliveries', ['not-read', 'RESPONSE_TOO_LARGE'], (asked) =>
    withItems(asked, deliveries()),
  ),
  {
    ...answering('has a hundred thousand deliveries, and may', beyond('the body has more than'), (asked) =>
      withItems(asked, deliveries()),
    ),
    pace: WIDE,
  },
  { ...inState('has a text of 50 MB, and may', beyond(''), () => 'x'.repeat(50 * MILLION)), pace: WIDE },
  inState('has a text of 2.9 MB', GOOD, longText),
  answering('has an attribute of 2.9 MB', GOOD, ({ good }) =>
    good.replace(' xmlns', () => ` xmlns:t="urn:t" t:a="${longText()}" xmlns`),
  ),
  inState('has a name of 2.9 MB', FIELD_TEXT, () => `<${longText()}/>`),
  inState(
    'has 2.9 million line ends and then a NUL',
    ['failed', 'U+0000'],
    () => `${'\n'.repeat(2_900_000)}\0`,
  ),
  answering('has 2.9 MB of white space between letters beside its elements', ['failed', ': '], ({ good }) =>
    good.replace(/^<[^>]*>/, (root) => `${root}x${' '.repeat(2_900_000)}x`),
  ),
  wider(inState('has a million references', GOOD, () => '&#38;'.repeat(MILLION))),
  answering('has 2.9 million less-than signs', ['failed', 'xml/well-formed'], () => '<'.repeat(2_900_000)),
  ...[
    ['letters', 'a '],
    ['backslashes', '\\'],
    ['percent signs', '%25'],
    ['ampersands', '&amp;amp;'],
  ].map(
    ([name = '', text = '']): Peer => ({
      does: `fails with 2.9 MB of ${name}`,
      ...{ verdict: 'failed', says: 'http/status: 500' },
      answer: (socket, asked) => {
        const body = text.repeat(Math.floor(2_900_000 / text.length));
        socket.write(head(asked, `Content-Length: ${body.length}`).replace('200 OK', '500 Error'));
        socket.end(body);
      },
    }),
  ),
  answering('answers with a fault of 2.9 MB', ['failed', ''], (asked) =>
    asked.good.replace(
      /(<soap:Body>|<EmPost[^>]*>).*(<\/soap:Body>|<\/EmPost.*)/s,
      (_, open, close) =>
        `${open}<soap:Fault xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><faultstring>${'a '.repeat(1_400_000)}</faultstring></soap:Fault>${close}`,
    ),
  ),
  {
    does: 'answers with nothing',
    verdict: 'failed',
    says: 'the document is empty',
    answer: (socket, asked) => reply(socket, asked, ''),
  },
];
