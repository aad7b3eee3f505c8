import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyCall } from '../../suites/support/calls.ts';
import { contract } from '../../suites/support/cases.ts';
import { callOf, hardText, NAMESPACE, register } from '../../suites/support/samples.ts';
import type { BindingId, Call } from '../model/contract.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { createHandler } from '../reference/handler.ts';
import type { HttpRequest } from '../reference/seams.ts';
import { serve } from '../reference/start.ts';
import { openLimits } from '../run/sends/permission.ts';
import { budgetedSender } from '../run/sends/send-budget.ts';
import { defaultSettings } from '../settings/run-settings.ts';
import { forms, inForm } from '../wire/bindings/edits/edits.ts';
import { bindings } from '../wire/bindings/index.ts';
import { openSender } from '../wire/transport/sender.ts';
import { startListener } from './listener.ts';

const LISTED = ['905321112233', '905321112244'];
const STRANGER = '905329999999';

/** Requests that arrived at the gateway, and lines of the listener. */
let arrived: HttpRequest[] = [];
let lines: string[] = [];
let port = 0;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const reference = createHandler({ contract, namespace: NAMESPACE });
  const service = await serve((request) => {
    arrived.push(request);
    return reference({ ...request, path: request.path.replace(/^\/sms/, '') });
  });
  const { limits, remove } = await openLimits({ recipients: LISTED, maxMessages: 10_000 });
  if (!limits) throw new Error('no limits');
  const sender = budgetedSender(openSender(service.baseUrl, defaultSettings), limits, contract);
  const listener = await startListener({
    declarations: { contract, register, cases: [], classes: [], clients: [] },
    settings: { ...defaultSettings, namespace: NAMESPACE, ticket: '' },
    ...{ host: '127.0.0.1', port: 0, deviations: [], answers: [], pairing: null },
    gateway: { baseUrl: `${service.baseUrl}/sms`, sender, live: true },
    report: (line) => lines.push(line),
  });
  port = Number(new URL(listener.baseUrl).port);
  closing.push(
    () => listener.close(),
    remove,
    () => service.close(),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

/** A request as a client writes it: its path below the listener, and fields that an HTTP client would not take. */
interface Written {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

const written = (call: Call): Written => asWritten(bindings[call.binding.id].encode(call));

function asWritten({ method, path, headers, body }: WireRequest): Written {
  return { method, path: path.replace(/^\/gateway/, ''), headers, body: Buffer.from(body ?? []) };
}

/** Sends a request to the byte; returns its status, and what came to the gateway and was said meanwhile. */
async function send({ method, path, headers, body }: Written) {
  arrived = [];
  lines = [];
  const isFramed = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const all = [
    ['Host', '127.0.0.1'],
    ...headers,
    ...(headers.some(([name]) => name === 'Connection') ? [] : [['Connection', 'close']]),
    ...(isFramed || method === 'GET' ? [] : [['Content-Length', `${body.length}`]]),
  ];
  const head = `${method} ${path} HTTP/1.1\r\n${all.map((field) => field.join(': ')).join('\r\n')}\r\n\r\n`;
  const said = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
    socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
  });
  return { status: said.slice(9, 12), arrived, lines };
}

/** Every number in a request, in whatever place, encoding or escape a gateway may read it; what client it is says nothing. */
function numbersIn({ path, headers, body }: HttpRequest): readonly string[] {
  const bytes = Buffer.from(body ?? []);
  const fields = headers.filter(([name]) => name.toLowerCase() !== 'user-agent').flat();
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const texts = [path, ...fields, bytes.toString(), bytes.toString('latin1'), bytes.toString('utf16le')];
  const all = [...texts, Buffer.from(even).swap16().toString('utf16le')].flatMap((text) => {
    const plain = unescape(text.replaceAll('+', ' ')).replace(/&#(\d+);/g, (_, code) =>
      String.fromCharCode(code),
    );
    return [text, plain, utf7(text), utf7(unescape(text))];
  });
  return [...new Set(all.flatMap((text) => text.match(/9053\d{8}/g) ?? []))].sort();
}

/** UTF-7 (RFC 2152): base64 of UTF-16 between + and -. */
const utf7 = (text: string) =>
  text.replace(/\+([A-Za-z0-9+/]+)-?/g, (_, coded: string) => {
    const octets = Buffer.from(coded, 'base64');
    return octets
      .subarray(0, octets.length & ~1)
      .swap16()
      .toString('utf16le');
  });
const inUtf7 = (text: string) =>
  `+${Buffer.from(text, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`;

type Change = (request: Written) => Written;
const header =
  (name: string, value: string): Change =>
  (request) => ({
    ...request,
    headers: [...request.headers.filter(([field]) => field !== name), [name, value]],
  });
const added =
  (name: string, value: string): Change =>
  (request) => ({ ...request, headers: [...request.headers, [name, value]] });
const inBody =
  (from: string | RegExp, to: string): Change =>
  (request) => {
    const text = request.body.toString();
    const body = Buffer.from(text.replace(from, to));
    if (body.equals(request.body)) throw new Error(`no ${from} in ${text}`);
    return { ...request, body };
  };
const inPath =
  (from: string | RegExp, to: string): Change =>
  (request) => ({ ...request, path: request.path.replace(from, to) });
const both =
  (...all: readonly Change[]): Change =>
  (request) =>
    all.reduce((made, change) => change(made), request);

/** A message that is one more number to whoever reads UTF-7. */
const hidden = inUtf7(`</Message><GsmNumbers><string>${STRANGER}</string></GsmNumbers><Message>`);
const coded = inBody(/<Message>.*?</, `<Message>${hidden}<`);
const typed = (type: string) => both(coded, header('Content-Type', type));
const hiddenField = encodeURIComponent(inUtf7(`&GsmNumbers=${STRANGER}`));
const codedForm = (type: string) =>
  both(inBody('&Message=', `&Message=${hiddenField}`), header('Content-Type', type));
const form = 'application/x-www-form-urlencoded';
const more = `<string>${STRANGER}</string>`;
const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
const elsewhere = `/liveb/postsms.asmx/SendBulkSms?ServiceTicket=T&GsmNumbers=${STRANGER}`;
const asUtf16: Change = (request) => ({
  ...request,
  body: Buffer.from(`\uFEFF${request.body.toString().replace('utf-8', 'utf-16')}`, 'utf16le'),
});

/** What a client tries, and whether the gateway gets a request of ours all the same. */
const tries: [string, BindingId, Change, 'arrives'?][] = [
  ['a charset in a quoted parameter', 'soap11', typed('text/xml; x=";charset=utf-7"; charset=utf-8')],
  ['a charset before its equals sign', 'soap11', typed('text/xml; charset =utf-7; charset=utf-8')],
  ['tabs around a charset', 'soap11', typed('text/xml;charset=utf-8;\tcharset\t=\tutf-7')],
  ['an extended charset', 'soap11', typed("text/xml; charset*=utf-7''; charset=utf-8")],
  ['an extended charset behind', 'soap12', typed("application/soap+xml; charset=utf-8; charset*='en'utf-7")],
  ['a numbered charset', 'soap11', typed('text/xml; charset=utf-8; charset*0=utf-7')],
  ['two charsets', 'soap11', typed('text/xml; charset=utf-8; charset=utf-7')],
  ['two charsets in other letters', 'soap11', typed('text/xml; CHARSET=utf-7; charset=utf-8')],
  ['another charset', 'soap12', typed('application/soap+xml; charset=utf-7')],
  ['a charset in single quotes', 'soap11', typed("text/xml; charset='utf-7'")],
  ['no charset', 'soap11', typed('text/xml')],
  ['two media types in one field', 'soap11', typed('text/xml; charset=utf-8, text/xml; charset=utf-7')],
  ['a value with a charset', 'soap11', typed('text/xml; charset="utf-8"; x=charset=utf-7')],
  ['a profile', 'soap11', typed('text/xml; charset=utf-8; profile=utf-7')],
  [
    'an action with a charset',
    'soap12',
    typed('application/soap+xml; charset=utf-8; action=";charset=utf-7;/SendBulkSms"'),
  ],
  [
    'an action of another operation',
    'soap12',
    header('Content-Type', `application/soap+xml; charset=utf-8; action="${NAMESPACE}/ReportSms${STRANGER}"`),
  ],
  ['two Content-Types', 'soap11', both(coded, added('content-type', 'text/xml; charset=utf-7'))],
  ['a folded charset', 'soap11', typed('text/xml; charset=utf-8;\r\n charset=utf-7')],
  ['a form in another charset', 'http-post', codedForm(`${form}; charset=utf-7`)],
  ['a form in UTF-16', 'http-post', codedForm(`${form}; charset=utf-16`)],
  ['a form in Turkish', 'http-post', codedForm(`${form}; charset=iso-8859-9`)],
  ['a form with two charsets', 'http-post', codedForm(`${form}; charset=utf-8; charset=utf-7`)],
  ['a form with a charset in quotes', 'http-post', codedForm(`${form}; x=";charset=utf-7"`)],
  ['a form with an extended charset', 'http-post', codedForm(`${form}; charset*=utf-7`)],
  ['a form of parts', 'http-post', codedForm('multipart/form-data; boundary=a')],
  ['a declaration of UTF-7', 'soap11', both(coded, inBody('encoding="utf-8"', 'encoding="utf-7"'))],
  ['a declaration of UTF-16', 'soap11', both(coded, inBody('encoding="utf-8"', "encoding='utf-16'"))],
  ['a declaration of windows-1254', 'soap12', inBody('encoding="utf-8"', 'encoding="windows-1254"')],
  ['bytes in UTF-16', 'soap11', both(inBody('</GsmNumbers>', `${more}</GsmNumbers>`), asUtf16)],
  ['X-Original-URL', 'soap11', added('X-Original-URL', elsewhere), 'arrives'],
  ['X-Rewrite-URL', 'http-get', added('X-Rewrite-URL', elsewhere), 'arrives'],
  [
    'X-Forwarded-Uri and X-HTTP-Method-Override',
    'http-post',
    both(added('X-Forwarded-Uri', elsewhere), added('X-HTTP-Method-Override', 'GET')),
    'arrives',
  ],
  ['a Referer', 'soap12', added('Referer', elsewhere), 'arrives'],
  ['a field of its own', 'http-post', added('GsmNumbers', STRANGER), 'arrives'],
  ['a Cookie', 'soap11', added('Cookie', `GsmNumbers=${STRANGER}`), 'arrives'],
  ['Authorization', 'soap11', added('Authorization', `Basic ${STRANGER}`)],
  [
    'a field that Connection names',
    'soap11',
    both(added('Connection', 'close, X-To'), added('X-To', STRANGER)),
    'arrives',
  ],
  [
    'a SOAPAction that Connection names',
    'soap11',
    added('Connection', 'close, SOAPAction, Content-Type'),
    'arrives',
  ],
  ['a SOAPAction over a form', 'http-post', added('SOAPAction', `"${NAMESPACE}/${STRANGER}"`), 'arrives'],
  ['two SOAPActions', 'soap11', added('soapaction', `"${STRANGER}"`)],
  [
    'a content coding',
    'soap11',
    (request) => both(added('Content-Encoding', 'gzip'))({ ...request, body: gzipSync(request.body) }),
  ],
  ['a coding that nobody knows', 'soap11', added('Content-Encoding', 'x-none')],
  ['a text beside string', 'soap11', inBody('<GsmNumbers>', `<GsmNumbers>${STRANGER}`)],
  ['a text behind string', 'soap12', inBody('</GsmNumbers>', `,${STRANGER}</GsmNumbers>`)],
  ['a CDATA section beside string', 'soap11', inBody('<GsmNumbers>', `<GsmNumbers><![CDATA[${STRANGER}]]>`)],
  ['a text in the operation', 'soap11', inBody('<GsmNumbers>', `${STRANGER}<GsmNumbers>`)],
  ['a text in Body', 'soap12', inBody('</soap:Body>', `${STRANGER}</soap:Body>`)],
  ['a text in Envelope', 'soap11', inBody('<soap:Body>', `${STRANGER}<soap:Body>`)],
  ['a text in Header', 'soap11', inBody('<soap:Body>', `<soap:Header>${STRANGER}</soap:Header><soap:Body>`)],
  [
    'an element in Header',
    'soap12',
    inBody('<soap:Body>', `<soap:Header><to>${STRANGER}</to></soap:Header><soap:Body>`),
  ],
  ['a Header of no namespace', 'soap11', inBody('<soap:Body>', '<Header/><soap:Body>')],
  ['an element behind Body', 'soap11', inBody('</soap:Body>', `</soap:Body><to>${STRANGER}</to>`)],
  ['a second operation', 'soap11', inBody(/<SendBulkSms.*<.SendBulkSms>/, `$&<to>${STRANGER}</to>`)],
  ['an attribute of string', 'soap11', inBody('<string>', `<string to="${STRANGER}">`)],
  ['an attribute of GsmNumbers', 'soap12', inBody('<GsmNumbers>', `<GsmNumbers href="#${STRANGER}">`)],
  ['an attribute of the operation', 'soap11', inBody('<SendBulkSms ', `<SendBulkSms to="${STRANGER}" `)],
  ['an attribute of Body', 'soap11', inBody('<soap:Body>', `<soap:Body id="${STRANGER}">`)],
  ['an attribute of Envelope', 'soap12', inBody('<soap:Envelope ', `<soap:Envelope a="${STRANGER}" `)],
  ['a string that is nil', 'soap11', inBody('<string>', `<string ${xsi} i:nil="true">`)],
  ['a list that is nil', 'soap12', inBody('<GsmNumbers>', `<GsmNumbers ${xsi} i:nil="1">`)],
  ['a parameter that is not nil', 'soap11', inBody('<Message>', `<Message ${xsi} i:nil="false">`)],
  ['an xml:base', 'soap11', inBody('<string>', `<string xml:base="${STRANGER}">`)],
  ['a comment in a number', 'soap11', inBody('<string>90532', '<string><!-- -->90532')],
  ['an instruction in a number', 'soap12', inBody('<string>90532', `<string>90532<?to ${STRANGER}?>`)],
  ['a DOCTYPE', 'soap11', inBody('<soap:Envelope', `<!DOCTYPE a [<!ENTITY n "${STRANGER}">]><soap:Envelope`)],
  ['an element in string', 'soap11', inBody('<string>', `<string><to>${STRANGER}</to>`)],
  ['an element in a text', 'soap12', inBody('<Message>', `<Message><to>${STRANGER}</to>`)],
  ['an item of another name', 'soap11', inBody('</GsmNumbers>', `<String>${STRANGER}</String></GsmNumbers>`)],
  [
    'an item in no namespace',
    'soap11',
    inBody('</GsmNumbers>', `<string xmlns="">${STRANGER}</string></GsmNumbers>`),
  ],
  ['one more list', 'soap11', inBody('</GsmNumbers>', `</GsmNumbers><GsmNumbers>${more}</GsmNumbers>`)],
  [
    'a list in no namespace',
    'soap12',
    inBody('<GsmNumbers>', `<GsmNumbers xmlns="">${more}</GsmNumbers><GsmNumbers>`),
  ],
  ['one more number', 'soap11', inBody('</GsmNumbers>', `${more}</GsmNumbers>`)],
  ['two numbers in one text', 'soap11', inBody('<string>', `<string>${STRANGER},`)],
  ['two numbers on two lines', 'soap12', inBody('<string>', `<string>${STRANGER}&#10;`)],
  [
    'a number in references',
    'soap11',
    inBody(/<string>\d+/, `<string>${[...STRANGER].map((one) => `&#${one.charCodeAt(0)};`).join('')}`),
  ],
  ['a field in other letters', 'http-post', inBody('&Message=', `&gsmnumbers=${STRANGER}&Message=`)],
  ['a field in brackets', 'http-post', inBody('&Message=', `&GsmNumbers[]=${STRANGER}&Message=`)],
  ['a field behind a semicolon', 'http-post', inBody('&Message=', `&Message=a;GsmNumbers=${STRANGER}`)],
  ['a field without a value', 'http-get', inPath('&Message=', `&Message&M=`)],
  ['a value without a field', 'http-get', inPath('&Message=', `&${STRANGER}&Message=`)],
  ['a parameter without an equals sign', 'http-get', inPath(/&EndTime=/, '&EndTime')],
  ['a NUL in a name', 'http-post', inBody('&Message=', `&GsmNumbers%00=${STRANGER}&Message=`)],
  ['a NUL in a value', 'http-post', inBody('&Message=', '&Message=%00')],
  ['an escape of Unicode', 'http-post', inBody('&Message=', `&Message=%u0026GsmNumbers=${STRANGER}`)],
  ['bytes that are no UTF-8', 'http-get', inPath('&Message=', '&Message=%FF')],
  ['an overlong form', 'http-get', inPath('&Message=', `&Message=%C0%A6GsmNumbers=${STRANGER}`)],
  ['a query beside a form', 'http-post', inPath(/$/, `?GsmNumbers=${STRANGER}`)],
  ['a query beside an envelope', 'soap11', inPath(/$/, `?op=SendBulkSms&GsmNumbers=${STRANGER}`)],
  [
    'a body beside a query',
    'http-get',
    (request) => added('Content-Length', '24')({ ...request, body: Buffer.from(`&GsmNumbers=${STRANGER}`) }),
  ],
  ['one more field', 'http-get', inPath(/$/, `&GsmNumbers=${STRANGER}`)],
  ['another path', 'http-get', inPath('/liveb/', '/liveb/../liveb/')],
  ['a path in other letters', 'soap11', inPath('/liveb/', '/LiveB/')],
  ['more of a path', 'http-post', inPath(/$/, `/${STRANGER}`)],
];

describe('a live gateway', () => {
  it.each<[string, BindingId, Change, 'arrives'?]>(tries)(
    'gets no number that is not on the list: %s, over %s',
    async (_, binding, change, arrives) => {
      const result = await send(change(written(callOf('SendBulkSms', binding, { Message: 'a' }))));
      expect(result.arrived.flatMap(numbersIn).filter((number) => !LISTED.includes(number))).toEqual([]);
      expect(result.arrived).toHaveLength(arrives ? 1 : 0);
      expect(result.status).toMatch(arrives ? /^200$/ : /^4\d\d$/);
      if (arrives) expect(result.arrived.flatMap(numbersIn)).toEqual(LISTED);
      else expect(result.lines.join('\n')).toMatch(/not forwarded: |no HTTP|breach: /);
    },
  );

  /** What a gateway reads of a request, its fields in any order. */
  const readOf = ({
    method,
    path,
    headers,
    body,
  }: Pick<WireRequest, 'path' | 'headers' | 'body'> & { method: string }) => {
    const ofUs = headers.filter(([name]) => /^(?:content-type|soapaction)$/i.test(name));
    const [place, query = ''] = path.replace(/^\/\w+(?=\/live|\/ecomm)/, '').split('?');
    const text = Buffer.from(body ?? []).toString();
    const fields = text.startsWith('<') ? [text] : `${query}${text}`.split('&').sort();
    return { method, place, ofUs, fields };
  };

  it.each(everyCall.filter(([name]) => !/^Report/.test(name)))(
    'gets a request of ours for every equal form of %s over %s, but for comments',
    async (name, id) => {
      const call = callOf(name, id);
      const plain = bindings[id].encode(call);
      const refused: unknown[] = [];
      for (const form of [
        undefined,
        ...forms.filter((one) => one.bindings.includes(id)).map((one) => one.id),
      ]) {
        await send(asWritten(inForm(plain, call, form)));
        const [request] = arrived;
        if (request) expect([form, readOf(request)]).toEqual([form, readOf(plain)]);
        else refused.push(form);
      }
      expect(refused).toEqual(id.startsWith('soap') ? ['comments', 'comment-in-text'] : []);
    },
  );

  it('gets hard texts as the client wrote them', async () => {
    for (const { id } of contract.bindings) {
      const call = callOf('SendBulkSms', id, { Message: hardText, ServiceTicket: hardText });
      const plain = bindings[id].encode(call);
      await send(asWritten(plain));
      expect(arrived.map(readOf)).toEqual([readOf(plain)]);
    }
  });

  const ENVELOPE = (inside: string) =>
    `\uFEFF<?xml version='1.0' encoding='UTF-8' standalone="no"?>\n<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/" xmlns:x="http://www.w3.org/2001/XMLSchema" ${xsi} S:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">\n <S:Header> </S:Header>\n <S:Body>\n ${inside}\n </S:Body>\n</S:Envelope>\n`;

  it('gets prefixes, types, an empty Header, a byte order mark and white space as our plain envelope', async () => {
    const text = ENVELOPE(
      `<n:SendBulkSms xmlns:n="${NAMESPACE}">\n<n:Message i:type="x:string"><![CDATA[<b>]]> &#x15F;\r\n</n:Message>\t<n:ServiceTicket>T-1</n:ServiceTicket><n:GsmNumbers>\n<n:string>905321112233</n:string>\n<n:string>905321112244</n:string></n:GsmNumbers><n:EndTime/></n:SendBulkSms>`,
    );
    const sent = written(callOf('SendBulkSms', 'soap11'));
    const { status } = await send({ ...sent, body: Buffer.from(text) });
    expect(status).toBe('200');
    expect(arrived.map(({ body }) => Buffer.from(body ?? []).toString())).toEqual([
      `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><SendBulkSms xmlns="${NAMESPACE}"><Message>&lt;b&gt; ş\n</Message><ServiceTicket>T-1</ServiceTicket><GsmNumbers><string>905321112233</string><string>905321112244</string></GsmNumbers><EndTime></EndTime></SendBulkSms></soap:Body></soap:Envelope>`,
    ]);
  });

  it('gets absent parameters as absent, in the order of the client', async () => {
    const sent = written(callOf('SendBulkSms', 'http-post'));
    const body = 'Message=a+b&GsmNumbers=905321112233&ServiceTicket=T%2D1&GsmNumbers=905321112244&';
    await send({ ...sent, body: Buffer.from(body) });
    expect(arrived.map(({ body: got }) => `${got}`)).toEqual([
      'Message=a+b&GsmNumbers=905321112233&GsmNumbers=905321112244&ServiceTicket=T-1',
    ]);
  });

  it('gets of the fields of a client only what says what reply is wanted', async () => {
    const fields = { accept: 'text/xml', 'Accept-Language': 'tr' };
    const more = {
      'User-Agent': 'client/1',
      'Cache-Control': 'no-cache',
      Via: 'x',
      Origin: 'http://127.0.0.1',
    };
    const all = Object.entries({ ...fields, ...more });
    const sent = written(callOf('ReportSmsWithPacketId', 'http-get'));
    await send({ ...sent, headers: all });
    const [{ headers } = { headers: [] }] = arrived;
    const own = ['host', 'connection', 'accept-encoding', 'user-agent'];
    expect(headers.filter(([name]) => !own.includes(name.toLowerCase()))).toEqual(Object.entries(fields));
  });

  it.each<[string, BindingId, Change, string]>([
    [
      'a parameter of the Content-Type',
      'soap11',
      typed('text/xml; charset=utf-8; profile=x'),
      'its Content-Type is "text/xml; charset=utf-8; profile=x"',
    ],
    [
      'an attribute',
      'soap11',
      inBody('<string>', '<string to="x">'),
      '/Envelope/Body/SendBulkSms/GsmNumbers/string/@to is no part of the call',
    ],
    [
      'a text',
      'soap12',
      inBody('<soap:Body>', '<soap:Body>x'),
      '/Envelope/Body/text() is no part of the call',
    ],
    [
      'a Header',
      'soap12',
      inBody('<soap:Body>', '<soap:Header><a/></soap:Header><soap:Body>'),
      '/Envelope/Header is no part of the call',
    ],
    [
      'nil',
      'soap11',
      inBody('<EndTime>', `<EndTime ${xsi} i:nil="1">`),
      '/Envelope/Body/SendBulkSms/EndTime/@nil is no part of the call',
    ],
    ['an encoding', 'soap11', inBody('"utf-8"', '"utf-7"'), 'its XML declaration names utf-7'],
    ['a field', 'http-post', inBody('&EndTime=', '&EndTime'), 'a field has no equals sign'],
  ])('is not asked, and its client told why: %s', async (_, binding, change, why) => {
    const result = await send(change(written(callOf('SendBulkSms', binding))));
    expect([result.status, result.arrived]).toEqual(['403', []]);
    expect(result.lines.join()).toMatch(
      new RegExp(`not forwarded: it could be read otherwise: ${why.replace(/[()]/g, '\\$&')}$`),
    );
  });
});
