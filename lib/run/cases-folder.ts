import { fileURLToPath } from 'node:url';

/** The built-in cases, with the contract, the register and the schemas. */
export const casesFolder: string = fileURLToPath(new URL('../../cases/', import.meta.url));
