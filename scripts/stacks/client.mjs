// node-soap and fetch: client.mjs URL soap11|soap12|GET|POST
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [, , base, way] = process.argv;
const numbers = ['905001112233', '905001112244'];
const ticket = { ServiceTicket: 'ticket-1234' };
const message = { ...ticket, Originator: 'ACME', Message: 'Şifreniz <b> & +1', BeginTime: '' };
const single = { GsmNumber: numbers[0], KeyID: 'k1', PostType: '1', MessageType: '', RecipientType: '' };

async function overSoap(path, operation, values) {
  const soap = createRequire(join(process.cwd(), 'client.mjs'))('soap');
  const options = { forceSoap12Headers: way === 'soap12' };
  const client = await soap.createClientAsync(`${base}/${path}/postsms.asmx?WSDL`, options);
  const port = client.PostSms[way === 'soap12' ? 'PostSmsSoap12' : 'PostSmsSoap'];
  const reply = await new Promise((resolve, reject) => {
    port[operation](values, (error, result) => (error ? reject(error) : resolve(result)));
  });
  return reply[`${operation}Result`].PacketID;
}

async function overHttp(path, operation, { GsmNumbers = [], ...values }) {
  const fields = new URLSearchParams(values);
  for (const number of GsmNumbers.string ?? []) fields.append('GsmNumbers', number);
  const url = `${base}/${path}/postsms.asmx/${operation}`;
  const reply = await (way === 'GET'
    ? fetch(`${url}?${fields}`)
    : fetch(url, { method: 'POST', body: fields }));
  return /<PacketID>(.*)<\/PacketID>/.exec(await reply.text())[1];
}

const call = way.startsWith('soap') ? overSoap : overHttp;
const packet = await call('live', 'SingleShotSmsWithTypeAndKeyID', { ...message, ...single });
await call('live', 'ReportSingleShotSms', { ...ticket, PacketId: packet });
const bulk = await call('liveb', 'SendBulkSms', { ...message, GsmNumbers: { string: numbers }, EndTime: '' });
await call('ecomm', 'ReportSmsWithPacketId', { ...ticket, PacketId: bulk });
