import type { Binding, Call, FormBinding, SoapBinding } from '../../model/contract.ts';
import type { Anatomy, Located, XmlElement } from '../../model/judging/document.ts';
import type { HeaderList, WireRequest } from '../../model/judging/wire.ts';
import { characterName, forbiddenCharacter } from '../../text/printable.ts';
import { partsOfUrl } from '../../text/remembered.ts';
import { suiteIdentity } from '../../text/suite-identity.ts';
import { holdsField, type Service } from './locate.ts';

/** Writes a GET request: parameters as query fields (contract §4.1), a space as %20, no content type and no body. */
export function encodeGet(call: Call): WireRequest {
  const path = `${addressOf(call)}?${encodedFields(call)}`;
  return { method: 'GET', path, headers: [USER_AGENT], body: null };
}

/** Writes a form POST: parameters as form fields (contract §4.1), a space as `+` (application/x-www-form-urlencoded). */
export function encodePost(call: Call<FormBinding>): WireRequest {
  return posted(call, [], encodedFields(call).replaceAll('%20', '+'));
}

/** Writes the parameters as fields in contract order, a list as one field for each item (contract §4.1 rule 4). */
function encodedFields({ operation, values }: Call<Binding>): string {
  const fields = operation.parameters.flatMap(({ name }) =>
    [values[name] ?? '']
      .flat()
      .map((text) => `${percentEncode(name)}=${percentEncode(sendableText(name, text))}`),
  );
  return fields.join('&');
}

/** Percent-encodes UTF-8 except the unreserved characters of RFC 3986 §2.3, so that no sub-delimiter is taken for syntax. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Finds the packet result: the root (contract §2.1) if it has the name or a field of the packet result. */
export function decodePlain(root: XmlElement, { contract }: Service): Anatomy {
  const top: Located = { element: root, path: `/${root.local}` };
  const isNamed = root.local.toLowerCase() === contract.packetResult.element.toLowerCase();
  return { root: top, ...(isNamed || holdsField(top, contract) ? { payload: top } : {}) };
}

/** Returns the path base below the base URL, and over GET and POST the operation behind it (contract §4.1, "Path"). */
export function addressOf({ operation, binding, target }: Call): string {
  const base = partsOfUrl(target.baseUrl).pathname.replace(/\/$/, '');
  const address = `${base}${operation.path}`;
  return binding.address === 'operation' ? `${address}/${operation.name}` : address;
}

const { name, version } = suiteIdentity();

/** The name of the client (RFC 9110 §10.1.5): gateways and their firewalls refuse requests without it. */
const USER_AGENT = ['User-Agent', `${name}/${version}`] as const;

/** Makes a POST with the content type of the binding and a body in UTF-8. */
export function posted(call: Call<SoapBinding | FormBinding>, more: HeaderList, body: string): WireRequest {
  return {
    method: 'POST',
    path: addressOf(call),
    headers: [['Content-Type', call.binding.request.contentType], ...more, USER_AGENT],
    body: Buffer.from(body),
  };
}

/** Returns a text that every binding can carry; throws if a character cannot appear in XML 1.0 or UTF-8. */
export function sendableText(parameter: string, text: string): string {
  const character = forbiddenCharacter(text);
  if (character === undefined) return text;
  throw new Error(
    `${parameter} holds ${characterName(character)}, which neither XML 1.0 nor a contract string can carry`,
  );
}
