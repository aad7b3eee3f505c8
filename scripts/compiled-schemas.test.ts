import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import { expect, it } from 'vitest';
import { compileSchema, schemaNames, validatorFile } from '../lib/yaml/schema.ts';
import { parseYaml } from '../lib/yaml/yaml-source.ts';
import { compiledSchemas } from './compiled-schemas.ts';

const compiled = compiledSchemas();

/** Runs the code of a validator as the file that it is written to. */
function loaded(code: string): ValidateFunction {
  const module = { exports: (() => {}) as unknown as ValidateFunction };
  new Function('module', 'exports', 'require', code)(module, {}, createRequire(import.meta.url));
  return module.exports;
}

const mistakes = ['cases', 'requirements', 'known-failures'].map((name) => {
  return parseYaml(name, readFileSync(new URL(`../lib/cases/mistakes/${name}.yaml`, import.meta.url), 'utf8'))
    .value;
});

it.each(schemaNames)('the compiled schema %s reports what ajv reports', (name) => {
  const code = loaded(compiled.get(validatorFile(name)) ?? '');
  const { validate } = compileSchema(name);
  for (const value of [...mistakes, {}, [], { [name]: [{ id: '7', expires: '2026-02-30', target: '(' }] }]) {
    expect(code(value)).toBe(validate(value));
    expect(code.errors).toEqual(validate.errors);
  }
});

it('compiled schemas call the same formats', () => {
  const code = loaded(compiled.get(validatorFile('known-failures')) ?? '');
  const entry = { exchanges: '**', rules: ['http/status'], reason: 'an old gateway', expires: '2026-02-28' };
  expect(code({ 'known-failures': [entry] })).toBe(true);
  expect(code({ 'known-failures': [{ ...entry, expires: '2026-02-30' }] })).toBe(false);
});
