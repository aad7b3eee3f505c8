import type { Transport } from '../model/running/settings.ts';
import { type Mask, maskFor } from '../secrets/mask.ts';
import { defaultSettings } from './defaults.ts';
import { secretsOf } from './reach.ts';

/** What was read of the settings when a mistake is told. */
export interface ReadSecrets {
  readonly ticket?: string | undefined;
  readonly transport?: Pick<Transport, 'proxy'> | undefined;
}

/**
 * For a message about a mistake, which repeats what it is about: nothing guards the output before a run begins, and
 * whoever mistakes the place of a secret writes it where it does not belong.
 */
export function mistakeMask(
  environment: Readonly<Record<string, string | undefined>>,
  read: ReadSecrets = {},
): Mask {
  const { ticket = '', transport = { proxy: null } } = read;
  // What is written in the source of this program is no secret.
  const own = ticket === defaultSettings.ticket ? '' : ticket;
  return maskFor([environment.POSTSMS_TICKET ?? '', ...secretsOf({ ticket: own, transport })]);
}
