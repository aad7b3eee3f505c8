import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CodeOptions, ErrorObject, ValidateFunction } from 'ajv';
import type { Problem } from '../model/result.ts';
import { remembered } from '../text/remembered.ts';
import { require } from '../text/require.ts';
import { schemaErrorText } from './schema-error.ts';
import type { YamlPath, YamlSource } from './yaml-source.ts';

const folder = new URL('../../cases/schema/', import.meta.url);

export const schemaNames = [
  'accepted-differences',
  'compare',
  'cases',
  'client',
  'config',
  'contract',
  'coverage',
  'known-failures',
  'requirements',
  'results',
  'style',
  'value-classes',
] as const;

export type SchemaName = (typeof schemaNames)[number];

/** Their sources are written into the compiled schemas, so they call nothing of ours. */
export const schemaFormats = { date: isDay, regex: isPattern };

/** True if a text is a day of the calendar, as `YYYY-MM-DD`. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

function readSchema(name: string): object {
  return JSON.parse(readFileSync(new URL(`${name}.schema.json`, folder), 'utf8')) as object;
}

/** Compiles a schema, which takes longer than most commands. */
export function compileSchema(name: string, code: CodeOptions = {}) {
  // Loaded at its first use: schemas are compiled with the code.
  const { Ajv } = require('ajv') as typeof import('ajv');
  const compiler = new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    formats: schemaFormats,
    code,
  });
  const validate = compiler.addSchema(readSchema('values')).compile(readSchema(name));
  return { compiler, validate };
}

/** Returns the validator of a schema, compiled with this code or now. */
const validator = remembered((name): ValidateFunction => {
  const compiled = fileURLToPath(new URL(validatorFile(name), import.meta.url));
  return existsSync(compiled) ? require(compiled) : compileSchema(name).validate;
});

/** Names the file of a compiled schema, beside the compiled code. */
export const validatorFile = (name: string) => `${name}.schema.cjs`;

/** Returns the problems of a file by its JSON Schema (draft-07), each at its place, in file order. */
export function schemaProblems(name: SchemaName, source: YamlSource): readonly Problem[] {
  if (source.value === undefined) return source.problems;
  if (source.value === null) return [source.problem([], { message: 'the file is empty' })];
  const validate = validator(name);
  validate(source.value);
  const problems = telling(validate.errors ?? []).map((error) => {
    const path = pointerPath(error.instancePath, source.value);
    const text = schemaErrorText(error, source.written(path), path);
    return source.problem([...path, ...(text.below ?? [])], text);
  });
  return inFileOrder([...source.problems, ...problems]);
}

/** Returns every key of a schema, at the top or below. */
export function schemaKeys(name: SchemaName): readonly string[] {
  const keys: string[] = [];
  JSON.stringify(readSchema(name), (key, value: unknown) => {
    if (key === 'properties') keys.push(...Object.keys(value as object));
    return value;
  });
  return [...new Set(keys)];
}

export function fitsSchema(name: SchemaName, value: unknown): boolean {
  return validator(name)(value);
}

/** Returns the valid cases of a file, each checked by itself, so that a mistake in one does not hide those in the next. */
export function soundCases<T>({ value }: YamlSource) {
  const file = value as { readonly cases?: readonly T[] } | null | undefined;
  const list = Array.isArray(file?.cases) ? file.cases : [];
  return list.flatMap((entry: T, index) =>
    fitsSchema('cases', { ...file, cases: [entry] }) ? [{ entry, index }] : [],
  );
}

/** Sorts the problems of one file from top to bottom, each once. */
export function inFileOrder(problems: readonly Problem[]): readonly Problem[] {
  const once = new Map(
    problems.map((problem) => [`${problem.line}:${problem.column}:${problem.message}`, problem]),
  );
  return [...once.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Drops the errors that only repeat what another error says better. */
function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const specific = errors.filter(
    (error) =>
      !['if', 'propertyNames', 'anyOf'].includes(error.keyword) &&
      !/\/oneOf\/\d+\/|^#\/definitions\/reference\//.test(error.schemaPath),
  );
  // A misspelt key is most likely the one that a choice of keys lacks; what is no mapping has no keys to choose.
  const better = specific.filter(({ keyword }) => ['additionalProperties', 'type'].includes(keyword));
  const misspelt = new Set(better.map(({ instancePath }) => instancePath));
  return specific.filter(({ keyword, instancePath }) => keyword !== 'oneOf' || !misspelt.has(instancePath));
}

/** Splits a JSON pointer into the keys and indexes that lead to the value. */
function pointerPath(pointer: string, value: unknown): YamlPath {
  const parts = pointer.split('/').slice(1);
  let here: unknown = value;
  return parts.map((raw) => {
    const part = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    const key = Array.isArray(here) ? Number(part) : part;
    here = (here as Record<string | number, unknown> | undefined)?.[key];
    return key;
  });
}
