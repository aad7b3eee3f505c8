// Lets a name of no machine lead here, as the name of a live endpoint does to it: in tests, and in the processes that
// they start with `--import`. Everything else is looked up as ever.
import dns from 'node:dns';

export const LIVE_HOST = 'live.gateway.example';

const { lookup } = dns;
dns.lookup = Object.assign(
  (host, ...others) => lookup(host === LIVE_HOST ? '127.0.0.1' : host, ...others),
  lookup,
);
