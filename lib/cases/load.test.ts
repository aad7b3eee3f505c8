import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { contract, inFolder, loaded, problemsOf } from '../../suites/support/cases.ts';
import { rules } from '../judge/rules/index.ts';
import type { Structure } from '../model/contract.ts';
import { loadDeclarations } from '../run/built-in.ts';
import { requestEdits } from '../wire/bindings/edits/edits.ts';
import { formatProblem } from '../yaml/format-problem.ts';
import { isListValue } from './check/checking.ts';
import { loadCases, loadContract } from './load.ts';

const folder = fileURLToPath(new URL('../../cases/', import.meta.url));
const schemas = readdirSync(join(folder, 'schema')).map((name) => ({
  name,
  text: readFileSync(join(folder, 'schema', name), 'utf8'),
}));

describe('the schemas of cases/schema', () => {
  it.each(schemas)('$name is a draft-07 schema', ({ text }) => {
    const schema = JSON.parse(text) as Record<string, unknown>;
    expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#');
    const ajv = new Ajv();
    expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
    expect(ajv.validateSchema({ ...schema, type: 'txet' })).toBe(false);
  });

  it('have no pattern that a message could not put into words', () => {
    const text = schemas.map((schema) => schema.text).join();
    const patterns = text.match(/"(?:pattern|format)": "/g);
    expect(patterns).not.toBeNull();
    expect(text.match(/"(?:pattern|format)": "(?:[^"\\]|\\.)*",\s*"\$comment": "\w/g)).toHaveLength(
      patterns?.length ?? 0,
    );
  });
});

describe('the built-in files', () => {
  it('load: names that are there once, echoes of fields, and lists where parameters are lists', () => {
    const { bindings, operations, deliveryResult } = contract;
    const once = (names: readonly string[]) => expect(new Set(names).size).toBe(names.length);
    once(bindings.map(({ id }) => id));
    once(operations.map(({ name }) => name));
    const fields = deliveryResult.fields.map(({ name }) => name);
    for (const { parameters } of operations) {
      once(parameters.map(({ name }) => name));
      for (const { type, echo = fields[0], canonical } of parameters) {
        expect(fields).toContain(echo);
        if (canonical !== undefined) expect(isListValue(canonical)).toBe(type === 'list');
      }
    }
  });

  it('load: the parameters of its kind for every operation, an identifier and a list for the packet result', () => {
    const { operations, packetResult } = contract;
    for (const { kind, ticket, ...operation } of operations) {
      const named =
        'packet' in operation ? [operation.packet] : [operation.recipients.echo, operation.text.echo];
      expect([kind, ticket.role, ...named]).not.toContain(undefined);
    }
    expect(packetResult).toMatchObject({ identifier: 'PacketID', list: { name: 'DeliveryResults' } });
  });

  it('load: requirements with an id of their own, whose rules exist', () => {
    const { register } = loaded(loadDeclarations());
    expect(new Set(register.map(({ id }) => id)).size).toBe(register.length);
    const known = rules.map(({ id }) => id);
    for (const { id, rules: named } of register)
      expect(known, id).toEqual(expect.arrayContaining([...named]));
  });

  it('have the names that the schema of cases lets be used', () => {
    const { definitions } = JSON.parse(readFileSync(join(folder, 'schema/cases.schema.json'), 'utf8'));
    const { operation, step, binding, packetField, deliveryField } = definitions;
    const textsOf = ({ fields }: Structure) =>
      fields.filter(({ type }) => type === 'string').map(({ name }) => name);
    const sends = contract.operations.filter(({ kind }) => kind === 'send');
    expect(operation.enum).toEqual(contract.operations.map(({ name }) => name));
    expect(step.properties.send.enum).toEqual(sends.map(({ name }) => name));
    expect(binding.enum).toEqual(contract.bindings.map(({ id }) => id));
    expect(packetField.enum).toEqual(textsOf(contract.packetResult));
    expect(deliveryField.enum).toEqual(textsOf(contract.deliveryResult));
  });

  it('load: cases of every operation, each with a canonical one', () => {
    const { cases } = loaded(loadDeclarations());
    const canonical = cases.filter(({ id }) => id === 'canonical').map(({ operation }) => operation);
    expect(canonical.sort()).toEqual(contract.operations.map(({ name }) => name).sort());
  });
});

it.each([
  ['none.yaml', 'none.yaml: cannot be read: there is no such file'],
  ['../..', '../..: cannot be read: it is a folder'],
])('the file %s cannot be read, and a problem says why', (path, problem) => {
  expect(inFolder({}, () => problemsOf(loadContract(path)).map(formatProblem))).toEqual([problem]);
});

describe('the cases of several files', () => {
  const text = 'operation: SendBulkSms\ncases:\n  - { id: hello, title: A message is taken }\n';
  const names = { contract, requirements: [], ...requestEdits };
  const load = (files: Readonly<Record<string, string>>) =>
    inFolder(files, () => loadCases(Object.keys(files), names));

  it('may share an id in different operations', () => {
    const other = text.replace('SendBulkSms', 'SingleShotSmsWithTypeAndKeyID');
    expect(loaded(load({ 'a.yaml': text, 'b.yaml': other }))).toHaveLength(2);
  });

  it('may not appear twice, of which the first is a built-in one', () => {
    const [first] = loaded(load({ 'ours.yaml': text }));
    const builtIn = first === undefined ? [] : [first];
    const found = inFolder({ 'a.yaml': text }, () => loadCases(['a.yaml'], names, builtIn));
    expect(problemsOf(found).map(formatProblem)[0]?.split('\n')[0]).toBe(
      'a.yaml:3:11: the case SendBulkSms/hello is a built-in one, at ours.yaml:3; give yours another id',
    );
  });

  it('may not appear twice, though both files are well by themselves', () => {
    expect(problemsOf(load({ 'a.yaml': text, 'b.yaml': text })).map(formatProblem)).toEqual([
      [
        'b.yaml:3:11: the case SendBulkSms/hello is already declared at a.yaml:3',
        '    3 |   - { id: hello, title: A message is taken }',
        '      |           ^^^^^',
      ].join('\n'),
    ]);
  });

  it('have their problems told file by file, all of them', () => {
    const problems = problemsOf(load({ 'a.yaml': 'x: 1', 'b.yaml': 'y: 1', 'c.yaml': text }));
    expect(problems.map(({ file, message }) => `${file} ${message}`)).toEqual([
      'a.yaml the key "cases" is missing',
      'a.yaml unknown key "x"',
      'b.yaml the key "cases" is missing',
      'b.yaml unknown key "y"',
    ]);
  });

  it('are checked each by itself: one that breaks the schema hides no mistake in the next', () => {
    const next = '  - { id: next, title: A message is taken, requirements: [gaps.none] }\n';
    const problems = problemsOf(load({ 'a.yaml': `${text.replace('id: hello', 'id: Hello')}${next}` }));
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '3 "Hello" is not a slug: lower-case letters, digits and single hyphens between them',
      '4 unknown requirement "gaps.none"',
    ]);
  });

  it('take a byte order mark and Windows line ends for what they are', () => {
    const windows = `\uFEFF${text.replaceAll('\n', '\r\n')}`;
    expect(loaded(load({ 'a.yaml': windows }))[0]?.source).toEqual({ file: 'a.yaml', line: 3, column: 11 });
  });
});
