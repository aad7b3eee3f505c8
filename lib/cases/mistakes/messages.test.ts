import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contract, inFolder, problemsOf } from '../../../suites/support/cases.ts';
import type { Loaded } from '../../model/result.ts';
import { loadKnownFailures } from '../../results/known-failures/known-failures.ts';
import { requestEdits } from '../../wire/bindings/edits/edits.ts';
import { formatProblem } from '../../yaml/format-problem.ts';
import { loadCases, loadContract, loadRequirements } from '../load.ts';

const requirements = ['sends.recipients', 'reports.result'];

const loaders: Readonly<Record<string, (file: string) => Loaded<unknown>>> = {
  'cases.yaml': (file) => loadCases([file], { contract, requirements, ...requestEdits }),
  'requirements.yaml': loadRequirements,
  'contract.yaml': loadContract,
  'known-failures.yaml': (file) => loadKnownFailures(file, ['SendBulkSms/canonical/http-get'], '2026-01-01'),
};

const head = 'operation: SendBulkSms\ncases:\n';
const hello = '  - id: hello\n    title: A message is taken as it is\n';
const inCase = (lines: string) => `${head}${hello}${lines.replace(/^/gm, '    ')}`;

/** The built-in contract with one change. */
function changed(from: string | RegExp, to: string): string {
  const builtIn = readFileSync(new URL('../../../cases/contract.yaml', import.meta.url), 'utf8');
  const text = builtIn.replace(/^#.*\n/gm, '');
  expect(text).toMatch(from);
  return text.replace(from, to);
}

const here = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

const known = `known-failures:
  - exchanges: "SendBulkSms/*/http-get/**"
    rules: [http/charest, http/response]
    reason: the old gateway never named one
    expires: 2027-01-31
`;

/** What can be wrong in the entries of a file, all in one file, and what takes a file of its own. */
const mistakes: readonly (readonly [file: string, title: string, text: string | Uint8Array])[] = [
  ['cases.yaml', 'mistakes in one case', here('cases.yaml')],
  ['requirements.yaml', 'mistakes in one requirement', here('requirements.yaml')],
  ['known-failures.yaml', 'mistakes in one known failure', here('known-failures.yaml')],
  ['cases.yaml', 'an empty file', ''],
  ['cases.yaml', 'only comments', '# nothing yet\n'],
  ['cases.yaml', 'not UTF-8', Uint8Array.of(0x61, 0x3a, 0x20, 0xfd, 0x0a)],
  ['cases.yaml', 'a key that is indented below a value', inCase('because: it is so\n      levle: must')],
  ['cases.yaml', 'an unclosed quote', inCase('with: { Message: "Hello }')],
  ['cases.yaml', 'a colon in a text without quotes', inCase('because: it is so: always')],
  ['cases.yaml', 'an unclosed brace', inCase('with: { Message: Hello\nlevle: must')],
  ['cases.yaml', 'an unclosed bracket', inCase('with: { GsmNumbers: [Hello }\nlevle: must')],
  ['cases.yaml', 'an unclosed brace, beside a duplicate key', 'a: 1\na: 2\nb: { c: d\ne: f\n'],
  ['cases.yaml', 'a brace too many', inCase('with: { Message: Hello }}\nlevle: must')],
  ['cases.yaml', 'text behind a brace', inCase('with: { Message: Hello } s3cret\nlevle: must')],
  ['cases.yaml', 'no comma in braces', inCase('with: { Message: Hello Originator: X }\nlevle: must')],
  ['cases.yaml', 'wrong indentation', inCase('with:\n    Message: Hello\n  Originator: X')],
  ['cases.yaml', 'a tab as indentation', inCase('with:\n\tMessage: Hello')],
  ['cases.yaml', 'faults that leave a file readable, all of them', 'a: 1\na: 2\nb: !tag c\n7: d\n'],
  ['cases.yaml', 'an alias without an anchor', inCase('with: { Message: *greeting }')],
  ['cases.yaml', 'two documents', 'cases: []\n---\ncases: []\n'],
  ['cases.yaml', 'a list where the file is a mapping', '- id: hello\n'],
  ['cases.yaml', 'no cases', 'operation: SendBulkSms\n'],
  ['cases.yaml', 'an empty list of cases', 'operation: SendBulkSms\ncases: []\n'],
  ['cases.yaml', 'cases without a value', head],
  ['cases.yaml', 'a missing id and title', `${head}  - level: must\n`],
  ['cases.yaml', 'a title without a text', `${head}  - id: hello\n    title:\n`],
  ['cases.yaml', 'a short title', `${head}  - id: hello\n    title: Hi\n`],
  ['cases.yaml', 'a case id that is no slug', `${head}${hello.replace('hello', 'Hello_World')}`],
  ['cases.yaml', 'no operation', `cases:\n${hello}`],
  ['cases.yaml', 'an unknown operation of the file', `operation: SendBulkSMSes\ncases:\n${hello}`],
  ['cases.yaml', 'an operation that is no text', `operation: 5\ncases:\n${hello}`],
  ['cases.yaml', 'the same case twice', `${head}${hello}${hello}`],
  ['contract.yaml', 'an unknown key', changed('packetResult:', 'packetresult:')],
  ['contract.yaml', 'a path base without its slash', changed('path: /live/', 'path: live/')],
  ['contract.yaml', 'a binding that there is not', changed('id: soap12', 'id: soap-12')],
  ['contract.yaml', 'a list without an item', changed(', item: EmSmsDeliveryResult', '')],
  ['contract.yaml', 'an item of a text', changed('PacketStatus, type: string', '$&, item: Status')],
  ['contract.yaml', 'a status that is text', changed('status: 200', 'status: "200"')],
  ['contract.yaml', 'a status out of range', changed('status: 200', 'status: 20')],
  ['contract.yaml', 'a soapAction that is text', changed('soapAction: true', 'soapAction: "yes"')],
  ['contract.yaml', 'an element name that is none', changed('element: Em', 'element: Em ')],
  [
    'contract.yaml',
    'a field that the code does not know',
    changed('name: KeyID, type: string }', 'name: KeyId, type: string }'),
  ],
  ['contract.yaml', 'three bindings', changed(/ {2}- id: http-post[\s\S]*?\n\n/, '\n')],
  ['known-failures.yaml', 'rules that cannot be known to fail', known],
  ['known-failures.yaml', 'an empty file', ''],
  ['known-failures.yaml', 'a list where the file is a mapping', '- exchanges: "**"\n'],
  ['known-failures.yaml', 'another key', 'known_failures: []\n'],
  ['known-failures.yaml', 'nothing behind the key', 'known-failures:\n'],
  ['known-failures.yaml', 'a glob without quotes', 'known-failures:\n  - exchanges: */canonical/*\n'],
];

const told = mistakes.map(([file, title, text]) => {
  const problems = inFolder({ [file]: text }, () => problemsOf(loaders[file]?.(file) ?? loadContract(file)));
  return { name: `${file}: ${title}`, text, problems };
});

describe('messages about mistakes', () => {
  it('are the ones that were reviewed', async () => {
    const texts = told.map(({ name, problems }) => [`## ${name}`, ...problems.map(formatProblem)]);
    await expect(`${texts.flat().join('\n\n')}\n`).toMatchFileSnapshot('golden/messages.txt');
  });

  it.each(told)('point at the mistake, in the order of the file: $name', ({ text, problems }) => {
    expect(problems).not.toHaveLength(0);
    const lines = Buffer.from(text).toString('utf8').split('\n');
    for (const { sourceLine, line, column, length, message } of problems) {
      expect(['', lines[line - 1]]).toContain(sourceLine);
      expect(column + length - 1).toBeLessThanOrEqual(Math.max(1, sourceLine.length + 1));
      expect(message).not.toMatch(/\^|undefined|\[object|NOT|schema/);
    }
    const order = problems.map(({ line, column }) => line * 1000 + column);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('are there for every entry of the files with mistakes', () => {
    for (const { text, problems } of told.slice(0, 3)) {
      const entries = String(text)
        .split('\n')
        .flatMap((line, index) => (/^ {2}- /.test(line) ? [index + 1] : []));
      const silent = entries.filter((start, place) => {
        const end = entries[place + 1] ?? Number.POSITIVE_INFINITY;
        return !problems.some(({ line }) => line >= start && line < end);
      });
      expect(silent).toEqual([]);
    }
  });
});
