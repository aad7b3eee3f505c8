import { expect, it } from 'vitest';
import { contract } from '../../suites/support/cases.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { namedTickets } from './named-tickets.ts';

const secret = 't1ck3t-0001';

const read = (
  body: string | Uint8Array | null,
  { path = '/a', headers = [] as WireRequest['headers'] } = {},
) =>
  namedTickets({ method: 'POST', path, headers, body: body === null ? null : Buffer.from(body) }, contract);

function found(...[body, more]: Parameters<typeof read>): readonly string[] {
  const named = read(body, more);
  if (!named.ok) throw new Error(named.error);
  return named.value;
}

it.each([
  `serviceticket=${secret}&Message=a`,
  `Message=a&Ticket=${secret}`,
  `service_ticket=${secret}`,
  `Service-Ticket=${secret}`,
  `%53ervice%54icket=${secret}`,
  `params[ServiceTicket]=${secret}`,
  `ServiceTiket=${secret}`,
  `ServıceTıcket=${secret}`,
  `a=%7B%22ServiceTicket%22%3A%22${secret}%22%7D`,
  `<serviceTicket>${secret}</serviceTicket>`,
  `<a:Ticket xmlns:a="b">\n${secret}\n</a:Ticket>`,
  `<ServiceTicket><![CDATA[${secret}]]></ServiceTicket>`,
  `<a><b><ServiceTicket>${secret}</ServiceTicket></b></a>`,
  `<ServiceTicket><Value>${secret}</Value></ServiceTicket>`,
  `<SendBulkSms serviceTicket='${secret}'/>`,
  `<parameter name="ServiceTicket" value="${secret}"/>`,
  `<parameter name="ServiceTicket">${secret}</parameter>`,
  `<item><key xsi:type="xsd:string">ServiceTicket</key><value xsi:type="xsd:string">${secret}</value></item>`,
  `<ServiceTicket>${secret}`,
  `&lt;ServiceTicket&gt;${secret}&lt;/ServiceTicket&gt;`,
  `{"ServiceTicket" : "${secret}", "Message": "a"}`,
  `{"a": {"service_ticket": ["${secret}"]}}`,
  `{"ServiceTicket": {"Value": "${secret}"}}`,
  `{"params": "Message=a;ServiceTicket=${secret}"}`,
  `{"name": "ServiceTicket", "value": "${secret}"}`,
  `"{\\"ServiceTicket\\":\\"${secret}\\"}"`,
  `{'ServiceTicket': '${secret}'`,
  `array('ServiceTicket' => '${secret}')`,
  `ServiceTicket: ${secret}\nMessage: a`,
  `--b\r\nContent-Disposition: form-data; name="ServiceTicket"\r\nContent-Type: text/plain\r\n\r\n${secret}\r\n--b--`,
  `<ServiceTicket value="${secret}"/>`,
  `<a:SERVICE_TICKET xsi:nil='false' v='${secret}'></a:SERVICE_TICKET>`,
  `<ServiceTicket\nvalue = "${secret}"\n/>`,
  `<ServiceTicket value=${secret}/>`,
  `<ServiceTicket value="${secret}`,
  `<Ticket id="${secret}"/>`,
  `<ServiceTicket><a><v value="${secret}"/></a></ServiceTicket>`,
  `<ServiceTicket><a><b><c><d>${secret}</d></c></b></a></ServiceTicket>`,
  `<ServiceTicket><a>urn:b</a><c/><d>${secret}</d></ServiceTicket>`,
  `<ServiceTicket><!-- a -->${secret}</ServiceTicket>`,
  `<ServiceTicket><!--${secret}--></ServiceTicket>`,
  `<!-- <ServiceTicket>${secret}</ServiceTicket> -->`,
  `<parameter value="${secret}" name="ServiceTicket"/>`,
  `<parameter name="ServiceTicket" type="xsd:string" value="${secret}"/>`,
  `&lt;ServiceTicket value=&quot;${secret}&quot;/&gt;`,
  `xml=%3CServiceTicket%20value%3D%22${secret}%22%2F%3E&PacketId=1`,
  `<![CDATA[<ServiceTicket value="${secret}"/>]]>`,
  `{"ServiceTicket": {"a": {"b": "${secret}"}}}`,
  `{"ServiceTicket": {"type": "string", "value": "${secret}"}}`,
  `{"value": "${secret}", "name": "ServiceTicket"}`,
  `[["ServiceTicket", "${secret}"], ["PacketId", "1"]]`,
  `json=%7B%22a%22%3A%5B%22ServiceTicket%22%2C%22${secret}%22%5D%7D`,
  `token=${secret}`,
  `<wsse:Password>${secret}</wsse:Password>`,
  `--b\r\nContent-Disposition: form-data; name="Service Ticket"\r\n\r\n${secret}\r\n--b--`,
  Buffer.from(`<ServiceTicket value="${secret}"/>`, 'utf16le').swap16(),
  Buffer.from(`<ServiceTicket>${secret}</ServiceTicket>`, 'utf16le'),
  Buffer.from(`\xFF<ServiceTicket>${secret}</ServiceTicket>`, 'latin1'),
])('finds the value of what is named like the ticket: %j', (body) => {
  expect(found(body)).toContain(secret);
});

it('finds it in the query, a header and a cookie, and each of repeated fields', () => {
  expect(found(null, { path: `/a?x=1&SERVICETICKET=${secret}` })).toEqual([secret]);
  expect(found(null, { path: `/a/ServiceTicket/${secret}?x=1` })).toEqual([secret]);
  expect(found(null, { path: `/a?xml=<ServiceTicket value="${secret}"/>` })).toEqual([secret]);
  expect(found(null, { headers: [['X-ServiceTicket', secret]] })).toEqual([secret]);
  expect(found(null, { headers: [['X-Api-Key', secret]] })).toEqual([secret]);
  expect(found(null, { headers: [['Cookie', `a=b; ticket=${secret}; c=d`]] })).toEqual([secret]);
  expect(found('ServiceTicket=first-one&ServiceTicket=second+one')).toEqual(
    expect.arrayContaining(['first-one', 'second+one', 'second one']),
  );
});

it('finds what a header authenticates with', () => {
  const basic = Buffer.from(`user:${secret}`).toString('base64');
  expect(found(null, { headers: [['Authorization', `Bearer ${secret}`]] })).toEqual([secret]);
  expect(found(null, { headers: [['Authorization', secret]] })).toEqual([secret]);
  expect(found(null, { headers: [['proxy-authorization', `Basic ${basic}`]] })).toEqual([basic, secret]);
  expect(found(null, { headers: [['Authorization', 'Basic x']] })).toEqual([]);
});

it.each([
  'ServiceTicket=&Message=Merhaba',
  'ServiceTicket=***&Message=Merhaba',
  'ServiceTicket=abc&Ticket=true&ticket=null',
  '<ServiceTicket/><Message>Merhaba</Message>',
  '<ServiceTicket /><Message>Merhaba</Message>',
  '<ServiceTicket></ServiceTicket><Message>Merhaba</Message>',
  '<ServiceTicket>?</ServiceTicket>',
  '<ServiceTicket xmlns="http://tempuri.org/" xmlns:q="urn:abcd" xsi:type="xsd:string" s:encodingStyle="urn:abcd"/>',
  '<s:element minOccurs="0" maxOccurs="1" name="ServiceTicket" type="s:string"/>',
  '<ServiceTicket><Message>Merhaba</Message><Originator value="POSTSMS"/>',
  '<item><key>Originator</key><value>POSTSMS</value></item><item><key>ServiceTicket</key><value/></item>',
  '{"ServiceTicket": "", "Originator": "POSTSMS", "Message": "Ticket"}',
  '[{"name": "Originator", "value": "POSTSMS"}, {"name": "ServiceTicket", "value": ""}]',
  '<Message>your ticket: is sold</Message><PostType>ServiceName</PostType>',
  'ServiceType=anything&Message=Merhaba',
  '{"ServiceTicket": "", "Message": "Merhaba"}',
  '<p>ServiceTicket: PacketId</p>',
  'ServiceTicket=&Ref=test-ticket-2024&Originator=POSTSMS',
  '{"ServiceTicket": "SendBulkSms"}',
  '',
])('finds nothing where there is no secret: %j', (body) => {
  expect(found(body)).toEqual([]);
});

it.each([
  'a',
  ' ',
  '<',
  '<a ',
  '="',
  "'",
  '<a b="',
  '<ServiceTicket>',
  '<ServiceTicket a="b"',
  '["a",',
  '{"a":',
  '<!--',
  'name="a\r\n\r\n',
  '<a><b>',
  'ticket=',
  '<![CDATA[',
  '<a><![CDATA[',
  '\\"',
  '%41',
  '&',
])('takes no more than twenty tickets from a long body of %j, or says why it is not read', (part) => {
  const named = read(part.repeat(250_000 / part.length));
  if (named.ok) expect(named.value.length).toBeLessThan(21);
  else expect(named.error).toMatch(/^it has more than 20000 fields, the limit of one request$/);
});

const numbered = (count: number, write: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => write(number)).join('');

it.each<[string, string, RegExp | number]>([
  ['20 tickets', numbered(20, (n) => `&Ticket=${secret}${n}`), 20],
  ['21 tickets', numbered(21, (n) => `&Ticket=${secret}${n}`), /more than 20 different tickets/],
  ['90,000 tickets', numbered(90_000, (n) => `&ServiceTicket=${secret}${n}`), /more than 20000 fields/],
  ['as many in elements', numbered(90_000, (n) => `<Ticket>${secret}${n}</Ticket>`), /20 different/],
  ['20,000 fields', `ServiceTicket=${secret}${'&a=b'.repeat(19_999)}`, 1],
  ['one more', `ServiceTicket=${secret}${'&a=b'.repeat(20_000)}`, /more than 20000 fields/],
  ['many names', 'a=b '.repeat(1_000_000), /more than 200000 names/],
  ['many references in an envelope', `<a><Ticket>${secret}</Ticket>${'&amp;'.repeat(30_000)}</a>`, 1],
])('reads a body of %s in good time', (_, body, expected) => {
  const started = process.cpuUsage();
  const named = read(body);
  expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
  if (typeof expected === 'number') expect(named.ok && named.value).toHaveLength(expected);
  else expect(!named.ok && named.error).toMatch(expected);
});

it('counts the fields of a query as those of a form', () => {
  expect(read(null, { path: `/a?${'a=b&'.repeat(20_000)}` })).toMatchObject({ ok: false });
});

it.each([
  'ServiceTicket=conformance-ticket&Originator=POSTSMS',
  'service-ticket=conformance-ticket&Originator=POSTSMS',
  '<ServiceTicket>conformance-ticket</ServiceTicket><Originator>POSTSMS</Originator>',
  '{"ServiceTicket":"conformance-ticket","Originator":"POSTSMS"}',
])('takes no value behind a ticket that has the word in it: %j', (body) => {
  expect(found(body)).toEqual(['conformance-ticket']);
});
