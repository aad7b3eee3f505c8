import { defaultSettings } from '../defaults.ts';
import { proxyUrl, withoutCredentials } from '../proxy.ts';
import { text, truth } from './kinds.ts';
import { pem } from './pem.ts';
import type { SettingKeys } from './setting-key.ts';

const { transport } = defaultSettings;

/** How an endpoint is reached. */
export const transportKeys: SettingKeys<
  'keepAlive' | 'ca' | 'cert' | 'key' | 'servername' | 'insecure' | 'proxy' | 'noProxy'
> = {
  keepAlive: {
    kind: truth,
    help: 'reuse connections; only for a server that keeps idle connections open',
    initial: transport.keepAlive,
  },
  ca: {
    kind: pem('certificate'),
    help: 'PEM file with the certificates to trust',
    initial: null,
    show: (value) => value?.shown ?? null,
  },
  cert: {
    kind: pem('certificate'),
    help: 'PEM file with a client certificate; needs --key',
    initial: null,
    show: (value) => value?.shown ?? null,
  },
  key: {
    kind: pem('private key'),
    help: 'PEM file with the private key of the client certificate',
    initial: null,
    show: (value) => value?.shown ?? null,
  },
  servername: {
    kind: text('<name>'),
    help: 'expected name in the certificate of the server, if it is not the host of the URL',
    initial: transport.servername,
  },
  insecure: {
    kind: truth,
    help: 'accept an untrusted certificate',
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
    help: 'hosts to reach without the proxy, separated by commas, as in NO_PROXY',
    initial: transport.noProxy,
  },
};
