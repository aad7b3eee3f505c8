import type { Result } from '../model/result.ts';

/**
 * Why a call is not answered with a packet result. The contract is silent on errors (contract §7), so these follow
 * ASP.NET ASMX: `sender` is SOAP 1.1's Client and 1.2's Sender, `receiver` is Server and Receiver; over GET and POST
 * all of them are plain text.
 */
export interface CallFailure {
  readonly code: 'sender' | 'receiver' | 'version-mismatch';
  readonly text: string;
}

export type Outcome<T> = Result<T, CallFailure>;

export function succeed<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function fail(text: string, code: CallFailure['code'] = 'sender'): Outcome<never> {
  return { ok: false, error: { code, text } };
}
