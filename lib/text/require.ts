import { createRequire } from 'node:module';

/** Loads a package as CommonJS: an import would take 30 ms for saxes, 15 for fast-xml-parser. */
export const require = createRequire(import.meta.url);
