import { envelopeTwins } from './envelope.ts';
import type { Twin } from './equal.ts';
import { httpTwins } from './http.ts';
import { markupTwins } from './markup.ts';
import { valueTwins } from './values.ts';

/** Every equal way to write a reply that must raise no finding; one line per family. */
export const twins: readonly Twin[] = [...envelopeTwins, ...markupTwins, ...httpTwins, ...valueTwins];
