import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import type { Transport } from '../../../model/running/settings.ts';
import { attempt } from '../../../text/reason-of.ts';

type TlsSettings = Pick<Transport, 'ca' | 'cert' | 'key' | 'servername' | 'insecure'>;

/** Texts of PEM (RFC 7468) that hold a certificate, by the labels that OpenSSL writes. */
const CERTIFICATE = /-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE)-----[\s\S]*?-----END \1-----/g;

const NO_CERTIFICATE = 'no readable certificate; expected PEM (-----BEGIN CERTIFICATE-----)';

/** Returns the TLS options of Node for a target; the CA of a setting replaces those of Node, as it does for curl. */
export function tlsOptions({ ca, cert, key, servername, insecure }: TlsSettings) {
  const set = Object.entries({ ca, cert, key, servername }).filter(([, value]) => value !== null);
  return {
    ...(Object.fromEntries(set) as Record<string, string>),
    ...{ checkServerIdentity: identityProblem, rejectUnauthorized: !insecure },
  };
}

/** Checks the name of a server as Node does. Node 22.23 finds no IPv6 address in a certificate, but OpenSSL does. */
export function identityProblem(host: string, certificate: PeerCertificate): Error | undefined {
  if (isIPv6(host) && new X509Certificate(certificate.raw).checkIP(host) !== undefined) return undefined;
  return checkServerIdentity(host, certificate);
}

/** Returns the problem of the certificates, the key or the name in one line that names the source, or null. */
export function tlsProblem(
  { ca, cert, key, servername }: TlsSettings,
  called: (name: keyof Transport) => string,
): string | null {
  if (ca !== null && !certificatesIn(ca)) return `${called('ca')}: ${NO_CERTIFICATE}`;
  if (servername !== null && isIP(servername) !== 0) {
    return `${called('servername')} ${servername}: expected a host name; TLS sends no IP addresses as server name (RFC 6066 §3)`;
  }
  if (cert === null && key === null) return null;
  if (cert === null) return `${called('key')}: the client certificate is missing; add --cert FILE`;
  if (key === null) return `${called('cert')}: the private key is missing; add --key FILE`;
  const [certificate] = certificatesIn(cert) ?? [];
  if (!certificate) return `${called('cert')}: ${NO_CERTIFICATE}`;
  const privateKey = attempt(() => createPrivateKey(key));
  if (!privateKey) {
    return `${called('key')}: no readable private key; expected PEM (-----BEGIN PRIVATE KEY-----) without a passphrase`;
  }
  return certificate.checkPrivateKey(privateKey)
    ? null
    : `${called('key')}: the key does not belong to the certificate of ${called('cert')}`;
}

/** Reads every certificate of a PEM text; undefined if there is none or one cannot be read. */
function certificatesIn(pem: string): readonly X509Certificate[] | undefined {
  return attempt(() => pem.match(CERTIFICATE)?.map((text) => new X509Certificate(text)));
}
