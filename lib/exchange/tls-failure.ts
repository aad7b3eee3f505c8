const UNKNOWN_ISSUER =
  'nobody known here vouches for the certificate of the target; --ca FILE gives the certificate of its issuer';
const CLIENT_CERTIFICATE = 'the target wants a client certificate; --cert FILE and --key FILE give one';
const REFUSED_CERTIFICATE =
  'the target refuses the client certificate; --cert FILE and --key FILE give another';
const OLD_PROTOCOL =
  'the target speaks no version of TLS that is still safe; it needs TLS 1.2 or newer (NODE_OPTIONS=--tls-min-v1.0 lets older ones pass)';

/** What is wrong and which flag helps, by the code of Node; OpenSSL 3.5 writes SSL/TLS where 3.0 has SSLV3. */
const meanings: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'the certificate of the target is too old; it must be renewed there'],
  [/^CERT_NOT_YET_VALID$/, 'the certificate of the target is not valid yet, or the clock here is wrong'],
  [
    /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
    'the certificate of the target is signed by itself; --ca FILE gives it as one to trust',
  ],
  [/^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_SIGNATURE_FAILURE)$/, UNKNOWN_ISSUER],
  [/ALERT_(CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE)$/, CLIENT_CERTIFICATE],
  [/ALERT_(UNKNOWN_CA|(BAD_)?CERTIFICATE\w*)$/, REFUSED_CERTIFICATE],
  [/(UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION)$/, OLD_PROTOCOL],
  [
    /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/,
    'the target speaks no TLS on this port; --target http://… goes there without it',
  ],
];

/** What a failure of TLS means, in words, by what Node reports; nothing for other failures. */
export function tlsMeaning(error: Error, code: string): string | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const { cert } = error as { readonly cert?: { readonly subjectaltname?: string } };
    const names = cert?.subjectaltname ?? 'no name';
    return `the certificate of the target is for ${names}; --servername NAME expects one of these`;
  }
  return meanings.find(([known]) => known.test(code))?.[1];
}

/**
 * What an end of the connection before the first byte of an answer may mean, for a server need not say why it ends
 * one: TLS was agreed on but a client certificate is missed only then, or TLS is spoken on the port of http.
 */
export function silentEnd(origin: string, hasCertificate: boolean): string {
  if (!origin.startsWith('https:')) {
    return 'a port that speaks TLS may end connections like this; --target https://… speaks it';
  }
  return hasCertificate
    ? 'a target that refuses the client certificate may end connections like this'
    : 'a target that wants a client certificate (--cert, --key) may end connections like this';
}
