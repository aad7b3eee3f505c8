import type { TransportFailure } from '../model/wire.ts';

/** An error of OpenSSL, with its own address and source file around the reason. */
const OPENSSL = /^[\dA-F]+:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/;

/** What a failure is called, and what it says. */
export type FailureText = Omit<TransportFailure, 'durationMs'>;

/** What the client says in words that mean something only to whoever knows it. */
const inPlainWords: Readonly<Record<string, string>> = {
  'Headers Overflow Error': 'the header of the response has more than 16 KiB',
  'bad upgrade': 'the connection was switched to another protocol, which the request did not ask for',
  'other side closed': 'the connection was closed before the response was whole',
  'Response body length does not match content-length header':
    'the body of the response is not as long as its Content-Length says',
};

/** The code and message of what the HTTP client or the system reports, without a stack. */
export function describeFailure(error: Error): FailureText {
  const first = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  const cause = first ?? error;
  const code = (cause as NodeJS.ErrnoException).code ?? cause.name;
  const message = (cause.message || error.message).replace(/\s+/g, ' ').trim();
  const reason = OPENSSL.exec(message)?.[1] ?? inPlainWords[message];
  return { code, message: reason ?? message.replace(`${code}: `, '') };
}
