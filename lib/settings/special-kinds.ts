/** Kinds of one setting each, with further checks; messages never repeat a secret. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { caseFilesIn } from '../cases/case-files.ts';
import { loadContract } from '../cases/load.ts';
import type { HeaderList } from '../model/judging/wire.ts';
import type { Shard } from '../model/running/prepared-run.ts';
import { type ReporterChoice, reporterNames } from '../model/running/report-format.ts';
import { characterName, forbiddenCharacter } from '../text/printable.ts';
import { suiteIdentity } from '../text/suite-identity.ts';
import { readText } from '../yaml/read-text.ts';
import { good, type Kind, listedWord, listOf, readPath, refused, shownUrl, single, wrong } from './kinds.ts';

/** Characters of a URI (RFC 3986 §2); others would break the quotes of SOAPAction or cannot appear in a header. */
const CHARACTERS = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-Fa-f]{2})+$/;

/** A URI reference (RFC 3986 §4.1) without user and IPv6 address; without a scheme its first segment has no colon. */
const REFERENCE =
  /^(?:[A-Za-z][A-Za-z\d+.-]*:|(?![^/?#]*:))(?:\/\/[\w.-]+(?::\d{1,5})?(?![^/?#])|(?!\/\/))[^#[\]]*(?:#[^#[\]]*)?$/;

/** The XML namespace of a service, which SOAPAction can carry in quotes (contract §4.1 rule 1). */
export const namespaceUri: Kind<string> = single('<uri>', (written) =>
  // "&#" is legal in a URI, but the schema validator takes it for a character reference.
  CHARACTERS.test(written) && REFERENCE.test(written) && !written.includes('&#')
    ? good(written)
    : wrong(written, 'the URI of an XML namespace, such as http://tempuri.org'),
);

/** A reference as JSON Schema. */
export const referenceSchema = {
  type: 'string',
  pattern: '^\\$\\{(env|file):[^{}]+\\}$',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference of conformance.yaml
  $comment: 'a reference, such as ${env:NAME} or ${file:path}',
};

/** The ServiceTicket. Never repeats what was written. */
export const ticket: Kind<string> = single(
  '<file>',
  (written) => {
    if (written.trim() === '') return refused('is empty');
    if (/[\r\n]/.test(written)) return refused('is not a ticket: it has a line break; expected one line');
    const character = forbiddenCharacter(written);
    if (character === undefined) return good(written);
    return refused(`holds ${characterName(character)}, which XML cannot represent`);
  },
  referenceSchema,
);

const eachTicket = listOf('<file>', (text, folder) => ticket.read([text], folder));

/** Further tickets of a target, one a line. Never repeats what was written. */
export const tickets: Kind<readonly string[]> = {
  ...eachTicket,
  ...{ list: false, schema: referenceSchema },
  read: (written, folder) => {
    const lines = written.flatMap((text) => text.split(/\r?\n/)).filter((line) => line !== '');
    return eachTicket.read(lines.length === 0 ? [''] : lines, folder);
  },
};

export const runId: Kind<string | null> = single('<id>', (written) =>
  /^[^\s\p{C}]{1,200}$/u.test(written)
    ? good(written)
    : wrong(written, 'the id of a run, one word of at most 200 characters'),
);

export const shard: Kind<Shard | null> = single('<i/n>', (written) => {
  const [, index = 0, total = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(written) ?? []).map(Number);
  return index >= 1 && index <= total
    ? good({ index, total })
    : wrong(written, 'a shard i/n, with i from 1 to n');
});

const pairs = listOf<readonly [name: string, text: string]>('<name=text>', (written) => {
  const [, before = '', value = ''] = /^([^=]*)=(.*)$/s.exec(written) ?? [];
  const name = before.trim();
  if (name === '') return refused('needs NAME=TEXT, such as Originator=ACME');
  if (/ticket/i.test(name)) {
    return refused('cannot hold a ticket; set POSTSMS_TICKET, or add --ticket-file FILE');
  }
  const character = forbiddenCharacter(name + value);
  if (character === undefined) return good([name, value]);
  return refused(`has ${characterName(character)} in ${JSON.stringify(name)}, which XML cannot represent`);
});

/** Values of parameters that the contract leaves open. Never repeats a value: it may be a secret by mistake. */
export const parameterValues: Kind<Readonly<Record<string, string>>> = {
  ...pairs,
  commas: true,
  read: (written, from) => {
    const read = pairs.read(written, from);
    return read.ok ? good(Object.fromEntries(read.value)) : read;
  },
};

/**
 * Fields that are no property of the way to a service: of the contract, of the body and its framing, of the connection
 * (RFC 9110 §7.6.1), of what the reply should be (§12.5, §13, §14), of the client, and of a proxy, which has its own setting.
 * A cookie would make one session of all requests, in which a reply could depend on another request.
 */
const REFUSED_FIELD =
  /^(?:soapaction|host|user-agent|cookie2?|content-.*|transfer-encoding|trailer|te|connection|keep-alive|upgrade|expect|http2-settings|accept|accept-.*|if-.*|range|proxy-.*)$/i;

/** Returns the first name that occurs twice, in any letter case. */
function namedTwice(pairs: readonly (readonly [name: string, value: string])[]): string | undefined {
  const names = pairs.map(([name]) => name.toLowerCase());
  return pairs.find((_, place) => names.indexOf(names[place] ?? '') < place)?.[0];
}

const fields: Kind<HeaderList> = {
  ...listOf<HeaderList[number]>('<name=reference>', (written) => {
    const [name = '', value = ''] = written.split(/=(.*)/s);
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name))
      return refused('needs the name of a header field before =, such as X-Api-Key=env:API_KEY');
    // A shorter value could not be masked.
    if (!REFUSED_FIELD.test(name) && /^[!-~][\t -~]{2,}[!-~]$/.test(value)) return good([name, value]);
    return refused(
      REFUSED_FIELD.test(name)
        ? `cannot set ${name}, which belongs to the contract, the body, the connection, the client or the reply; it is for what stands before the service, such as Authorization or X-Api-Key`
        : `has a value for ${name} that is not at least four characters of visible ASCII, with spaces and tabs inside`,
    );
  }),
  commas: true,
};

/** Header fields for what stands before the service. Never repeats a value; a text that is no name may be one. */
export const headerFields: Kind<HeaderList> = {
  ...fields,
  read: (written, from) => {
    const read = fields.read(written, from);
    const twice = read.ok ? namedTwice(read.value) : undefined;
    return twice === undefined ? read : refused(`names the field ${twice} twice`);
  },
};

let contract: ReturnType<typeof loadContract> | undefined;

/** Returns the operations of the contract, with the path bases that some of them have in its place. */
function operationsUnder(bases: Readonly<Record<string, string>>) {
  contract ??= loadContract(fileURLToPath(new URL('../../cases/contract.yaml', import.meta.url)));
  const operations = contract.ok ? contract.value.operations : [];
  return operations.map(({ name, path }) => ({ name, path: bases[name] ?? path }));
}

const pathPairs = listOf<readonly [operation: string, base: string]>('<operation=base>', (written) => {
  const [name = '', base = ''] = written.split(/=(.*)/s);
  if (!written.includes('=')) return refused('needs OPERATION=BASE, such as SendBulkSms=/sms/postsms.asmx');
  const names = operationsUnder({}).map((operation) => operation.name);
  const known = listedWord(names, name);
  if (!known.ok) return known;
  // A call of an operation in an envelope would be one over GET or POST of another.
  const isName = names.some((operation) => base.toLowerCase().endsWith(`/${operation}`.toLowerCase()));
  if (/^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/.test(base) && !isName) return good([name, base]);
  const form = 'letters, digits and -._~ between slashes, none at the end, and no operation there';
  return wrong(base, `a path base, such as /sms/postsms.asmx: ${form}`);
});

/** Path bases of operations in the place of those of the contract; none is within another, as their requests would be. */
export const pathBases: Kind<Readonly<Record<string, string>>> = {
  ...pathPairs,
  read: (written, from) => {
    const read = pathPairs.read(written, from);
    if (!read.ok) return read;
    const twice = namedTwice(read.value);
    if (twice !== undefined) return refused(`gives ${twice} two path bases`);
    const bases = Object.fromEntries(read.value);
    const paths = written.length === 0 ? [] : operationsUnder(bases).map(({ path }) => path);
    const around = (path: string) =>
      paths.find((other) => other !== path && `${other}/`.toLowerCase().includes(`${path}/`.toLowerCase()));
    const path = paths.find(around);
    return path ? refused(`has the path base ${path} within another one, ${around(path)}`) : good(bases);
  },
};

/** Folders, each with a case file: a mistyped folder must not leave its cases out. */
export const caseFolders: Kind<readonly string[]> = listOf('<dir>', (text, from) => {
  const read = readPath(text, from, 'a folder');
  if (!read.ok) return read;
  const stats = statSync(read.value, { throwIfNoEntry: false });
  if (!stats) return refused(`${JSON.stringify(text)}: there is no such folder`);
  if (!stats.isDirectory()) return refused(`${JSON.stringify(text)} is a file; give its folder`);
  if (caseFilesIn(read.value).length > 0) return read;
  return refused(`${JSON.stringify(text)}: the folder has no case file (.yaml or .yml)`);
});

/** Reporters, each with a file of its own or the usual one: `junit`, `tap=logs/run.tap`. */
export const reporters = listOf<ReporterChoice>('<name[=file]>', (text, from) => {
  const [word = ''] = text.split('=', 1);
  const name = listedWord(reporterNames, word);
  if (!name.ok) return name;
  if (word === text) return good({ name: name.value, file: null });
  if (name.value === 'github') return refused(`${JSON.stringify(text)}: github takes no file`);
  const file = text.slice(word.length + 1);
  if (file === '') return refused(`${JSON.stringify(text)} has no file name after =`);
  const read = readPath(file, from, 'a file');
  return read.ok ? good({ name: name.value, file: read.value }) : read;
});

/** An HTTP proxy: its URL without a path, or null for none. Never repeats credentials. */
export const proxyUrl: Kind<string | null> = single('<url>', (written) => {
  if (written === 'none') return good(null);
  // As the variables of other programs often have it.
  const text = /^(?:[^/\s]*@)?[\w.-]+:\d+$/.test(written) ? `http://${written}` : written;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') return good(url.href.replace(/\/$/, ''));
  return wrong(shownUrl(written), 'the URL of an HTTP proxy, such as http://proxy.example:3128, or "none"');
});

export const hostNames: Kind<readonly string[]> = listOf('<name>', (written) =>
  /^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(written) && URL.canParse(`http://${written}`)
    ? good(new URL(`http://${written}`).hostname)
    : wrong(written, 'the name or address of a host, without scheme and port'),
);

/** The text of a PEM file, or the text itself, as `${file:…}` gives it. */
export const pem: Kind<string> = single('<file>', (written, from) => {
  if (written.includes('-----BEGIN ')) return good(written);
  const file = readPath(written, from, 'a file');
  const read = file.ok ? readText(file.value) : file;
  return 'error' in read ? refused(`${JSON.stringify(written)} cannot be read: ${read.error}`) : read;
});

/** A released version by its first two numbers, no later than this one. */
export const edition: Kind<string> = single('<version>', (written) => {
  const [major = 0, minor = 0] = suiteIdentity().version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = written.split('.').map(Number);
  const isReleased = wantedMajor < major || (wantedMajor === major && wantedMinor <= minor);
  const wanted = `an edition up to this version, such as ${major}.${minor}`;
  return /^\d+\.\d+$/.test(written) && isReleased ? good(written) : wrong(written, wanted);
});
