/** For tests of masking: a server that repeats a ticket everywhere, and the search for it in what a run leaves. */
import type { Socket } from 'node:net';
import { whenWhole } from './endpoints.ts';

const CRLF = '\r\n';
const XML = 'Content-Type: text/xml; charset=utf-8';

function response(status: string, headers: readonly string[], body: string): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${status}`, ...headers, length, 'Connection: close', '', body].join(CRLF);
}

const xmlText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** What a field of a header can hold, so that the parser lets it through. */
const line = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\r\n\0]/g, ' ');

const result = (text: string) =>
  `<EmPostSmsResult xmlns="http://sms.example/ns"><PacketID>P1</PacketID><PacketStatus>${text}</PacketStatus><DeliveryResults><EmSmsDeliveryResult><GsmNumber>1</GsmNumber><DeliveredMessage>${text}</DeliveredMessage></EmSmsDeliveryResult></DeliveryResults></EmPostSmsResult>`;
const fault = (text: string) =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>${text}</faultstring></soap:Fault></soap:Body></soap:Envelope>`;

/** Every place of a response in which a server can repeat what it was sent. */
const echoes: readonly ((said: string) => string)[] = [
  (said) => response('500 Error', ['Content-Type: text/plain'], said),
  (said) => response('200 OK', [XML], result(xmlText(said))),
  (said) => response('200 OK', [XML], `<a><b>${said}</a>`),
  (said) => response('200 OK', [XML], `<a b="${xmlText(said).replaceAll('"', '&quot;')}"/>`),
  (said) => response('500 Error', [XML], fault(xmlText(said))),
  (said) => response('404 Not Found', ['Content-Type: text/html'], `<p>No ${said}</p>`),
  (said) => response('200 OK', [XML], `${'x'.repeat(99_990)}${said}${'y'.repeat(9_000)}`),
  (said) => response('200 OK', [XML, `X-Echo: ${line(said)}`, `Set-Cookie: t=${line(said)}`], '<a/>'),
  (said) => response('200 OK', [`Content-Type: text/xml; charset="${line(said)}"`], '<a/>'),
  (said) => response(`500 ${line(said)}`, [XML], '<a/>'),
  (said) => response('302 Found', [`Location: http://other.example/?t=${line(said)}`], ''),
  (said) => `${said}${CRLF}${CRLF}`,
  (said) => `HTTP/1.1 200 OK${CRLF}${line(said)}${CRLF}${CRLF}`,
  (said) => `HTTP/1.1 200 OK${CRLF}Content-Length: ${line(said)}${CRLF}${CRLF}`,
];

/** Ways to write a ticket, by their names. */
export type Spellings = ReadonlyMap<string, string>;

/** Answers each request with the ticket in all spellings, in another place of the response every time. */
export function echoing(spellings: Spellings): (socket: Socket) => void {
  const responses = echoes.map((echo) => echo([...spellings.values()].join(' | ')));
  let turn = 0;
  return (socket) =>
    whenWhole(socket, () => {
      socket.end(responses[turn % responses.length] ?? '');
      turn += 1;
    });
}

/** Names of the spellings that are in some bytes, or in anything that they hold in another form. */
export function spellingsIn(bytes: Buffer, spellings: Spellings): readonly string[] {
  const layers = [...layersOf(bytes, 3)];
  return [...spellings]
    .filter(([, written]) => layers.some((layer) => layer.includes(written)))
    .map(([name]) => name);
}

/** A text in UTF-8 and in Latin-1, without the escapes of JSON, HTML and our reports, and what appears in base64 inside. */
function* layersOf(bytes: Buffer, depth: number): Generator<string> {
  const text = bytes.toString('utf8');
  yield bytes.toString('latin1');
  for (const form of new Set([text, withoutJson(text)])) {
    const shown = form.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => named[name] ?? whole);
    yield form;
    yield shown;
    yield shown.replace(/\\u\{([0-9A-F]+)\}/g, (_, unit: string) =>
      String.fromCodePoint(Number.parseInt(unit, 16)),
    );
  }
  if (depth === 0) return;
  for (const [run] of text.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g)) {
    yield* layersOf(Buffer.from(run, 'base64'), depth - 1);
  }
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const short: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function withoutJson(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, unit: string | undefined, character: string) =>
    unit === undefined ? (short[character] ?? character) : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
