import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, inProcess, newFolder } from './command.ts';

interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const OPERATION = 'ReportSmsWithPacketId';
const NAMESPACE = 'http://postsms-conformance.example/';
const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

const post = (body: string, type = 'application/x-www-form-urlencoded', more = {}, query = ''): Sent => ({
  path: `/ecomm/postsms.asmx/${OPERATION}${query}`,
  headers: { 'content-type': type, ...more },
  body: Buffer.from(body),
});

const soap = (parameters: string, header = '', attribute = '', end = ''): Sent => ({
  path: '/ecomm/postsms.asmx',
  headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${NAMESPACE}${OPERATION}"` },
  body: Buffer.from(
    `<s:Envelope xmlns:s="${ENVELOPE}">${header}<s:Body><${OPERATION} xmlns="${NAMESPACE}"${attribute}>${parameters}${end}`,
  ),
});

const END = `<PacketId>1</PacketId></${OPERATION}></s:Body></s:Envelope>`;
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** The ways in which clients misspell the place of the ticket. */
const spellings: Readonly<Record<string, (ticket: string) => Sent>> = {
  'a form field in lower case': (ticket) => post(`serviceticket=${ticket}&PacketId=1`),
  'a form field named Ticket': (ticket) => post(`Ticket=${ticket}&PacketId=1`),
  'an element in camel case': (ticket) => soap(`<serviceTicket>${ticket}</serviceTicket>`, '', '', END),
  'an element named Ticket': (ticket) => soap(`<Ticket>${ticket}</Ticket>`, '', '', END),
  'an attribute': (ticket) => soap('', '', ` ServiceTicket="${ticket}"`, END),
  'an attribute of the element': (ticket) => soap(`<ServiceTicket value="${ticket}"/>`, '', '', END),
  'an attribute within the element': (ticket) =>
    soap(`<a:serviceticket xmlns:a="urn:a"><a:v a:is='${ticket}'/></a:serviceticket>`, '', '', END),
  'an attribute before the name': (ticket) =>
    soap(`<parameter value="${ticket}" name="ServiceTicket"/>`, '', '', END),
  'an element deep in another': (ticket) =>
    soap(`<ServiceTicket><a><b><c><d>${ticket}</d></c></b></a></ServiceTicket>`, '', '', END),
  'a comment': (ticket) => soap(`<ServiceTicket><!-- ${ticket} --></ServiceTicket>`, '', '', END),
  'JSON with the name behind': (ticket) =>
    post(`{"parameters":[{"value":"${ticket}","name":"ServiceTicket"}]}`, 'application/json'),
  'JSON with an object': (ticket) =>
    post(`{"ServiceTicket":{"type":"string","value":"${ticket}"}}`, 'application/json'),
  'a segment of the path': (ticket) => ({
    ...post(''),
    path: `/ecomm/postsms.asmx/${OPERATION}/ServiceTicket/${ticket}`,
  }),
  'the header of an API key': (ticket) => post('PacketId=1', undefined, { 'x-api-key': ticket }),
  'a SOAP header': (ticket) =>
    soap('', `<s:Header><ServiceTicket>${ticket}</ServiceTicket></s:Header>`, '', END),
  'an HTTP header': (ticket) => post('PacketId=1', undefined, { 'x-serviceticket': ticket }),
  'a cut envelope': (ticket) => soap(`<ServiceTicket>${ticket}`),
  JSON: (ticket) => post(`{"ServiceTicket":"${ticket}","PacketId":"1"}`, 'application/json'),
  multipart: (ticket) => post(`${part('ServiceTicket', ticket)}--b--\r\n`, 'multipart/form-data; boundary=b'),
  'the query of a POST': (ticket) => post('PacketId=1', undefined, {}, `?ServiceTicket=${ticket}`),
  'a repeated field': (ticket) => post(`ServiceTicket=another-0&ServiceTicket=${ticket}&PacketId=1`),
  'a field with an underscore': (ticket) => post(`service_ticket=${ticket}&PacketId=1`),
  'an escaped field name': (ticket) => post(`Service%54icket%20=${ticket}&PacketId=1`),
  'a cookie': (ticket) => post('PacketId=1', undefined, { cookie: `ServiceTicket=${ticket}` }),
  'the credentials of a header': (ticket) =>
    post('PacketId=1', undefined, { authorization: `Bearer ${ticket}` }),
  'a field behind a long text': (ticket) => post(`PacketId=${'1'.repeat(1_100_000)}&Ticket=${ticket}`),
  'a misspelt element': (ticket) => soap(`<ServiceTikcet>${ticket}</ServiceTikcet>`, '', '', END),
  'a map of PHP': (ticket) =>
    soap(`<item><key>ServiceTicket</key><value>${ticket}</value></item>`, '', '', END),
  'an envelope in a form': (ticket) =>
    post(`xml=%3CServiceTicket%3E${ticket}%3C/ServiceTicket%3E&PacketId=1`),
  'a body in UTF-16': (ticket) => {
    const { body, ...sent } = soap(`<ServiceTicket>${ticket}</ServiceTicket>`, '', '', END);
    return { ...sent, body: Buffer.from(`\uFEFF${String(body)}`, 'utf16le') };
  },
  'a body in UTF-16 without its mark': (ticket) => {
    const { body, ...sent } = soap(`<ServiceTicket>${ticket}</ServiceTicket>`, '', '', END);
    return { ...sent, body: Buffer.from(String(body), 'utf16le') };
  },
  'a path of no operation': (ticket) => ({ ...post(''), path: `/ecomm/postsms.asmx/Ticket=${ticket}` }),
  'one line of text': (ticket) => post(`ServiceTicket: ${ticket}, PacketId: 1`, 'text/plain'),
};

/** Each with a ticket of its own, so that none is masked because another one was found. */
const sent = Object.entries(spellings).map(([spelling, write], index) => {
  const ticket = `qx${index}zKv-${'wmjpfh'.slice(index % 5)}${7919 * (index + 3)}`;
  return { spelling, ticket, request: write(ticket) };
});

/** Said in another place before anybody could know that it is a ticket. */
const EARLY = 'earlyQz-55501';
const early = post(`ServiceTicket=another-0&PacketId=${EARLY}`);
const late = post(`ticket=${EARLY}&PacketId=1`);
const requests = [early, ...sent.map(({ request }) => request), late];

const REPORTERS = ['junit', 'markdown', 'tap', 'github', 'har'].flatMap((name) => ['--reporter', name]);

const plain = (text: string) => text.replaceAll('\0', '').replaceAll('\\u{0}', '').replaceAll('\\u0000', '');

/** Every file of a report folder as text. */
function textsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .flatMap((path) => {
      const octets = readFileSync(path, 'latin1');
      const coded = [...octets.matchAll(/[A-Za-z\d+/]{40,}/g)].map(([base64]) =>
        Buffer.from(base64, 'base64'),
      );
      return [octets, ...coded.map((bytes) => bytes.toString('latin1'))].map(
        (text) => `${path}\n${plain(text)}`,
      );
    });
}

/** The tickets in texts, each with the way in which it was sent and the first lines around it. */
function inClear(texts: readonly string[], tickets = sent): readonly string[] {
  return tickets.flatMap(({ spelling, ticket }) => {
    const text = texts.find((candidate) => candidate.includes(ticket));
    if (text === undefined) return [];
    const at = text.indexOf(ticket);
    return [`${spelling} in ${text.split('\n', 1)[0]}: ${text.slice(Math.max(0, at - 80), at + 40)}`];
  });
}

function harOf(all: readonly Sent[]): string {
  const entries = all.map(({ path, headers, body }) => {
    const isText = !body.includes(0);
    return {
      startedDateTime: '2026-01-02T03:04:05.000Z',
      request: {
        method: 'POST',
        url: `http://gateway.example${path}`,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        postData: isText
          ? { text: Buffer.from(body).toString() }
          : { text: Buffer.from(body).toString('base64'), _encoding: 'base64' },
        bodySize: body.length,
      },
      response: { status: 500, headers: [], content: { size: 0 } },
    };
  });
  return JSON.stringify({ log: { entries } });
}

describe('the ticket of a client that misspells its place is in clear', () => {
  it('nowhere in what listen prints and writes', async () => {
    const folder = newFolder();
    let begun: Promise<unknown> | undefined;
    const clients = async (baseUrl: string) => {
      for (const { path, headers, body } of requests) {
        await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: Buffer.from(body) });
      }
    };
    const { code, said } = await inProcess(
      ['listen', '--port', '0', '--calls', String(requests.length), '--report-dir', folder, ...REPORTERS],
      {},
      // On a terminal it leaves the page of Allure, which has the Allure results again, to `report`.
      {
        typed: [],
        heard: (text) => {
          const baseUrl = /^listening on (\S+)/m.exec(text)?.[1];
          if (baseUrl) begun ??= clients(baseUrl);
        },
      },
    );
    await begun;
    expect(code).toBe(1);
    expect(inClear([`said\n${plain(said)}`, ...textsIn(folder)])).toEqual([]);
    expect(inClear(textsIn(folder), [{ spelling: 'early', ticket: EARLY, request: early }])).toEqual([]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['allure-results', 'junit.xml']));
  });

  it('nowhere in what judge and compare print and write', async () => {
    const recorded = folderWith({ 'a.har': harOf(requests), 'b.har': harOf(requests.slice(1)) });
    const [judged, compared] = [newFolder(), newFolder()];
    const file = join(recorded, 'a.har');
    const { code, said } = await inProcess(['judge', file, '--report-dir', judged, ...REPORTERS]);
    expect([code, said]).toEqual([1, expect.stringContaining('failed')]);
    const flags = ['--report-dir', compared];
    const other = await inProcess(['compare', file, join(recorded, 'b.har'), ...flags]);
    expect(other.code).toBe(1);
    const texts = [plain(said), plain(other.said)].map((text) => `said\n${text}`);
    expect(inClear([...texts, ...textsIn(judged), ...textsIn(compared)])).toEqual([]);
    expect(
      inClear([...texts, ...textsIn(judged)], [{ spelling: 'early', ticket: EARLY, request: early }]),
    ).toEqual([]);
  });
});
