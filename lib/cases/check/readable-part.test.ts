import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { forms } from '../../bindings/forms/index.ts';
import { loadCases } from '../load-cases.ts';
import { contract, inFolder } from '../testing.ts';

function told(text: string): readonly string[] {
  return inFolder({ 'file.yaml': text }, () => {
    const loaded = loadCases(['file.yaml'], contract, ['sends.recipients'], forms);
    return loaded.ok ? [] : loaded.problems.map(({ line, message }) => `${line}: ${message}`);
  });
}

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;

describe('a mistake of the schema hides no other', () => {
  it('in the file: an unknown operation, and an id that stands twice', () => {
    expect(
      told(
        lines(
          'operation: SendBulkSmss',
          'cases:',
          '  - { id: hello, title: A message is taken, level: shall }',
          '  - { id: hello, title: A message is taken, tags: smoke }',
        ),
      ),
    ).toEqual([
      '1: unknown operation "SendBulkSmss"',
      '3: "shall" is not a value of "level"',
      '4: the case SendBulkSmss/hello is declared already, at file.yaml:3',
      '4: "tags" must be a list, not text',
    ]);
  });

  it('in the same case: names of parameters, forms, requirements, fields and operations', () => {
    expect(
      told(
        lines(
          'operation: SendBulkSms',
          'cases:',
          '  - id: hello',
          '    title: A message is taken',
          '    level: shall',
          '    form: upside-down',
          '    requirements: [sends.recipient]',
          '    with: { Mesage: Hello, Originator: 5, Message: [a] }',
          '    expect: { packet: { PacketId: "1" } }',
          '  - id: steps',
          '    title: A packet is reported',
          '    levle: must',
          '    steps:',
          '      - 5',
          '      - { call: ReportSms }',
          '      - { over: soap13 }',
          '      - { call: ReportSmsWithPacketId, with: { Packet: P1 }, capture: { id: PacketId } }',
        ),
      ),
    ).toEqual([
      '5: "shall" is not a value of "level"',
      '6: unknown form "upside-down"',
      '7: unknown requirement "sends.recipient"',
      '8: SendBulkSms has no parameter "Mesage"',
      '8: "Originator" must be text; 5 without quotes is a number: write "5"',
      '8: Message takes one text, not a list',
      '9: "PacketId" is not a text field of the packet result',
      '12: unknown key "levle"',
      '14: an item of "steps" must be a mapping, not the number 5',
      '15: unknown operation "ReportSms"',
      '16: one of these keys is required here',
      '16: "soap13" is not a value of "over"',
      '17: ReportSmsWithPacketId has no parameter "Packet"',
      '17: "PacketId" is not a text field of the packet result',
    ]);
  });
});

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: the case language */

describe('what may stand in a part that cannot be read is not called missing', () => {
  it.each([
    ['a value that is used', 'matrix: { text: 5 }', 'with: { Message: "${text}" }'],
    ['the use of a value', 'matrix: { text: { a: b } }', 'with: [Message, "${text}"]'],
    ['a matrix to take the form from', 'matrix: { forms: [] }', 'form: "${forms}"'],
    ['the operation', 'operation: [SendBulkSms]', 'with: { Anything: goes }'],
  ])('%s', (_, ...own) => {
    expect(
      told(
        lines(
          'operation: SendBulkSms',
          'cases:',
          '  - id: hello',
          '    title: A message is taken',
          ...own.map((line) => `    ${line}`),
        ),
      ),
    ).toHaveLength(1);
  });
});

const rich = {
  id: 'hello',
  title: 'A message is taken as it is',
  operation: 'SendBulkSms',
  level: 'should',
  because: 'nothing says so',
  requirements: ['sends.recipients'],
  tags: ['smoke'],
  bindings: ['soap11'],
  matrix: { text: { a: 'b', c: ['d'] } },
  generate: { key: { 'unique-id': 'k' }, long: { fill: 'x', length: 3 } },
  steps: [
    {
      send: 'SendBulkSms',
      with: { Message: '${text}', GsmNumbers: { numbers: 2 } },
      capture: { packet: 'PacketID' },
    },
    { call: 'ReportSmsWithPacketId', over: 'same', with: { PacketId: '${packet}' } },
  ],
  expect: { packet: { PacketStatus: '${key}' }, 'each-delivery': { DeliveredMessage: '${long}' } },
};

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the case language */

/** The value with each of its parts, itself first, put in another's place in turn. */
function* replaced(value: unknown, by: unknown): Generator<unknown> {
  yield by;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const other of replaced(part, by)) {
      yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
    }
  }
}

it.each([[5], [null], [true], ['word'], [[]], [[5]], [{}], [{ fill: 5 }], [{ a: { b: [null] } }]])(
  'whatever stands somewhere else than it belongs is told, or taken: %j',
  (by) => {
    for (const given of replaced(rich, by)) {
      const messages = told(stringify({ cases: [given] }));
      expect(new Set(messages).size).toBe(messages.length);
      for (const message of messages) expect(message).not.toMatch(/undefined|\[object/);
    }
  },
);
