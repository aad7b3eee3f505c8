/** Kinds of one setting each, with further checks; messages never repeat a secret. */
import { statSync } from 'node:fs';
import { caseFilesIn } from '../cases/case-files.ts';
import type { Shard } from '../model/running/prepared-run.ts';
import { type ReporterChoice, reporterNames } from '../model/running/report-format.ts';
import { characterName, forbiddenCharacter } from '../text/printable.ts';
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
