import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

// A small gateway for tests of the package: sends and reports on packets over all four bindings.

const NAMESPACE = 'http://tempuri.org/';
const envelopes = new Map([
  ['text/xml', 'http://schemas.xmlsoap.org/soap/envelope/'],
  ['application/soap+xml', 'http://www.w3.org/2003/05/soap-envelope'],
]);
const packets = new Map();

const element = (name, content) => `<${name}>${content}</${name}>`;

/** Returns the texts of a field, still escaped as in XML. */
function textsOf(name, body, fields) {
  if (fields) return fields.getAll(name).map((value) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;'));
  const [, content] = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(body) ?? [];
  const items = [...(content ?? '').matchAll(/<string>(.*?)<\/string>/gs)].map(([, item]) => item);
  return content === undefined || items.length > 0 ? items : [content];
}

/** Returns the packet result of a request; undefined for an unknown packet. */
function resultOf(body, fields) {
  const [asked] = textsOf('PacketId', body, fields);
  const id = asked ?? `P${packets.size + 1}`;
  const [message = ''] = textsOf('Message', body, fields);
  if (asked === undefined) packets.set(id, { message, numbers: textsOf('GsmNumbers', body, fields) });
  const deliveries = packets.get(id)?.numbers.map((number) => {
    const texts = { GsmNumber: number, DeliveryResult: '0', DeliveryDetail: '', DeliveryTime: '' };
    const more = { DeliveredMessage: packets.get(id).message, PostType: '', KeyID: '', SendDate: '' };
    const all = Object.entries({ ...texts, ...more }).map(([name, value]) => element(name, value));
    return element('EmSmsDeliveryResult', all.join(''));
  });
  const packet = element('PacketID', id) + element('PacketStatus', '1');
  return deliveries && packet + element('DeliveryResults', deliveries.join(''));
}

/** Starts the gateway at a free port of this machine. */
export async function startGateway() {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const type = (request.headers['content-type'] ?? '').split(';')[0];
    const envelope = envelopes.get(type);
    const query = request.method === 'GET' ? request.url.split('?')[1] : body;
    const result = resultOf(body, envelope ? null : new URLSearchParams(query));
    const [, operation] = /<(\w+) xmlns="http:\/\/tempuri\.org\/"/.exec(body) ?? [];
    const reply = element(`${operation}Result`, result);
    const inBody = `<${operation}Response xmlns="${NAMESPACE}">${reply}</${operation}Response>`;
    const inSoap = `<s:Envelope xmlns:s="${envelope}">${element('s:Body', inBody)}</s:Envelope>`;
    const plain = `<EmPostSmsResult xmlns="${NAMESPACE}">${result}</EmPostSmsResult>`;
    const contentType = `${envelope ? type : 'text/xml'}; charset=utf-8`;
    response.writeHead(result === undefined ? 500 : 200, { 'Content-Type': contentType });
    response.end(envelope ? inSoap : plain);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
