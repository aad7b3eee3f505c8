/** Kinds of one setting each: what is checked beyond its form, and what must not be repeated. */
import { relative, resolve } from 'node:path';
import { caseFilesIn } from '../cases/case-files.ts';
import { readText } from '../cases/yaml/read-text.ts';
import { type ReporterChoice, reporterNames } from '../model/running/report-format.ts';
import type { Shard } from '../model/running/shard.ts';
import { characterName, forbiddenCharacter } from '../xml/escape.ts';
import { good, type Kind, listOf, path, single, wrong } from './kinds.ts';
import { namespaceProblem } from './namespace.ts';
import { readBaseUrl } from './target-url.ts';

const refused = (why: string) => ({ ok: false, why }) as const;

export const targetUrl: Kind<string> = single('<url|name>', (given) => {
  const base = readBaseUrl(given, '');
  return base.ok ? good(base.url) : refused(base.message);
});

export const namespace: Kind<string> = single('<uri>', (given) => {
  const problem = namespaceProblem(given);
  return problem === undefined ? good(given) : refused(`${JSON.stringify(given)}: ${problem}`);
});

/** Bytes of UTF-8 at most: what is longer is another file, and looking for all of it would take minutes. */
const MOST_TICKET_KIB = 4;
const IS_TICKET = `expected one line of at most ${MOST_TICKET_KIB} KiB`;

/** The ServiceTicket. Never repeats what it was given. */
export const ticket: Kind<string> = single('<file>', (given) => {
  const size = Buffer.byteLength(given);
  if (size > MOST_TICKET_KIB * 1024) return refused(`is not a ticket: ${size} bytes; ${IS_TICKET}`);
  if (given.trim() === '') return refused('is empty');
  if (/[\r\n]/.test(given)) return refused(`is not a ticket: it has a line break; ${IS_TICKET}`);
  const character = forbiddenCharacter(given);
  if (character === undefined) return good(given);
  return refused(`holds ${characterName(character)}, which XML cannot represent`);
});

/** Characters at most: enough for the id of any engine, and few enough for a message. */
const MOST_RUN_ID = 200;

/** What a CI engine calls a run: any word, for it is only compared. */
export const runId: Kind<string | null> = single('<id>', (given) =>
  /^[^\s\p{C}]+$/u.test(given) && given.length <= MOST_RUN_ID
    ? good(given)
    : wrong(given, `the id of a run, one word of at most ${MOST_RUN_ID} characters`),
);

/** Shards at most: more jobs than any engine starts for one pipeline. */
const MOST_SHARDS = 10_000;

/** `2/3`; a shard counted from 0 or behind the last is told the nearest one. */
export const shard: Kind<Shard | null> = single('<i/n>', (given) => {
  const [, index = Number.NaN, total = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(given) ?? []).map(Number);
  if (index >= 1 && index <= total && total <= MOST_SHARDS) return good({ index, total });
  const no = wrong(given, `a shard i/n, with i from 1 to n and n at most ${MOST_SHARDS}`);
  if (Number.isNaN(index) || total < 1 || total > MOST_SHARDS) return no;
  return { ...no, given, allowed: [`${index < 1 ? 1 : total}/${total}`] };
});

/**
 * What requests say for parameters that the contract leaves open, as `NAME=TEXT`; the plan knows which parameters there
 * are. Never repeats a text: it may be a secret by mistake.
 */
export const parameterValues: Kind<readonly string[]> = {
  placeholder: '<name=text>',
  list: true,
  commas: true,
  read: (given) => {
    const names = new Set<string>();
    for (const [item, text] of given.entries()) {
      const why = valueProblem(text, names);
      if (why !== null) return { ok: false, why, item };
      names.add(nameIn(text));
    }
    return good(given);
  },
};

/** The texts by their parameters. */
export function valuesByName(values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [nameIn(value), value.slice(value.indexOf('=') + 1)]));
}

function nameIn(value: string): string {
  return value.slice(0, Math.max(0, value.indexOf('='))).trim();
}

function valueProblem(value: string, names: ReadonlySet<string>): string | null {
  const name = nameIn(value);
  if (name === '') return 'needs NAME=TEXT, such as Originator=ACME';
  if (/ticket/i.test(name)) return 'cannot hold a ticket; set POSTSMS_TICKET, or add --ticket-file FILE';
  if (names.has(name)) return `has two values for ${JSON.stringify(name)}`;
  const character = forbiddenCharacter(value);
  if (character === undefined) return null;
  return `has ${characterName(character)} in ${JSON.stringify(name)}, which XML cannot represent`;
}

const folder = path('<dir>', 'a folder');

const FOLDER_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'this is a file; expected the folder of the case files',
  EACCES: 'it cannot be read: permission denied',
};

/** Folders of case files. Each is there and has a file: one that is mistyped must not leave its cases out. */
export const caseFolders: Kind<readonly string[]> = listOf('<dir>', (text, from) => {
  const read = folder.read([text], from);
  if (!read.ok) return read;
  try {
    if (caseFilesIn(read.value).length > 0) return read;
    return refused(`${JSON.stringify(text)}: the folder has no case file (.yaml or .yml)`);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return refused(`${JSON.stringify(text)}: ${FOLDER_PROBLEMS[code] ?? `it cannot be read: ${code}`}`);
  }
});

const reportFile = path('<file>', 'a file');

/** Reporters, each with a file of its own or the usual one: `junit`, `tap=logs/run.tap`. */
export const reporters: Kind<readonly ReporterChoice[]> = listOf<ReporterChoice>(
  '<name[=file]>',
  (text, from) => {
    const [word = ''] = text.split('=', 1);
    const name = reporterNames.find((one) => one === word);
    if (name === undefined) {
      return { ...wrong(word, `one of ${reporterNames.join(', ')}`), given: word, allowed: reporterNames };
    }
    if (word === text) return good({ name, file: null });
    const file = text.slice(word.length + 1);
    if (file === '') return refused(`${JSON.stringify(text)} names no file behind =`);
    if (name === 'github') {
      const does = 'github takes no file; it prints, and adds to the one of GITHUB_STEP_SUMMARY';
      return refused(`${JSON.stringify(text)}: ${does}`);
    }
    const read = reportFile.read([file], from);
    return read.ok ? good({ name, file: read.value }) : read;
  },
);

/** An HTTP proxy: its URL without a path, or null for none. Never repeats credentials. */
export const proxyUrl: Kind<string | null> = single('<url>', (given) => {
  if (given === 'none') return good(null);
  // As the variables of other programs often have it.
  const text = /^(?:[^/\s]*@)?[\w.-]+:\d+$/.test(given) ? `http://${given}` : given;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') return good(url.href.replace(/\/$/, ''));
  const wanted = 'the URL of an HTTP proxy, such as http://proxy.example:3128, nor none';
  return wrong(withoutCredentials(given) ?? '', wanted);
});

/** A URL, or what was meant to be one, with stars for its user and password. */
export function withoutCredentials(url: string | null): string | null {
  return url?.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, (_, scheme = '') => `${scheme}***@`) ?? null;
}

/** A certificate or a key: its PEM text, and the name to show instead of it. */
export interface PemFile {
  readonly shown: string;
  readonly text: string;
}

/** A file of certificates or a private key in PEM. A text that is PEM itself, as `${file:…}` gives it, will do. */
export const pem: Kind<PemFile> = single('<file>', (given, from) => {
  if (given.includes('-----BEGIN ')) return good({ shown: '(PEM)', text: given });
  const read = readText(resolve(from, given));
  if (!read.ok) return refused(`${JSON.stringify(given)} cannot be read: ${read.error}`);
  return good({ shown: relative(process.cwd(), resolve(from, given)) || given, text: read.value });
});
