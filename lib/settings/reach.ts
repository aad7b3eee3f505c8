import type { Settings, Transport } from '../model/running/settings.ts';
import { type Stop, stop } from '../model/running/stop.ts';
import { proxyProblem, proxySecrets } from '../transport/connection/proxy.ts';
import { tlsProblem } from '../transport/connection/tls-options.ts';
import { defaultSettings } from './defaults.ts';

/** Whether a target can be reached as the settings say: files of TLS that can be used, a proxy that is one. */
export function checkTransport(transport: Transport): Stop | { readonly ok: true } {
  const problem = proxyProblem(transport) ?? tlsProblem(transport);
  return problem === null ? { ok: true } : stop(2, problem);
}

/** How the target of a run is reached; the embedded reference straight, over connections that are used again. */
export function transportOf({ target, transport }: Pick<Settings, 'target' | 'transport'>): Transport {
  return target === null ? { ...defaultSettings.transport, keepAlive: true } : transport;
}

/** Every text of a run that must never be written; the ServiceTicket first. */
export function secretsOf({
  ticket,
  transport,
}: Pick<Settings, 'ticket'> & { readonly transport: Pick<Transport, 'proxy'> }): readonly string[] {
  return [ticket, ...proxySecrets(transport)];
}
