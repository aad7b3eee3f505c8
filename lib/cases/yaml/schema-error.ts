import type { ErrorObject } from 'ajv';
import { NOT_IN_A_FILE } from './literal-password.ts';
import { patternMeaning } from './pattern-meaning.ts';
import { kindOf, typeErrorText } from './type-error.ts';
import type { ProblemText, YamlPath } from './yaml-source.ts';

/** Wording of a schema error; `below` leads from the value it is about to the place to point at. */
export interface SchemaErrorText extends ProblemText {
  readonly below?: YamlPath;
}

/**
 * Says in one sentence what an ajv error means for the person who wrote the file.
 * `written` is the offending scalar as it stands in the file, `path` where the value stands.
 */
export function schemaErrorText(error: ErrorObject, written: string, path: YamlPath): SchemaErrorText {
  const params = error.params as Record<string, unknown>;
  const subject = subjectOf(path);
  const nested = typeof error.data === 'object' && error.data !== null;
  const given = nested ? kindOf(error.data) : String(error.data);
  const shown = nested ? given : `"${given}"`;
  if (error.schemaPath.startsWith('#/definitions/ticket/')) return { at: 'key', message: TICKET };
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(String(params.additionalProperty), error);
    case 'required':
      return missingKey(String(params.missingProperty), error.data as object);
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).map(String);
      return { message: `${shown} is not a value of ${keyOf(path)}`, allowed, given };
    }
    case 'const': {
      const allowed = [String(params.allowedValue)];
      // What a text must be where one stands; a mapping would be held against something else.
      if (error.schemaPath.endsWith('/then/const')) allowed.push('or a mapping of what is expected');
      return { message: `${shown} is not a value of ${subject}`, allowed, given };
    }
    case 'type': {
      const { minLength } = (error.parentSchema ?? {}) as { readonly minLength?: number };
      return { message: typeErrorText(subject, params.type, error.data, written, minLength) };
    }
    case 'pattern':
      return patternText(error);
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
      return { message: limitText(error.keyword, Number(params.limit), subject) };
  }
}

/** Says nothing of what stands there. */
const TICKET = `a ticket ${NOT_IN_A_FILE}`;

/** What a person calls the thing that is wrong: the last key on the way to it. */
function subjectOf(path: YamlPath): string {
  return typeof path.at(-1) === 'number' ? `an item of ${keyOf(path)}` : keyOf(path);
}

function keyOf(path: YamlPath): string {
  const key = path.findLast((part) => typeof part === 'string');
  return key === undefined ? 'the file' : `"${key}"`;
}

function unknownKey(key: string, error: ErrorObject): SchemaErrorText {
  const allowed = Object.keys((error.parentSchema?.properties ?? {}) as object);
  return { below: [key], at: 'key', message: `unknown key "${key}"`, allowed, given: key };
}

/** A missing key is shown at the first key that is there; a missing reason at the level that asks for it. */
function missingKey(missing: string, data: object): SchemaErrorText {
  const [first] = Object.keys(data);
  const below = missing === 'because' && 'level' in data ? ['level'] : first === undefined ? [] : [first];
  const why =
    missing === 'because' ? ': a case of level should or gap needs the reason why it is not must' : '';
  return { below, at: 'key', message: `the key "${missing}" is missing${why}` };
}

function patternText(error: ErrorObject): SchemaErrorText {
  const meaning = patternMeaning(String((error.params as Record<string, unknown>).pattern));
  const message = `"${String(error.data)}" is not ${meaning}`;
  return error.propertyName === undefined ? { message } : { below: [error.propertyName], at: 'key', message };
}

function oneOfText(error: ErrorObject): SchemaErrorText {
  const choices = ((error.parentSchema?.oneOf ?? []) as { required?: string[] }[]).map(
    (choice) => choice.required ?? [],
  );
  const passing = (error.params as { passingSchemas: readonly number[] | null }).passingSchemas;
  const allowed = choices.map((keys) => keys.join(' with '));
  const second = passing && choices[passing[1] ?? -1]?.[0];
  if (second !== undefined && second !== null) {
    return { below: [second], at: 'key', message: 'only one of these keys is allowed here', allowed };
  }
  const has = (key: string) => Object.hasOwn(error.data as object, key);
  const [first] = Object.keys(error.data as object);
  const place = { below: first === undefined ? [] : [first], at: 'key' } as const;
  if (choices.some((keys) => keys.every(has))) {
    return { ...place, message: 'these keys cannot be combined; use one of these alone', allowed };
  }
  const half = choices.find((keys) => keys.some(has));
  const missing = half?.find((key) => !has(key));
  if (missing !== undefined) return { ...place, message: `the key "${missing}" is missing` };
  return { ...place, message: 'one of these keys is required here', allowed };
}

function misplacedKey(error: ErrorObject): SchemaErrorText {
  const [key = ''] = (error.schema as { required?: string[] }).required ?? [];
  const where =
    key === 'with' ? 'beside "steps"; put the values into each step' : 'beside the other keys here';
  return { below: [key], at: 'key', message: `the key "${key}" is not allowed ${where}` };
}

function limitText(keyword: string, limit: number, subject: string): string {
  switch (keyword) {
    case 'minLength':
      return `${subject} needs at least ${counted(limit, 'character')}`;
    case 'minItems':
      return `${subject} needs at least ${counted(limit, 'item')}`;
    case 'maxItems':
      return `${subject} can have at most ${counted(limit, 'item')}`;
    case 'minProperties':
      return `${subject} needs at least ${counted(limit, 'key')}`;
    case 'minimum':
      return `${subject} must be at least ${limit}`;
    case 'maximum':
      return `${subject} can be at most ${limit}`;
    default:
      return `${subject} breaks the schema (${keyword})`;
  }
}

function counted(count: number, noun: string): string {
  return count === 1 ? `one ${noun}` : `${count} ${noun}s`;
}
