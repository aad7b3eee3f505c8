import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loaded at its first use: most runs draw nothing and find nothing. */
export const fastCheck = () => require('fast-check') as typeof import('fast-check');
