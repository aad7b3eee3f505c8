import { createRequire } from 'node:module';

/**
 * Loads a package as CommonJS, at its first use where that is later than the start. An import of it would also have Node
 * search its source for exports, or load it as many files: 30 ms for saxes, 15 for fast-xml-parser.
 */
export const require = createRequire(import.meta.url);
