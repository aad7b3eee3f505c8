// Reads replies with packages of npm, as programs do that expect the names of elements as keys: node read.mjs REPLIES
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// They are installed beside the copy of this file that runs.
const packageNamed = createRequire(import.meta.url);
const { parseStringPromise } = packageNamed('xml2js');
const { xml2js } = packageNamed('xml-js');

const { replies, packet, delivery, list, item } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const start = (prefix) => (prefix ? `${prefix}:` : '');

/** The way to the result: names of the elements around it, and then the names of fields. */
function keysOf({ isSoap, operation, envelopePrefix, servicePrefix }) {
  const [envelope, service] = [start(envelopePrefix), start(servicePrefix)];
  const way = isSoap
    ? [
        `${envelope}Envelope`,
        `${envelope}Body`,
        `${service}${operation}Response`,
        `${service}${operation}Result`,
      ]
    : [`${service}EmPostSmsResult`];
  return { way, service };
}

const text = (value) => {
  if (typeof value === 'object') throw new Error('an object');
  return value ?? null;
};

async function withXml2js(body, reply) {
  const { way, service } = keysOf(reply);
  let node = await parseStringPromise(body);
  for (const [place, key] of way.entries()) node = place === 0 ? node[key] : node[key][0];
  const fields = (of, names) =>
    Object.fromEntries(names.map((name) => [name, of[service + name] ? text(of[service + name][0]) : null]));
  const lists = node[service + list]?.[0];
  return {
    packet: fields(node, packet),
    deliveries: (lists?.[service + item] ?? []).map((each) => fields(each, delivery)),
  };
}

async function withXmlJs(body, reply) {
  const { way, service } = keysOf(reply);
  let node = xml2js(body, { compact: true });
  for (const key of way) {
    if (node[key] === undefined) throw new Error(key);
    node = node[key];
  }
  const fields = (of, names) =>
    Object.fromEntries(names.map((name) => [name, of[service + name]?._text ?? null]));
  const items = node[service + list]?.[service + item] ?? [];
  return { packet: fields(node, packet), deliveries: items.map((each) => fields(each, delivery)) };
}

const readers = { xml2js: withXml2js, 'xml-js': withXmlJs };
const read = [];
for (const reply of replies) {
  const body = Buffer.from(reply.body, 'base64').toString(reply.encoding);
  for (const [reader, by] of Object.entries(readers)) {
    const value = await by(body, reply).catch((error) => ({ error: error.message }));
    read.push({ reader, reply: reply.id, value });
  }
}
console.log(JSON.stringify(read));
