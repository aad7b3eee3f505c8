import type { TransportFailure } from '../model/judging/wire.ts';

/** An error of OpenSSL, with its own address and source file around the reason. */
const OPENSSL = /^[\dA-F]+:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/;

/** Code and message of a failure. */
export type FailureText = Omit<TransportFailure, 'durationMs'>;

/** Plain text for messages of undici. */
const inPlainWords: Readonly<Record<string, string>> = {
  'Headers Overflow Error': 'the header section of the response exceeds 16 KiB',
  'bad upgrade': 'the server switched to another protocol, which the request did not ask for',
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
