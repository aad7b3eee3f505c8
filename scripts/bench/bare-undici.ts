import { Pool } from 'undici';

// A number of exchanges with nothing but undici: what the same traffic costs without a harness.

const [baseUrl = '', namespace = '', requests = '0', concurrency = '1'] = process.argv.slice(2);

/** Bytes of a request body, as in a usual send. */
const BODY_BYTES = 900;

const body = envelope();
const pool = new Pool(baseUrl, { connections: Number(concurrency), pipelining: 1 });
let left = Number(requests);
await Promise.all(Array.from({ length: Number(concurrency) }, exchangeUntilDone));
await pool.close();

async function exchangeUntilDone(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const reply = await pool.request({
      method: 'POST',
      path: '/liveb/postsms.asmx',
      headers: {
        'Content-Type': 'text/xml; charset=utf-8',
        SOAPAction: `"${namespace}/SendBulkSms"`,
      },
      body,
    });
    const text = await reply.body.text();
    if (reply.statusCode !== 200) throw new Error(`the reference answered ${reply.statusCode}: ${text}`);
  }
}

function envelope(): Buffer {
  const around = (message: string) =>
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">` +
    `<soap:Body><SendBulkSms xmlns="${namespace}"><ServiceTicket>bench</ServiceTicket><Originator>BENCH</Originator>` +
    `<Message>${message}</Message><GsmNumbers><string>905000000000</string><string>905000000001</string></GsmNumbers>` +
    `<BeginTime></BeginTime><EndTime></EndTime></SendBulkSms></soap:Body></soap:Envelope>`;
  return Buffer.from(around('x'.repeat(Math.max(0, BODY_BYTES - around('').length))));
}
