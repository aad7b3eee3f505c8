import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

// Loaded at their first use. Built-in declarations are kept as they were loaded, and schemas compiled, so that a command
// without files of its user needs neither library.

export const yaml = () => require('yaml') as typeof import('yaml');

export const ajv = () => require('ajv') as typeof import('ajv');
