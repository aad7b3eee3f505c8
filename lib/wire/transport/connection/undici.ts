import { createRequire } from 'node:module';
import type undici from 'undici';

type Undici = typeof undici;

const require = createRequire(import.meta.url);

// The index of undici also loads fetch, WebSockets, caches and mocks, which takes twice as long as what is used here.

export const buildConnector: Undici['buildConnector'] = require('undici/lib/core/connect');

export const Client: Undici['Client'] = require('undici/lib/dispatcher/client');

export const Pool: Undici['Pool'] = require('undici/lib/dispatcher/pool');

// As the index does: a tunnel is asked for by a method.
Object.assign(Client.prototype, { connect: require('undici/lib/api/api-connect') });
