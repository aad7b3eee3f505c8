import type { Pace, Transport } from '../model/running/settings.ts';

/** What a sender needs to know of the settings; the limits of a whole run are not its own. */
export type SenderOptions = Transport & Omit<Pace, 'rate' | 'maxDurationMs' | 'reportDelayMs'>;
