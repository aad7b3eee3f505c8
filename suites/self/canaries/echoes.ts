import type { Socket } from 'node:net';
import type { Spellings } from './spellings.ts';

/** A response, as bytes, that says something in one place of it. */
export type Echo = (said: string) => string;

const CRLF = '\r\n';

function response(status: string, headers: readonly string[], body: string): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${status}`, ...headers, length, 'Connection: close', '', body].join(CRLF);
}

const XML = 'Content-Type: text/xml; charset=utf-8';
const xmlText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** What a field of a header can hold, so that the parser lets it through. */
const line = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\r\n\0]/g, ' ');
const token = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, '');

const result = (text: string) =>
  `<EmPostSmsResult xmlns="http://sms.example/ns"><PacketID>P1</PacketID><PacketStatus>${xmlText(text)}</PacketStatus><DeliveryResults><EmSmsDeliveryResult><GsmNumber>1</GsmNumber><DeliveredMessage>${xmlText(text)}</DeliveredMessage></EmSmsDeliveryResult></DeliveryResults></EmPostSmsResult>`;
const fault = (text: string) =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>${xmlText(text)}</faultstring></soap:Fault></soap:Body></soap:Envelope>`;

/** Every place of a response in which a server can repeat what it was sent. */
const echoes: Readonly<Record<string, Echo>> = {
  body: (said) => response('500 Error', ['Content-Type: text/plain'], said),
  'body that is well': (said) => response('200 OK', [XML], result(said)),
  'body that is broken': (said) => response('200 OK', [XML], `<a><b>${said}</a>`),
  attribute: (said) => response('200 OK', [XML], `<a b="${xmlText(said).replaceAll('"', '&quot;')}"/>`),
  comment: (said) => response('200 OK', [XML], `<a><!-- ${said.replaceAll('--', '- -')} --></a>`),
  fault: (said) => response('500 Error', [XML], fault(said)),
  html: (said) => response('404 Not Found', ['Content-Type: text/html'], `<p>No ${said}</p>`),
  'long body': (said) => response('200 OK', [XML], `${'x'.repeat(99_990)}${said}${'y'.repeat(9_000)}`),
  'header value': (said) => response('200 OK', [XML, `X-Echo: ${line(said)}`], '<a/>'),
  'header name': (said) => response('200 OK', [XML, `X-${token(said)}: 1`], '<a/>'),
  'content type': (said) => response('200 OK', [`Content-Type: text/xml; charset="${line(said)}"`], '<a/>'),
  cookie: (said) => response('200 OK', [XML, `Set-Cookie: t=${line(said)}`], '<a/>'),
  reason: (said) => response(`500 ${line(said)}`, [XML], '<a/>'),
  redirect: (said) => response('302 Found', [`Location: http://other.example/?t=${line(said)}`], ''),
  'chunk extension': (said) =>
    `HTTP/1.1 200 OK${CRLF}${XML}${CRLF}Transfer-Encoding: chunked${CRLF}${CRLF}4;e="${token(said)}"${CRLF}<a/>${CRLF}0${CRLF}${CRLF}`,
  trailer: (said) =>
    `HTTP/1.1 200 OK${CRLF}${XML}${CRLF}Transfer-Encoding: chunked${CRLF}${CRLF}4${CRLF}<a/>${CRLF}0${CRLF}X-Echo: ${line(said)}${CRLF}${CRLF}`,
  'no HTTP': (said) => `${said}${CRLF}${CRLF}`,
  'broken header': (said) => `HTTP/1.1 200 OK${CRLF}${line(said)}${CRLF}${CRLF}`,
  'broken length': (said) => `HTTP/1.1 200 OK${CRLF}Content-Length: ${line(said)}${CRLF}${CRLF}`,
};

/** Texts that a single place holds: a header has no room for all of the spellings at once. */
const MOST_SAID = 6_000;

/** Groups of spellings, each short enough for a header. */
function groups(spellings: Spellings): readonly string[] {
  const made: string[] = [];
  for (const written of Object.values(spellings)) {
    const last = made.at(-1);
    if (last !== undefined && last.length + written.length < MOST_SAID)
      made[made.length - 1] = `${last} | ${written}`;
    else made.push(written);
  }
  return made;
}

const bindingOf = (asked: string) =>
  asked.startsWith('GET') ? 'GET' : (/soap\+xml|soapaction|urlencoded/i.exec(asked)?.[0].toLowerCase() ?? '');

/** Which plants have been made, and how many there are. */
export interface Planted {
  readonly places: number;
  /** For each binding, the turns of its responses. */
  readonly turns: ReadonlyMap<string, number>;
}

/** Repeats a ticket in each place in turn, in every spelling, for each binding anew. */
export function echoing(spellings: Spellings): Planted & { readonly serve: (socket: Socket) => void } {
  const turns = new Map<string, number>();
  const responses = Object.values(echoes).flatMap((echo) => groups(spellings).map(echo));
  const serve = (socket: Socket) => {
    let asked = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      asked += text;
      const end = asked.indexOf('\r\n\r\n');
      const length = Number(/^content-length: *(\d+)/im.exec(asked.slice(0, end))?.[1] ?? 0);
      if (end < 0 || asked.length - end - 4 < length) return;
      const binding = bindingOf(asked.slice(0, end));
      const turn = turns.get(binding) ?? 0;
      turns.set(binding, turn + 1);
      socket.end(responses[turn % responses.length] ?? '');
    });
  };
  return { places: responses.length, turns, serve };
}
