/** Mistakes that a person can make in each kind of file, for the golden file of messages. */
import { readFileSync } from 'node:fs';

/** A mistake that a person can make in a file, for the golden file of messages. */
export interface Mistake {
  readonly title: string;
  readonly text: string | Uint8Array;
}

const HEAD = 'operation: SendBulkSms\ncases:\n  - id: hello\n    title: A message is taken as it is\n';

/** A case file whose only case has these further lines. */
function entry(title: string, ...lines: readonly string[]): Mistake {
  return { title, text: `${HEAD}${lines.map((line) => `    ${line}\n`).join('')}` };
}

function file(title: string, ...lines: readonly string[]): Mistake {
  return { title, text: `${lines.join('\n')}\n` };
}

const send = '  - { send: SendBulkSms, capture: { packet: PacketID } }';

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: the case language */

const yamlMistakes: readonly Mistake[] = [
  { title: 'an empty file', text: '' },
  file('only comments', '# nothing yet'),
  { title: 'not UTF-8', text: Uint8Array.of(0x61, 0x3a, 0x20, 0xfd, 0x0a) },
  entry('a syntax error: an unclosed quote', 'with: { Message: "Hello }'),
  entry('a syntax error: a colon in a text without quotes', 'because: it is so: always'),
  entry('a syntax error: an unclosed brace', 'with: { Message: Hello', 'levle: must'),
  entry('a syntax error: a brace too many', 'with: { Message: Hello }}', 'levle: must'),
  entry('a syntax error: no comma in braces', 'with: { Message: Hello Originator: X }', 'levle: must'),
  entry('a syntax error: wrong indentation', 'with:', '    Message: Hello', '  Originator: X'),
  entry('a tab as indentation', 'with:', '\tMessage: Hello'),
  entry('a duplicate key', 'level: must', 'level: must'),
  entry('a tag', 'with: { Message: !secret Hello }'),
  entry('an alias without an anchor', 'with: { Message: *greeting }'),
  entry('a key that is a number', 'matrix: { text: { 007: Bond } }', 'with: { Message: "${text}" }'),
  file('two documents', 'cases: []', '---', 'cases: []'),
];

const shapeMistakes: readonly Mistake[] = [
  file('a list where the file is a mapping', '- id: hello'),
  file('no cases', 'operation: SendBulkSms'),
  file('an empty list of cases', 'operation: SendBulkSms', 'cases: []'),
  file('a title without a text', 'operation: SendBulkSms', 'cases:', '  - id: hello', '    title:'),
  file('cases without a value', 'operation: SendBulkSms', 'cases:'),
  entry('an unknown key, near to one', 'requirments: [sends.recipients]'),
  entry('an unknown key, near to none', 'zzzzzzzzz: 1'),
  file('a missing id and title', 'operation: SendBulkSms', 'cases:', '  - level: must'),
  file('a short title', 'operation: SendBulkSms', 'cases:', '  - id: hello', '    title: Hi'),
  file(
    'a case id that is no slug',
    'operation: SendBulkSms',
    'cases:',
    '  - id: Hello_World',
    '    title: A message is taken',
  ),
  entry('a level that there is not', 'level: shall'),
  entry('no because', 'level: should'),
  entry(
    'a level of a variant that the matrix does not make',
    'matrix: { text: { one: a } }',
    'levels: { two: gap }',
    'because: the second is open',
    'with: { Message: "${text}" }',
  ),
  entry('levels without a matrix', 'levels: { two: gap }', 'because: the second is open'),
  entry('a binding that there is not', 'bindings: [soap13]'),
  entry('a binding twice', 'bindings: [soap11, http-get, soap11]'),
  entry('bindings as one text', 'bindings: soap11'),
  entry('a tag that is no slug', 'tags: [Smoke Test]'),
  entry('a matrix name that is no name', 'matrix: { 1st: { a: b } }'),
  entry('a matrix slug that is no slug', 'matrix: { text: { Big_One: b } }'),
  entry('a matrix without values', 'matrix: { text: {} }'),
  entry('with that holds nothing', 'with: {}'),
  entry('with without a value', 'with:'),
  entry('both with and steps', 'with: { Message: Hello }', 'steps:', send),
  entry('both send and call', 'steps:', '  - send: SendBulkSms', '    call: SendBulkSms'),
  entry('neither send nor call', 'steps:', '  - over: same'),
  entry('a misspelt send', 'steps:', '  - sned: SendBulkSms'),
  entry('an expectation that there is not', 'expect: same-contents'),
  entry('an expectation that is switched off', 'expect: { same-content: false }'),
  entry('an expectation of something else', 'expect: { status: "200" }'),
];

const valueMistakes: readonly Mistake[] = [
  entry('a number with a plus and no quotes', 'with: { GsmNumbers: [+905321112233] }'),
  entry('a number with a zero and no quotes', 'with: { Message: 0532 }'),
  entry('an exponent without quotes', 'with: { Message: 1e3 }'),
  entry('a boolean where a text belongs', 'with: { Message: true }'),
  entry('null where a text belongs', 'with: { Message: null }'),
  entry('a tilde where a text belongs', 'with: { Message: ~ }'),
  entry('nothing where a text belongs', 'with:', '  Message:'),
  entry('a number in an expectation', 'expect: { packet: { PacketStatus: 0 } }'),
  entry('a generator that there is not', 'with: { Message: { unique: key } }'),
  entry('two generators at once', 'with: { Message: { unique-id: a, number: plus } }'),
  entry('a generator with a key of another', 'with: { Message: { number: plus, length: 3 } }'),
  entry('fill without length', 'with: { Message: { fill: abc } }'),
  entry('no numbers', 'with: { GsmNumbers: { numbers: 0 } }'),
  entry('too many numbers', 'with: { GsmNumbers: { numbers: 10001 } }'),
  entry('half a number', 'with: { GsmNumbers: { numbers: 1.5 } }'),
  entry('a number format that there is not', 'with: { GsmNumbers: { numbers: 2, format: international } }'),
  entry('a prefix that is too long', 'with: { Message: { unique-id: a-very-long-prefix } }'),
  entry('a list for a text parameter', 'with: { Message: [Hello, World] }'),
  entry('a text for a list parameter', 'with: { GsmNumbers: "905321112233" }'),
  entry('generated numbers for a text parameter', 'with: { Message: { numbers: 2 } }'),
  entry(
    'a list of the matrix for a text parameter',
    'matrix: { m: { two: [a, b] } }',
    'with: { Message: "${m}" }',
  ),
];

const nameMistakes: readonly Mistake[] = [
  file('no operation', 'cases:', '  - id: hello', '    title: A message is taken'),
  file(
    'an unknown operation of the file',
    'operation: SendBulkSMSes',
    'cases:',
    '  - id: hello',
    '    title: A message is taken',
  ),
  file(
    'an operation that is no text',
    'operation: 5',
    'cases:',
    '  - id: hello',
    '    title: A message is taken',
  ),
  entry('an unknown operation of a case', 'operation: SendBulk'),
  entry('an unknown operation of a step', 'steps:', '  - call: ReportSms'),
  entry('an unknown parameter', 'with: { Mesage: Hello }'),
  entry('an unknown field to capture', 'steps:', '  - { send: SendBulkSms, capture: { packet: PacketId } }'),
  entry('an unknown field to expect', 'expect: { each-delivery: { KeyId: "1" } }'),
  entry('the list as a field to expect', 'expect: { packet: { DeliveryResults: "1" } }'),
  entry('an unknown requirement', 'requirements: [sends.recipient]'),
  entry('a report without a packet', 'steps:', send, '  - call: ReportSmsWithPacketId'),
  entry(
    'a report that is said to send',
    'steps:',
    '  - send: ReportSmsWithPacketId',
    '    with: { PacketId: P1 }',
  ),
  entry('a binding to go over that there is not', 'steps:', '  - { send: SendBulkSms, over: soap }'),
  entry(
    'a matrix name to go over that there is not',
    'matrix: { reader: { a: soap11 } }',
    'steps:',
    '  - { send: SendBulkSms, over: "${raeder}" }',
  ),
  entry(
    'a matrix to go over that holds no binding',
    'matrix: { reader: { a: soap11, b: soap13 } }',
    'steps:',
    '  - { send: SendBulkSms, over: "${reader}" }',
  ),
];

const report = '  - { call: ReportSmsWithPacketId, with: { PacketId: "${packet}" } }';

const anyPacketMistakes: readonly Mistake[] = [
  entry(
    'any packet without a send',
    'operation: ReportSmsWithPacketId',
    'any-packet: true',
    'with: { PacketId: P1 }',
  ),
  entry(
    'any packet after a send with values of its own',
    'any-packet: true',
    'steps:',
    '  - { send: SendBulkSms, with: { Message: Hello }, capture: { packet: PacketID } }',
    report,
  ),
  entry('any packet with two sends', 'any-packet: true', 'steps:', send, report, '  - { call: SendBulkSms }'),
];

const formMistakes: readonly Mistake[] = [
  entry('a form that there is not', 'bindings: [soap11]', 'form: cdatas'),
  entry(
    'a form that there is not, in the matrix',
    'bindings: [http-get]',
    'matrix: { form: { a: space-as-pluss } }',
    'form: "${form}"',
  ),
  entry('a form of other bindings', 'bindings: [soap11, http-post]', 'form: cdata'),
  entry(
    'a form of other bindings, in the matrix',
    'bindings: [http-get]',
    'matrix: { form: { a: space-as-plus, b: pretty-print } }',
    'form: "${form}"',
  ),
  entry('a form of some bindings for all', 'form: cdata'),
  entry('a form that is no text', 'form: [cdata]'),
  entry(
    'a form of a matrix that does not have it',
    'bindings: [soap11]',
    'matrix: { from: { a: cdata } }',
    'form: "${form}"',
  ),
  entry(
    'a form that is a list',
    'bindings: [soap11]',
    'matrix: { form: { a: [cdata, comments] } }',
    'form: "${form}"',
  ),
  entry(
    'a form put together of parts',
    'bindings: [soap11]',
    'matrix: { form: { a: cdata } }',
    'form: "x-${form}"',
  ),
  entry(
    'a form over every binding',
    'bindings: [soap11]',
    'form: cdata',
    'steps:',
    '  - { send: SendBulkSms, over: every-binding }',
  ),
];

const referenceMistakes: readonly Mistake[] = [
  entry('an unknown ${name}', 'matrix: { text: { a: b } }', 'with: { Message: "Hello ${txt}" }'),
  entry('a ${name} that is not closed', 'matrix: { text: { a: b } }', 'with: { Message: "Hello ${text" }'),
  entry(
    'a capture before its step',
    'steps:',
    '  - call: ReportSmsWithPacketId',
    '    with: { PacketId: "${packet}" }',
    send,
  ),
  entry(
    'a capture of the step itself',
    'steps:',
    '  - { send: SendBulkSms, with: { Message: "${packet}" }, capture: { packet: PacketID } }',
  ),
  entry(
    'a capture inside a longer text',
    'steps:',
    send,
    '  - call: ReportSmsWithPacketId',
    '    with: { PacketId: "no ${packet}" }',
  ),
  entry(
    'a capture as an item of a list',
    'steps:',
    send,
    '  - send: SendBulkSms',
    '    with: { GsmNumbers: ["${packet}"] }',
  ),
  entry(
    'a capture for a list',
    'steps:',
    send,
    '  - send: SendBulkSms',
    '    with: { GsmNumbers: "${packet}" }',
  ),
  entry('a capture inside expect', 'steps:', send, 'expect: { packet: { PacketID: "${packet}" } }'),
  entry(
    'a list inside a longer text',
    'matrix: { n: { two: { numbers: 2 } } }',
    'with: { Message: "to ${n}" }',
  ),
  entry('a reference inside a matrix value', 'matrix: { a: { b: c }, d: { e: "${a}" } }'),
  entry('a reference inside a list of the matrix', 'matrix: { a: { b: [c, "x${d}"] } }'),
  entry(
    'a reference inside a text to fill',
    'matrix: { a: { b: c } }',
    'with: { Message: { fill: "${a}", length: 9 } }',
  ),
  entry(
    'a name of the matrix generated again',
    'matrix: { n: { a: b } }',
    'generate: { n: { number: plus } }',
  ),
  entry('a name captured again', 'steps:', send, send),
];

const severalMistakes: readonly Mistake[] = [
  file(
    'the same case twice',
    'operation: SendBulkSms',
    'cases:',
    '  - { id: hello, title: A message is taken }',
    '  - { id: hello, title: A message is taken }',
  ),
  file(
    'many mistakes in one file',
    'operation: SendBulkSms',
    'cases:',
    '  - id: first',
    '    title: A message is taken',
    '    level: should',
    '    wiht: { Message: 1 }',
    '  - id: second',
    '    title: A message is taken',
    '    with: { Mesage: Hello, GsmNumbers: one }',
    '    requirements: [nothing]',
    '  - id: third',
    '    title: A message is taken',
    '    with: { Message: 0070 }',
    '  - id: second',
    '    title: A message is taken',
  ),
];

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the case language */

export const caseMistakes: readonly Mistake[] = [
  ...yamlMistakes,
  ...shapeMistakes,
  ...valueMistakes,
  ...nameMistakes,
  ...anyPacketMistakes,
  ...formMistakes,
  ...referenceMistakes,
  ...severalMistakes,
];

const requirementEntry =
  '  - id: a.b\n    section: "1"\n    text: Something holds here.\n    binds: server\n    level: must\n';

function requirement(title: string, ...lines: readonly string[]): Mistake {
  return {
    title,
    text: `requirements:\n${requirementEntry}${lines.map((line) => `    ${line}\n`).join('')}`,
  };
}

function changed(from: string, to: string, title: string): Mistake {
  return { title, text: `requirements:\n${requirementEntry.replace(from, to)}    rules: [http/status]\n` };
}

/** What can be wrong in the register of requirements. */
export const requirementMistakes: readonly Mistake[] = [
  requirement('neither rules nor excluded'),
  requirement('both rules and excluded', 'rules: [http/status]', 'excluded: it cannot be seen'),
  requirement('an unknown rule', 'rules: [http/statsu]'),
  requirement('an unknown key', 'rule: [http/status]'),
  requirement('a reason that is too short', 'excluded: no'),
  changed('id: a.b', 'id: A', 'an id that is none'),
  changed('"1"', '1.10', 'a section without quotes'),
  changed('"1"', '"0"', 'a section that there is not'),
  changed('server', 'servers', 'a side that there is not'),
  {
    title: 'an id twice, beside other mistakes',
    text: `requirements:\n${requirementEntry}    rules: [http/status]\n${requirementEntry}    rules: [http/none]\n  - id: c.d\n`,
  },
];

const builtIn = readFileSync(new URL('../../../cases/contract.yaml', import.meta.url), 'utf8').replace(
  /^#.*\n/gm,
  '',
);

function broken(title: string, from: string, to: string): Mistake {
  if (!builtIn.includes(from)) throw new Error(`the contract has no ${from}`);
  return { title, text: builtIn.replace(from, to) };
}

/** What can be wrong in a contract; each is the built-in one with one change. */
export const contractMistakes: readonly Mistake[] = [
  broken('an unknown key', 'packetResult:', 'packetresult:'),
  broken('a path base without its slash', 'path: /live/postsms.asmx', 'path: live/postsms.asmx'),
  broken('a binding that there is not', 'id: soap12', 'id: soap-12'),
  broken('a binding twice', 'id: soap12', 'id: soap11'),
  broken('an operation twice', '- name: SendBulkSms', '- name: ReportSingleShotSms'),
  broken('a parameter twice', '{ name: EndTime,', '{ name: BeginTime,'),
  broken('an echo of no field', 'echo: KeyID', 'echo: KeyId'),
  broken('a list without an item', ', item: EmSmsDeliveryResult', ''),
  broken('an item of a text', 'PacketStatus, type: string', 'PacketStatus, type: string, item: Status'),
  broken('a status that is text', 'status: 200', 'status: "200"'),
  broken('a status out of range', 'status: 200', 'status: 20'),
  broken('a soapAction that is text', 'soapAction: true', 'soapAction: "yes"'),
  broken('an element name that is none', 'element: EmPostSmsResult', 'element: Em PostSmsResult'),
  broken('a canonical text of a list', 'canonical: { numbers: 2 }', 'canonical: "905"'),
  broken('a canonical list of a text', 'canonical: POSTSMS', 'canonical: [POSTSMS]'),
  broken('three bindings', / {2}- id: http-post[\s\S]*?\n\n/.exec(builtIn)?.[0] ?? '?', '\n'),
];

const sound = {
  exchanges: '"SendBulkSms/*/http-get/**"',
  rules: '[http/charset]',
  reason: 'the old gateway never named one',
  expires: '2027-01-31',
};

/** A file whose only entry is sound but for these keys; one that is null is left out. */
function known(title: string, changed: Readonly<Record<string, string | null>>): Mistake {
  const lines = Object.entries({ ...sound, ...changed })
    .filter(([, value]) => value !== null)
    .map(([key, value], index) => `  ${index === 0 ? '-' : ' '} ${key}: ${value}\n`);
  return { title, text: `known-failures:\n${lines.join('')}` };
}

/** What can be wrong in a file of known failures by itself. */
export const knownFailureMistakes: readonly Mistake[] = [
  { title: 'an empty file', text: '' },
  { title: 'a list where the file is a mapping', text: '- exchanges: "**"\n' },
  { title: 'another key', text: 'known_failures: []\n' },
  { title: 'nothing behind the key', text: 'known-failures:\n' },
  { title: 'a glob without quotes', text: 'known-failures:\n  - exchanges: */canonical/*\n' },
  known('an unknown key', { exchange: '"**"' }),
  known('no expiry', { expires: null }),
  known('no reason', { reason: null }),
  known('nothing behind the reason', { reason: '' }),
  known('nothing behind the exchanges', { exchanges: '' }),
  known('no rules', { rules: '[]' }),
  known('one rule that is no list', { rules: 'http/charset' }),
  known('no exchanges', { exchanges: '[]' }),
  known('exchanges that are a number', { exchanges: '7' }),
  known('an empty pattern', { exchanges: '""' }),
  known('a pattern twice', { exchanges: '["A/**", "A/**"]' }),
  known('a rule twice', { rules: '[http/charset, http/charset]' }),
  known('a rule that there is not', { rules: '[http/charest]' }),
  known('a rule about no answer', { rules: '[http/charset, http/response]' }),
  known('a reason that is too short', { reason: 'a bug' }),
  known('a link that is none', { link: 'SMS-42' }),
  known('an expiry that is no day', { expires: '31.01.2027' }),
  known('an expiry on a day that there is not', { expires: '2027-02-32' }),
  known('an expiry with a time', { expires: '2027-01-31T12:00:00Z' }),
];
