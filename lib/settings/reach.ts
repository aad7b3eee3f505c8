import type { Environment, Settings, Transport } from '../model/running/settings.ts';
import { type Mask, maskFor } from '../secrets/mask.ts';
import { proxySecrets } from '../transport/connection/proxy.ts';
import { defaultSettings } from './run-settings.ts';

/** How the target of a run is reached; the embedded reference straight, over connections that are used again. */
export function transportOf({ target, transport }: Pick<Settings, 'target' | 'transport'>): Transport {
  return target === null ? { ...defaultSettings.transport, keepAlive: true } : transport;
}

/** Every text of a run that must never be written; the ServiceTicket first. */
export function secretsOf({ ticket, transport }: ReadSecrets): readonly string[] {
  return [ticket ?? '', ...proxySecrets(transport ?? { proxy: null })];
}

/** What was read of the settings when a mistake is told. */
export interface ReadSecrets {
  readonly ticket?: string | undefined;
  readonly transport?: Pick<Transport, 'proxy'> | undefined;
}

/**
 * For a message about a mistake, which repeats what it is about: nothing guards the output before a run begins, and
 * whoever mistakes the place of a secret writes it where it does not belong.
 */
export function mistakeMask(environment: Environment, read: ReadSecrets = {}): Mask {
  // The ticket in the source of this program is no secret.
  const ticket = read.ticket === defaultSettings.ticket ? '' : read.ticket;
  return maskFor([environment.POSTSMS_TICKET ?? '', ...secretsOf({ ...read, ticket })]);
}
