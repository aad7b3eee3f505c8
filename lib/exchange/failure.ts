import type { TransportFailure } from '../model/wire.ts';

/** An error of OpenSSL, with its own address and source file around the reason. */
const OPENSSL = /^[\dA-F]+:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/;

/** What a failure is called, and what it says. */
export type FailureText = Omit<TransportFailure, 'durationMs'>;

/** The code and message of what the HTTP client or the system reports, without a stack. */
export function describeFailure(error: Error): FailureText {
  const first = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  const cause = first ?? error;
  const code = (cause as NodeJS.ErrnoException).code ?? cause.name;
  const message = (cause.message || error.message).replace(/\s+/g, ' ').trim();
  const reason = OPENSSL.exec(message)?.[1];
  return { code, message: reason ?? message.replace(`${code}: `, '') };
}
