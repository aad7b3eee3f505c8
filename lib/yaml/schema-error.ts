import type { ErrorObject } from 'ajv';
import { counted } from '../text/counted.ts';
import { NOT_IN_A_FILE } from './without-secrets.ts';
import type { ProblemText, YamlPath } from './yaml-source.ts';

/** The words of a schema error; `below` leads from the value that it is about to the place to point at. */
export interface SchemaErrorText extends ProblemText {
  readonly below?: YamlPath;
}

/** Words an ajv error in one sentence; `written` is the scalar as it appears in the file at `path`. */
export function schemaErrorText(error: ErrorObject, written: string, path: YamlPath): SchemaErrorText {
  const params = error.params as Record<string, unknown>;
  const subject = typeof path.at(-1) === 'number' ? `an item of ${keyName(path)}` : keyName(path);
  const nested = typeof error.data === 'object' && error.data !== null;
  const got = nested ? typeInWords(error.data) : String(error.data);
  // An error about the name of a key is shown at the key.
  const place = error.propertyName === undefined ? {} : ({ below: [error.propertyName], at: 'key' } as const);
  const refused = (allowed: readonly string[], of = subject): SchemaErrorText => {
    return { ...place, message: `${nested ? got : `"${got}"`} is not a value of ${of}`, allowed, got };
  };
  if (/^#\/definitions\/tickets?\//.test(error.schemaPath)) return { at: 'key', message: TICKET };
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params.additionalProperty);
      const allowed = Object.keys((error.parentSchema?.properties ?? {}) as object);
      return { below: [key], at: 'key', message: `unknown key "${key}"`, allowed, got: key };
    }
    case 'required':
      return missingKey(String(params.missingProperty), error.data as object);
    case 'enum':
      return refused((params.allowedValues as unknown[]).map(String), keyName(path));
    case 'const': {
      // The schema compares a mapping with another of its parts.
      const mapping = error.schemaPath.endsWith('/then/const') ? ['or a mapping of what is expected'] : [];
      return refused([String(params.allowedValue), ...mapping]);
    }
    case 'type': {
      const { minLength } = (error.parentSchema ?? {}) as { readonly minLength?: number };
      return { message: typeErrorText(subject, params.type, error.data, written, minLength) };
    }
    case 'pattern':
    case 'format':
      // Beside each pattern and format the schema says in words what it asks for.
      return { ...place, message: `"${got}" is not ${String(error.parentSchema?.$comment)}` };
    case 'oneOf':
      return oneOfText(error);
    case 'not':
      return misplacedKey(error);
    case 'uniqueItems': {
      const again = Math.max(Number(params.i), Number(params.j));
      const item = String((error.data as unknown[])[again]);
      return { below: [again], message: `"${item}" is listed twice in ${subject}` };
    }
    default:
      return {
        message: `${subject} ${LIMITS[error.keyword]?.(Number(params.limit)) ?? `breaks the schema (${error.keyword})`}`,
      };
  }
}

const TICKET = `a ticket ${NOT_IN_A_FILE}`;

/** Names the wrong value for people by the last key of its path. */
function keyName(path: YamlPath): string {
  const key = path.findLast((part) => typeof part === 'string');
  return key === undefined ? 'the file' : `"${key}"`;
}

/** Words a missing key at the first present key, and a missing reason at the level that needs it. */
function missingKey(missing: string, data: object): SchemaErrorText {
  const isReason = missing === 'because';
  const below = isReason && 'level' in data ? ['level'] : Object.keys(data).slice(0, 1);
  const why = isReason ? ': a case of level should or gap needs the reason why it is not must' : '';
  return { below, at: 'key', message: `the key "${missing}" is missing${why}` };
}

function oneOfText({ data, parentSchema }: ErrorObject): SchemaErrorText {
  const choices = ((parentSchema?.oneOf ?? []) as { required?: string[] }[]).map(
    ({ required = [] }) => required,
  );
  const keys = Object.keys(data as object);
  const allowed = choices.map((choice) => choice.join(' with '));
  const half = choices.find((choice) => choice.some((key) => keys.includes(key)));
  const missing = half?.find((key) => !keys.includes(key));
  const message =
    missing !== undefined ? `the key "${missing}" is missing` : 'exactly one of these keys is required here';
  return { below: keys.slice(0, 1), at: 'key', message, ...(missing === undefined && { allowed }) };
}

function misplacedKey(error: ErrorObject): SchemaErrorText {
  const [key = ''] = (error.schema as { required?: string[] }).required ?? [];
  const isOfStep = ['with', 'omit', 'twice'].includes(key);
  const where = isOfStep ? 'beside "steps"; put it into the steps' : 'beside the other keys here';
  return { below: [key], at: 'key', message: `the key "${key}" is not allowed ${where}` };
}

const LIMITS: Readonly<Record<string, (limit: number) => string>> = {
  minLength: (limit) => `needs at least ${counted(limit, 'character')}`,
  minItems: (limit) => `needs at least ${counted(limit, 'item')}`,
  maxItems: (limit) => `can have at most ${counted(limit, 'item')}`,
  minProperties: (limit) => `needs at least ${counted(limit, 'key')}`,
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `can be at most ${limit}`,
};

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  object: 'a mapping',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

/** Words a wrong type; a number without quotes has lost its plus sign and zeros in the data. */
function typeErrorText(subject: string, type: unknown, data: unknown, written: string, least = 0): string {
  const wanted = (Array.isArray(type) ? type : [type]).map((t) => NAMES[String(t)] ?? String(t));
  if (data === null && written === '') {
    const hint = wanted.includes('text') && least === 0 ? ' (write "" for the empty text)' : '';
    return `${subject} has no value; it must be ${alternatives(wanted)}${hint}`;
  }
  if (wanted.includes('text') && (typeof data !== 'object' || data === null)) {
    const kind = data === null ? 'null' : `a ${typeof data}`;
    const lost = typeof data === 'number' && String(data) !== written ? ` (${String(data)})` : '';
    return `${subject} must be text; ${written} without quotes is ${kind}${lost}: write "${written}"`;
  }
  return `${subject} must be ${alternatives(wanted)}, not ${typeInWords(data)}`;
}

/** Words the type of a value: `null`, `a list`, `the number 5`. */
function typeInWords(data: unknown): string {
  if (data === null) return 'null';
  if (Array.isArray(data)) return 'a list';
  if (typeof data === 'string') return 'text';
  if (typeof data === 'object') return 'a mapping';
  return typeof data === 'number' ? `the number ${data}` : String(data);
}

function alternatives(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}
