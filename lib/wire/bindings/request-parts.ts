import type { Call } from '../../model/call.ts';
import type { FormBinding, SoapBinding } from '../../model/contract.ts';
import type { HeaderList, WireRequest } from '../../model/judging/wire.ts';
import { suiteIdentity } from '../../text/suite-identity.ts';
import { characterName, forbiddenCharacter } from '../xml/escape.ts';

/**
 * Path of a call below the target's base URL: the operation's path base, and over GET and POST the operation
 * name behind it (contract §4.1, table, "Path").
 */
export function addressOf({ operation, binding, target }: Call): string {
  const base = new URL(target.baseUrl).pathname.replace(/\/$/, '');
  const address = `${base}${operation.path}`;
  return binding.address === 'operation' ? `${address}/${operation.name}` : address;
}

const { name, version } = suiteIdentity();

/** Says who asks (RFC 9110 §10.1.5): gateways and their firewalls refuse requests without it. */
export const USER_AGENT = ['User-Agent', `${name}/${version}`] as const;

/** A POST with the content type of the binding and a body in UTF-8. */
export function posted(
  call: Call<SoapBinding | FormBinding>,
  headers: HeaderList,
  body: string,
): WireRequest {
  return {
    method: 'POST',
    path: addressOf(call),
    headers: [['Content-Type', call.binding.request.contentType], ...headers, USER_AGENT],
    // Stryker disable next-line StringLiteral: Node reads an empty encoding name as utf8
    body: Buffer.from(body, 'utf8'),
  };
}

/** Passes a text that every binding can carry; throws where a character cannot appear in XML 1.0 or UTF-8. */
export function sendableText(parameter: string, text: string): string {
  const character = forbiddenCharacter(text);
  if (character === undefined) return text;
  throw new Error(
    `${parameter} holds ${characterName(character)}, which neither XML 1.0 nor a contract string can carry`,
  );
}
