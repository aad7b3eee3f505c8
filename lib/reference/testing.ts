/** A hand-written client for the tests of this folder and of lib/defects: it shares nothing with the encoder. */
import { type OutgoingHttpHeaders, request } from 'node:http';
import { loadContract } from '../cases/load-contract.ts';
import type { BindingId, Contract, ParameterValues } from '../model/contract.ts';
import { type Reference, type ReferenceOptions, startReference } from './start.ts';

export const namespace = 'http://sms.example/ns';
export const envelope11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const envelope12 = 'http://www.w3.org/2003/05/soap-envelope';
export const xmlType = 'text/xml; charset=utf-8';
export const soapType = 'application/soap+xml; charset=utf-8';
export const formType = 'application/x-www-form-urlencoded';

export const single = '/live/postsms.asmx';
export const bulk = '/liveb/postsms.asmx';
export const reportAny = '/ecomm/postsms.asmx';

export interface Answer {
  readonly status: number;
  readonly type: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** All that came over the connection, byte for byte. */
  readonly raw: string;
}

let contract: Contract | undefined;

/** The contract of cases/contract.yaml, read once. */
export function testContract(): Contract {
  if (contract) return contract;
  const loaded = loadContract(new URL('../../cases/contract.yaml', import.meta.url));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  contract = loaded.value;
  return contract;
}

/** A reference with a fixed clock, closed again when `use` is done. */
export async function withReference<T>(
  use: (reference: Reference) => Promise<T>,
  options: Partial<ReferenceOptions> = {},
): Promise<T> {
  const clock = () => new Date('2026-01-02T03:04:05Z');
  const reference = await startReference({ contract: testContract(), namespace, clock, ...options });
  try {
    return await use(reference);
  } finally {
    await reference.close();
  }
}

/** Sends a request; a body of several pieces goes out in as many chunks, and one of a piece under its length. */
export function send(
  baseUrl: string,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
  body: string | Uint8Array | readonly string[] | null = null,
): Promise<Answer> {
  const pieces = typeof body === 'string' || body instanceof Uint8Array ? [body] : (body ?? []);
  return new Promise((resolve, reject) => {
    let came = '';
    const outgoing = request(`${baseUrl}${path}`, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode = 0, headers: received } = response;
        const type = received['content-type'];
        resolve({ status: statusCode, type, headers: received, text: bytes.toString('utf8'), raw: came });
      });
    });
    outgoing.on('error', reject);
    outgoing.on('socket', (socket) => {
      socket.on('data', (piece) => {
        came += piece.toString('latin1');
      });
    });
    for (const piece of pieces.slice(0, -1)) outgoing.write(piece);
    outgoing.end(pieces.at(-1));
  });
}

/** Text with every non-trivial character as a reference, so that no escaping rule of the service is mirrored. */
function xmlText(text: string): string {
  return [...text].map((c) => (/[A-Za-z0-9 ]/.test(c) ? c : `&#${c.codePointAt(0)};`)).join('');
}

function soapBody(operation: string, values: ParameterValues, uri: string): string {
  const children = Object.entries(values).map(([name, value]) => {
    const inner =
      typeof value === 'string' ? xmlText(value) : value.map((v) => `<string>${xmlText(v)}</string>`);
    return `<${name}>${typeof inner === 'string' ? inner : inner.join('')}</${name}>`;
  });
  return `<e:Envelope xmlns:e="${uri}"><e:Body><${operation} xmlns="${namespace}">${children.join('')}</${operation}></e:Body></e:Envelope>`;
}

function form(values: ParameterValues): string {
  return Object.entries(values)
    .flatMap(([name, value]) => [value].flat().map((item) => `${name}=${encodeURIComponent(item)}`))
    .join('&');
}

/** One correct call of an operation over a binding. */
export function call(
  baseUrl: string,
  binding: BindingId,
  operation: string,
  values: ParameterValues,
): Promise<Answer> {
  const path = testContract().operations.find(({ name }) => name === operation)?.path ?? '/unknown';
  switch (binding) {
    case 'soap11': {
      const headers = { 'Content-Type': xmlType, SOAPAction: `"${namespace}/${operation}"` };
      return send(baseUrl, 'POST', path, headers, soapBody(operation, values, envelope11));
    }
    case 'soap12':
      return send(
        baseUrl,
        'POST',
        path,
        { 'Content-Type': soapType },
        soapBody(operation, values, envelope12),
      );
    case 'http-get':
      return send(baseUrl, 'GET', `${path}/${operation}?${form(values)}`);
    case 'http-post':
      return send(baseUrl, 'POST', `${path}/${operation}`, { 'Content-Type': formType }, form(values));
  }
}

export const bindings: readonly BindingId[] = ['soap11', 'soap12', 'http-get', 'http-post'];
export const singleName = 'SingleShotSmsWithTypeAndKeyID';
export const singleValues = {
  ServiceTicket: 'T1',
  Originator: 'POSTSMS',
  GsmNumber: '905321112233',
  Message: 'Hello',
  KeyID: 'K1',
  PostType: '7',
  BeginTime: '',
  MessageType: '1',
  RecipientType: '1',
};
export const bulkValues = {
  ServiceTicket: 'T1',
  Originator: 'POSTSMS',
  Message: 'Hello',
  GsmNumbers: ['905321112233', '905321112244', '905321112233'],
  BeginTime: '',
  EndTime: '',
};

/** The texts of every element of this name, as they stand in the bytes. */
export function textsOf(answer: Answer, name: string): readonly string[] {
  const found = answer.text.matchAll(new RegExp(`<${name}>([^<]*)</${name}>|<${name} />`, 'g'));
  return [...found].map((match) => match[1] ?? '');
}
