import { defaultSettings } from '../run/settings.ts';
import { text, truth } from './kinds.ts';
import { pem } from './pem.ts';
import { proxyUrl, withoutCredentials } from './proxy.ts';
import type { SettingKeys } from './setting-key.ts';

const { transport } = defaultSettings;

/** How an endpoint is reached. */
export const transportKeys: SettingKeys<
  'keepAlive' | 'ca' | 'cert' | 'key' | 'servername' | 'insecure' | 'proxy' | 'noProxy'
> = {
  keepAlive: {
    kind: truth,
    help: 'use connections again; only for a server that never ends an idle one',
    initial: transport.keepAlive,
  },
  ca: {
    kind: pem('certificate'),
    help: 'PEM file of the certificates to trust',
    initial: null,
    show: (value) => value?.shown ?? null,
  },
  cert: {
    kind: pem('certificate'),
    help: 'PEM file of a client certificate; needs key',
    initial: null,
    show: (value) => value?.shown ?? null,
  },
  key: {
    kind: pem('private key'),
    help: "PEM file of the client certificate's private key",
    initial: null,
    show: (value) => value?.shown ?? null,
  },
  servername: {
    kind: text('<name>'),
    help: "name that the server's certificate must be for, where it is not that of the URL",
    initial: transport.servername,
  },
  insecure: {
    kind: truth,
    help: 'accept a certificate that nobody vouches for',
    initial: transport.insecure,
  },
  proxy: {
    kind: proxyUrl,
    help: 'URL of an HTTP proxy, or none',
    initial: transport.proxy,
    show: withoutCredentials,
  },
  noProxy: {
    kind: text('<hosts>'),
    // A flag that begins with --no- would be the opposite of --proxy; curl has this one.
    flag: 'noproxy',
    help: 'hosts that are reached without the proxy, with commas, as in NO_PROXY',
    initial: transport.noProxy,
  },
};
