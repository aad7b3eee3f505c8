import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Transport } from '../../model/running/settings.ts';

type TlsSettings = Pick<Transport, 'ca' | 'cert' | 'key' | 'servername' | 'insecure'>;

/** Texts of PEM (RFC 7468) that hold a certificate, by the labels that OpenSSL writes. */
const CERTIFICATE = /-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE)-----[\s\S]*?-----END \1-----/g;

/** As Node's `tls.connect` takes them. */
export interface TlsOptions {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly rejectUnauthorized: boolean;
}

/** How TLS is spoken to a target: an own CA replaces those that Node brings, as it does for curl. */
export function tlsOptions({ ca, cert, key, servername, insecure }: TlsSettings): TlsOptions {
  return {
    ...(ca === null ? {} : { ca }),
    ...(cert === null ? {} : { cert }),
    ...(key === null ? {} : { key }),
    ...(servername === null ? {} : { servername }),
    rejectUnauthorized: !insecure,
  };
}

/**
 * What is wrong with the certificates, the key or the name, in one line that names the flag, or null. OpenSSL would
 * say it in words of its own, at the first connection and again at every other.
 */
export function tlsProblem({ ca, cert, key, servername }: TlsSettings): string | null {
  if (ca !== null && certificatesIn(ca) === null) return `--ca: ${NO_CERTIFICATE}`;
  if (servername !== null && isIP(servername) !== 0) {
    return `--servername ${servername}: expected a host name; TLS sends no IP addresses as server name (RFC 6066 §3)`;
  }
  if (cert === null && key === null) return null;
  if (cert === null) return '--key: the client certificate is missing; add --cert FILE';
  if (key === null) return '--cert: the private key is missing; add --key FILE';
  const own = certificatesIn(cert)?.[0];
  if (!own) return `--cert: ${NO_CERTIFICATE}`;
  const privateKey = privateKeyIn(key);
  if (privateKey === null) {
    return '--key: no readable private key; expected PEM (-----BEGIN PRIVATE KEY-----) without a passphrase';
  }
  return own.checkPrivateKey(privateKey)
    ? null
    : '--key: the key does not belong to the certificate of --cert';
}

const NO_CERTIFICATE = 'no readable certificate; expected PEM (-----BEGIN CERTIFICATE-----)';

/** Every certificate of a PEM text, or null where there is none or one cannot be read. */
function certificatesIn(pem: string): readonly X509Certificate[] | null {
  try {
    const certificates = (pem.match(CERTIFICATE) ?? []).map((text) => new X509Certificate(text));
    return certificates.length > 0 ? certificates : null;
  } catch {
    return null;
  }
}

function privateKeyIn(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}
