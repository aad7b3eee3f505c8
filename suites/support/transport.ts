import { generate } from 'selfsigned';
import type { SendOutcome, WireRequest } from '../../lib/model/judging/wire.ts';
import { defaultSettings } from '../../lib/settings/run-settings.ts';
import type { SenderOptions } from '../../lib/wire/transport/connection/connect.ts';
import { openSender } from '../../lib/wire/transport/sender.ts';

/** One connection at a time, used again, that may bring a thousand bytes. */
export const strictOptions: SenderOptions = {
  ...defaultSettings,
  ...{ concurrency: 1, maxResponseBytes: 1_000, keepAlive: true },
};

type Issued = Readonly<Record<'cert' | 'key', string>>;
type SelfsignedOptions = NonNullable<Parameters<typeof generate>[1]>;

async function generated(value: string, options: SelfsignedOptions): Promise<Issued> {
  const all = { keyType: 'ec', algorithm: 'sha256', ...options } as const;
  const { cert, private: key } = await generate([{ name: 'commonName', value }], all);
  return { cert, key };
}

/** An authority that nobody knows. */
export function newAuthority(name = 'Test authority'): Promise<Issued> {
  const usage = { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true } as const;
  return generated(name, { extensions: [{ name: 'basicConstraints', cA: true, critical: true }, usage] });
}

/** A certificate for this machine's addresses, localhost and gateway.example; signed by itself without `by`. */
export function issue(by?: Issued, changed: Partial<SelfsignedOptions> = {}): Promise<Issued> {
  const names = ['gateway.example', 'localhost'].map((value) => ({ type: 2 as const, value }));
  const addresses = ['127.0.0.1', '::1'].map((ip) => ({ type: 7 as const, ip }));
  const altNames = [...names, ...addresses];
  const usage = { name: 'extKeyUsage', serverAuth: true, clientAuth: true } as const;
  return generated('gateway.example', {
    ...(by && { ca: by }),
    extensions: [{ name: 'basicConstraints', cA: false }, usage, { name: 'subjectAltName', altNames }],
    ...changed,
  });
}

export const get: WireRequest = { method: 'GET', path: '/x', headers: [], body: null };

export const post: WireRequest = {
  method: 'POST',
  path: '/base/x.asmx?a=%2B',
  headers: [
    ['Content-Type', 'text/xml; charset=utf-8'],
    ['SOAPAction', '"urn:x/Op"'],
  ],
  body: Buffer.from('<é/>'),
};

/** Sends one request over a connection of its own, as a run does to a target, and ends every connection. */
export async function sendTo(
  baseUrl: string,
  request: WireRequest,
  changed: Partial<SenderOptions> = {},
): Promise<SendOutcome> {
  const sender = openSender(baseUrl, { ...strictOptions, keepAlive: false, ...changed });
  try {
    return await sender.send(request);
  } finally {
    await sender.close();
  }
}
