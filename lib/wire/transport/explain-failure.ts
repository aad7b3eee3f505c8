import type { SenderOptions } from './connection/connect.ts';
import { type FailureText, PROXY_REFUSED, proxyFor, proxyName } from './connection/proxy.ts';
import { overtime } from './time-limits.ts';

/** How far a request had come when it failed. */
export interface FailurePlace {
  readonly origin: string;
  readonly options: SenderOptions;
  /** Whether the connection was established and the request had begun to go out. */
  readonly connected: boolean;
  /** Whether the beginning of a response came. */
  readonly answered: boolean;
  readonly answeredBefore: boolean;
  readonly byteByByte: boolean;
}

/** Returns code and message of a failure: the problem, and the flag that helps, never the credentials of a proxy. */
export function explainFailure(error: Error, place: FailurePlace): FailureText {
  const { code, message } = describeFailure(error);
  const { origin, options, connected } = place;
  if (code === PROXY_REFUSED) return { code, message };
  // undici keeps this limit too, so that a connection that is never established is not kept; whoever is first, the words are ours.
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return { code, message: overtime('connectTimeout', options).message };
  const means = tlsMeaning(error, code) ?? endMeaning(code, place);
  const text = means === undefined ? message : `${message.replace(/:$/, '')}: ${means}`;
  const proxy = proxyFor(origin, options);
  if (proxy === null) return { code, message: text };
  const way = connected ? 'through' : 'while connecting through';
  return { code, message: `${text} (${way} the proxy ${proxyName(proxy)}, --proxy)` };
}

/** Returns what the end of a connection before any answer may mean; a proxy that ends it says nothing about the target. */
function endMeaning(
  code: string,
  { origin, options, answered, answeredBefore, byteByByte, connected }: FailurePlace,
): string | undefined {
  const isTls = origin.startsWith('https:');
  // A server that speaks TLS reads what is no TLS to its end and closes; only within TLS are connections reset.
  const ended = code === 'UND_ERR_SOCKET' || (code === 'ECONNRESET' && isTls);
  const toTarget = proxyFor(origin, options) === null || (isTls && connected);
  if (!ended || !toTarget || answered) return undefined;
  if (byteByByte)
    return 'the request was sent byte by byte; a server must read until the request is complete';
  // It speaks this protocol.
  if (answeredBefore) return undefined;
  if (!isTls) return 'a port that speaks TLS may close connections like this; try --target https://…';
  return options.cert !== null
    ? 'a target that rejects the client certificate may close connections like this'
    : 'a target that requires a client certificate (--cert, --key) may close connections like this';
}

/** An error of OpenSSL, with its own address and source file around the reason. */
const OPENSSL = /^[\dA-F]+:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/;

const inPlainWords: Readonly<Record<string, string>> = {
  'Headers Overflow Error': 'the header section of the response exceeds 16 KiB',
  'other side closed': 'the connection was closed before the response was complete',
  'Response body length does not match content-length header':
    'the length of the response body differs from Content-Length',
};

/** Returns the code and message that the HTTP client or the system reports, without a stack. */
export function describeFailure(error: Error): FailureText {
  const first = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  const cause = first ?? error;
  const code = (cause as NodeJS.ErrnoException).code ?? cause.name;
  const message = (cause.message || error.message).replace(/\s+/g, ' ').trim();
  const reason = OPENSSL.exec(message)?.[1] ?? inPlainWords[message];
  return { code, message: reason ?? message.replace(`${code}: `, '') };
}

/** Problems and the flags that help, by the codes of Node; OpenSSL 3.5 writes SSL/TLS where 3.0 has SSLV3. */
const meanings: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate of the target has expired; renew it on the target',
  CERT_NOT_YET_VALID: 'the certificate of the target is not valid yet, or the clock of this machine is wrong',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the target is self-signed; trust it with --ca FILE',
  'SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\\w+|CERT_SIGNATURE_FAILURE':
    'the issuer of the certificate of the target is not trusted; add its certificate with --ca FILE',
  '.*ALERT_(CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE)':
    'the target requires a client certificate; add --cert FILE and --key FILE',
  '.*ALERT_(UNKNOWN_CA|(BAD_)?CERTIFICATE\\w*)':
    'the target rejected the client certificate; use another one with --cert FILE and --key FILE',
  '.*(UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION)':
    'the target supports only insecure versions of TLS; expected TLS 1.2 or newer (NODE_OPTIONS=--tls-min-v1.0 allows older ones)',
  'EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)':
    'the target does not speak TLS on this port; try --target http://…',
};

function tlsMeaning(error: Error, code: string): string | undefined {
  if (code !== 'ERR_TLS_CERT_ALTNAME_INVALID')
    return Object.entries(meanings).find(([codes]) => new RegExp(`^(?:${codes})$`).test(code))?.[1];
  const { cert } = error as { readonly cert?: { readonly subjectaltname?: string } };
  const names = cert?.subjectaltname ?? 'no name';
  return `the certificate of the target is valid for ${names}; name one of these with --servername NAME`;
}
