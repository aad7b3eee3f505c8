import { _Code } from 'ajv/dist/compile/codegen/code.js';
import standalone from 'ajv/dist/standalone/index.js';
import { compileSchema, schemaFormats, schemaNames, validatorFile } from '../lib/yaml/schema.ts';

/** Returns the code of every schema's validator, by the name of its file: it runs without ajv's compiler. */
export function compiledSchemas(): ReadonlyMap<string, string> {
  const functions = Object.entries(schemaFormats).map(([name, test]) => `${name}: ${test}`);
  const code = { source: true, formats: new _Code(`({ ${functions.join(', ')} })`) };
  return new Map(
    schemaNames.map((name) => {
      const { compiler, validate } = compileSchema(name, code);
      return [validatorFile(name), standalone.default(compiler, validate)];
    }),
  );
}
