/** Peers that put what terminals and browsers act on into every text that a report may show. */
import { answering, GOOD, head, type Peer } from './peer.ts';

/** What acts on a terminal, or on how a text reads. */
export const ALIVE = /[^\P{Cc}\t\r\n]|\p{Bidi_Control}/u;

/** Alive in a browser, in a terminal (both ways to write an escape), or in how a text reads. */
const LIVE = {
  script: '<script>alert(1)</script>',
  image: '<img src=x onerror=alert(1)>',
  entity: '&lt;b&gt;',
  escape: '\u001B[31mred\u001B]0;title\u0007',
  c1: '\u009B31mred\u009D0;title\u009C',
  bidi: '\u202Eabc\u2066def\u200F',
  markdown: '```\n</code></pre><h1>x</h1>',
  workflow: '::error::x\n::add-mask::x',
} as const;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** What XML can hold of it. */
const inXml = Object.values(LIVE)
  .map((text) => escaped(text.replaceAll(/[^\P{Cc}\t\n\u0080-\u009F]/gu, '')))
  .join(' ');
const inHeader = Object.values(LIVE)
  .join(' ')
  .replaceAll(/[^\t\u0020-\u00FF]|\n/g, '');

export const textPeers: readonly Peer[] = [
  answering('has live texts as the state of a packet', GOOD, ({ good, state }) =>
    good.replace(state, () => inXml),
  ),
  answering('has live texts as a packet identifier', GOOD, ({ good }) => good.replace('P-1', () => inXml)),
  answering('has live texts between elements', ['failed', ''], ({ good }) =>
    good.replace('<PacketID>', () => `${inXml}<PacketID>`),
  ),
  answering('has live texts in every field of a delivery', ['failed', 'delivery/recipients'], ({ good }) =>
    good.replace('<DeliveryResults/>', () => {
      const fields = [
        ...['GsmNumber', 'DeliveryResult', 'DeliveryDetail', 'DeliveryTime', 'DeliveredMessage'],
        ...['PostType', 'KeyID', 'SendDate'],
      ];
      return `<DeliveryResults><EmSmsDeliveryResult>${fields.map((name) => `<${name}>${inXml}</${name}>`).join('')}</EmSmsDeliveryResult></DeliveryResults>`;
    }),
  ),
  answering('has live texts as a namespace', ['failed', ''], ({ good }) =>
    good.replace('<PacketStatus>', () => `<PacketStatus xmlns="${inXml.replaceAll('"', '&quot;')}">`),
  ),
  answering('answers with a fault of live texts', ['failed', ''], ({ good }) =>
    good.replace(/<soap:Body>.*<\/soap:Body>|<Packet.*Results\/>/s, (whole) =>
      whole.startsWith('<soap')
        ? `<soap:Body><soap:Fault><faultstring>${inXml}</faultstring></soap:Fault></soap:Body>`
        : `<PacketID>${inXml}</PacketID>`,
    ),
  ),
  ...['500 Internal Server Error', '200 OK'].map(
    (status): Peer => ({
      does: `answers ${status} with a page of live texts`,
      judged: ['failed', status === '200 OK' ? 'http/media-type: text/html' : 'http/status: 500'],
      answer: (socket, asked) => {
        const page = `<html><body>${Object.values(LIVE).join('\n')}</body></html>`;
        const start = head({ ...asked, contentType: 'text/html; charset=utf-8' }, 'Connection: close');
        socket.end(start.replace('200 OK', status) + page);
      },
    }),
  ),
  {
    does: 'has live texts in a reason phrase and a header',
    judged: ['failed', 'http/status: 500'],
    answer: (socket, asked) => {
      const start = head(asked, `X-Alive: ${inHeader}`, 'Connection: close').replace(
        '200 OK',
        `500 ${inHeader}`,
      );
      socket.end(Buffer.from(start + asked.good, 'latin1'));
    },
  },
  answering(
    'has live texts as a content type',
    ['failed', 'http/media-type'],
    ({ good }) => good,
    `Content-Type: ${inHeader.replaceAll(/[\u0080-\u00FF]/g, '')}`,
  ),
  answering(
    'has live texts in a document that is cut off',
    ['failed', 'xml/well-formed'],
    ({ good }) => good.slice(0, 200) + inXml,
  ),
];
