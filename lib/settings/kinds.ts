import { isAbsolute, resolve } from 'node:path';
import { pathFrom } from '../text/paths.ts';

/** Why a text cannot be the value of a setting; follows the name of its source: `"fast" is not a number`. */
export interface Refused {
  readonly ok: false;
  readonly why: string;
  /** The text and the allowed ones, where a similar one is worth naming. */
  readonly got?: string;
  readonly allowed?: readonly string[];
  /** Index of the text that it is about, from 0. */
  readonly item?: number;
}

export type Reading<T> = { readonly ok: true; readonly value: T } | Refused;

/** How the texts of a setting become its value. */
export interface Kind<T> {
  /** Stands for the value in help; null where the flag alone says everything. */
  readonly placeholder: string | null;
  /** True if it takes several texts: a repeated flag, a list in the file, commas elsewhere. */
  readonly list: boolean;
  /** True if commas belong to its texts: then each flag, and each line of a variable, is one text. */
  readonly commas?: true;
  /** Its form in conformance.yaml, as JSON Schema, where it is no reference. */
  readonly schema: object;
  /** @param folder what file names are relative to */
  read(texts: readonly string[], folder: string): Reading<T>;
}

export const good = <T>(value: T): Reading<T> => ({ ok: true, value });

export const refused = (why: string): Refused => ({ ok: false, why });

export function wrong(written: string, wanted: string): Refused {
  return refused(`${JSON.stringify(written)} is not ${wanted}`);
}

const TEXT = { type: 'string', minLength: 1 };

export function single<T>(
  placeholder: string | null,
  read: (text: string, folder: string) => Reading<T>,
  schema: object = TEXT,
): Kind<T> {
  return { placeholder, list: false, schema, read: (texts, folder) => read(texts.at(-1) ?? '', folder) };
}

/** Reads the name of a file or folder: relative to the file that says it, and then as seen from the working folder. */
export function readPath(written: string, folder: string, wanted: string): Reading<string> {
  if (written === '') return wrong(written, wanted);
  // As a path has whose backslashes YAML took for escapes.
  if (/\p{Cc}/u.test(written)) return refused(`${JSON.stringify(written)} ${NOT_A_PATH}`);
  const here = folder === process.cwd() || isAbsolute(written);
  return good(here ? written : pathFrom(process.cwd(), resolve(folder, written)) || '.');
}

const NOT_A_PATH =
  'has a control character; \\n and \\t are escapes in double quotes of YAML: use single quotes, or / in the path';

export function path(placeholder: string, wanted: string): Kind<string> {
  return single(placeholder, (written, folder) => readPath(written, folder, wanted));
}

export function listedWord<const T extends string>(words: readonly T[], written: string): Reading<T> {
  const word = words.find((known) => known === written);
  if (word !== undefined) return good(word);
  return { ...wrong(written, `one of ${words.join(', ')}`), got: written, allowed: words };
}

export function choice<const T extends string>(words: readonly T[]): Kind<T> {
  return single(`<${words.join('|')}>`, (written) => listedWord(words, written), { enum: words });
}

/** Returns a kind of number in decimal digits from `least` to `most`; a whole one where `least` is whole. */
export function number(placeholder: string, least: number, most: number): Kind<number> {
  const isWhole = Number.isInteger(least);
  const [what, form] = isWhole ? ['a whole number', /^\d+$/] : ['a number', /^\d+(\.\d+)?$/];
  const read = (written: string) => {
    const value = Number(written);
    const fits = form.test(written) && value >= least && value <= most;
    return fits ? good(value) : wrong(written, `${what} from ${least} to ${most}`);
  };
  const type = isWhole ? 'integer' : 'number';
  return single(placeholder, read, { type, minimum: least, maximum: most });
}

/** True or false; as a flag `--name` or `--no-name`. */
export const bool: Kind<boolean> = single(
  null,
  (written) => {
    if (written === 'true' || written === '1') return good(true);
    return written === 'false' || written === '0' ? good(false) : wrong(written, 'true or false');
  },
  { type: 'boolean' },
);

/** Returns a kind of several values, each read by itself; a refusal has the index of its text. */
export function listOf<T>(
  placeholder: string,
  readText: (text: string, folder: string) => Reading<T>,
  items: object = TEXT,
): Kind<readonly T[]> {
  return {
    placeholder,
    list: true,
    schema: { type: 'array', minItems: 1, items },
    read: (written, folder) => {
      const values: T[] = [];
      for (const [item, text] of written.entries()) {
        const read = readText(text, folder);
        if (!read.ok) return { ...read, item };
        values.push(read.value);
      }
      return good(values);
    },
  };
}

export function texts(placeholder: string, items?: object): Kind<readonly string[]> {
  return listOf(placeholder, (written) => (written === '' ? wrong('', 'a value') : good(written)), items);
}

const A_NUMBER = 'a number with its country code, 7 to 15 digits and nothing else';

/** A subscriber number as JSON Schema. */
export const numberSchema = { type: 'string', pattern: '^\\+?[1-9][0-9]{6,14}$', $comment: A_NUMBER };

/** Subscriber numbers with country code; the plus sign, or the zeros for it, are left out, nothing else. */
export const numberList: Kind<readonly string[]> = listOf(
  '<numbers>',
  (written) =>
    /^(?:\+|00)?[1-9]\d{6,14}$/.test(written)
      ? good(written.replace(/^(?:\+|00)/, ''))
      : wrong(written, A_NUMBER),
  { anyOf: [{ $ref: '#/definitions/number' }, { $ref: '#/definitions/reference' }] },
);

/** Returns a text that was meant to be a URL without what is before its last @, which may be a password, and without its query. */
export function shownUrl(text: string): string {
  return text.replace(/^([a-z][a-z\d+.-]*:[\\/]+)?.*@/is, '$1***@').replace(/([?#]).+$/s, '$1…');
}
