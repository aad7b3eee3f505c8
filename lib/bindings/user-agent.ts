import { suiteIdentity } from './suite-identity.ts';

const { name, version } = suiteIdentity();

/** Says who asks (RFC 9110 §10.1.5): gateways and their firewalls refuse requests without it. */
export const USER_AGENT = ['User-Agent', `${name}/${version}`] as const;
