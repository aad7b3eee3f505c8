const UNKNOWN_ISSUER =
  'the issuer of the certificate of the target is not trusted; add its certificate with --ca FILE';
const CLIENT_CERTIFICATE = 'the target requires a client certificate; add --cert FILE and --key FILE';
const REFUSED_CERTIFICATE =
  'the target rejected the client certificate; use another one with --cert FILE and --key FILE';
const OLD_PROTOCOL =
  'the target supports only insecure versions of TLS; expected TLS 1.2 or newer (NODE_OPTIONS=--tls-min-v1.0 allows older ones)';

/** What is wrong and which flag helps, by the code of Node; OpenSSL 3.5 writes SSL/TLS where 3.0 has SSLV3. */
const meanings: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'the certificate of the target has expired; renew it on the target'],
  [
    /^CERT_NOT_YET_VALID$/,
    'the certificate of the target is not valid yet, or the clock of this machine is wrong',
  ],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'the certificate of the target is self-signed; trust it with --ca FILE'],
  [/^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_SIGNATURE_FAILURE)$/, UNKNOWN_ISSUER],
  [/ALERT_(CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE)$/, CLIENT_CERTIFICATE],
  [/ALERT_(UNKNOWN_CA|(BAD_)?CERTIFICATE\w*)$/, REFUSED_CERTIFICATE],
  [/(UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION)$/, OLD_PROTOCOL],
  [
    /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/,
    'the target does not speak TLS on this port; try --target http://…',
  ],
];

/** Returns the meaning of a TLS failure that Node reports, or nothing for other failures. */
export function tlsMeaning(error: Error, code: string): string | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const { cert } = error as { readonly cert?: { readonly subjectaltname?: string } };
    const names = cert?.subjectaltname ?? 'no name';
    return `the certificate of the target is valid for ${names}; name one of these with --servername NAME`;
  }
  return meanings.find(([known]) => known.test(code))?.[1];
}

/**
 * What an end of the connection before the first byte of an answer may mean, for a server need not say why it ends
 * one: TLS was agreed on but a client certificate is missed only then, or TLS is spoken on the port of http.
 */
export function silentEnd(origin: string, hasCertificate: boolean): string {
  if (!origin.startsWith('https:')) {
    return 'a port that speaks TLS may close connections like this; try --target https://…';
  }
  return hasCertificate
    ? 'a target that rejects the client certificate may close connections like this'
    : 'a target that requires a client certificate (--cert, --key) may close connections like this';
}
