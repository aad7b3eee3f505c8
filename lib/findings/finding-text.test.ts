import { expect, it } from 'vitest';
import { findingOf } from '../../suites/support/report.ts';
import { rules } from '../judge/rules/index.ts';
import { ownText, ownWords } from '../secrets/mask.ts';
import { printable, printableLines } from '../text/printable.ts';
import { adviceFor, findingLines, namesOf, sentenceOf } from './finding-text.ts';
import texts from './texts.json' with { type: 'json' };

const finding = findingOf({ expected: 'one PacketID' });

it('a finding cites every section once, in order, and says where, what and what else', () => {
  const sections = new Map(
    Object.entries(ownWords<Record<string, string>>({ a: '4.1', b: '2.1', c: '2.1' })),
  );
  const lines = findingLines(
    { ...finding, requirements: ownWords<string[]>(['a', 'b', 'c', 'unknown']), more: 2 },
    sections,
  );
  expect(lines).toEqual([
    'result/field-once  must  §2.1 Packet result, §4.1 Bindings',
    'PacketID must occur exactly once in EmPostSmsResult',
    '  breaks    a, b, c and 1 more',
    '  at        /EmPostSmsResult and 2 more like it',
    '  expected  one PacketID',
    '  actual    none',
    '  to do     write the field exactly once, named as in the contract, even if it is empty',
  ]);
});

it('a finding of an exchange of several steps says which of them it is about', () => {
  const steps = [
    { operation: 'SendBulkSms', binding: 'soap11' },
    { operation: 'ReportSingleShotSms', binding: 'soap12' },
  ];
  const place = (step: number, made: typeof steps) =>
    findingLines({ ...finding, step }, new Map(), ownWords(made)).find((line) => line.startsWith('  at '));
  expect(place(0, steps)).toBe('  at        step 1, SendBulkSms over soap11: /EmPostSmsResult');
  expect(place(1, steps)).toBe('  at        step 2, ReportSingleShotSms over soap12: /EmPostSmsResult');
  expect(place(0, steps.slice(0, 1))).toBe('  at        /EmPostSmsResult');
});

it('what a target sent cannot act on the terminal', () => {
  const hostile = '\u001B[2J\u009B31m\u0007\r\n\u202Eabc\u2066\u0000';
  const lines = findingLines(findingOf({ actual: hostile, path: hostile, expected: hostile }), new Map());
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(lines[4]).toBe('  actual    \\u{1B}[2J\\u{9B}31m\\u{7}\\u{D}\\u{A}\\u{202E}abc\\u{2066}\\u{0}');
});

it('what is printable stays as it is, and text of several lines keeps their ends', () => {
  const text = 'a\tş 👩‍👩‍👧 é §';
  expect(printable(text)).toBe(text);
  expect(printableLines('a\r\nb\n\tc\rd\u001B[31m')).toBe('a\nb\n\tc\\u{D}d\\u{1B}[31m');
});

it('there is no text about a rule that is none; one that is missing does not compile', () => {
  const ids: readonly string[] = rules.map(({ id }) => id);
  const keys = [...Object.keys(texts.sentences), ...Object.keys(texts.advice)];
  expect(
    keys.filter((key) => !['beside', 'foreign'].includes(key) && !ids.includes(key.split(' ', 1).join())),
  ).toEqual([]);
});

const names = {
  ...{ field: 'PacketID', parent: 'EmPostSmsResult', item: 'EmSmsDeliveryResult' },
  ...{ parameter: 'Message', binding: 'soap11', other: 'http-get' },
};

it.each(rules.map(({ id }) => id))(
  '%s is worded without a hole and a full stop, and says what to do',
  (rule) => {
    const sentence = sentenceOf({ rule, names });
    expect(sentence).not.toMatch(/undefined|\.$/);
    expect(sentence).toMatch(/^[\p{L}]/u);
    // Lists of rules have no names to put in.
    expect(sentenceOf({ rule })).not.toContain('undefined');
    expect(adviceFor({ rule })).toMatch(/^\p{Ll}.*[^.]$/u);
  },
);

it('what was observed says what to do, whatever rule found it, but not about requests', () => {
  const lost = { observed: ownText('lost') };
  for (const rule of ['delivery/texts', 'delivery/echo'])
    expect(adviceFor({ rule, ...lost })).toContain('by its name to the letter');
  expect(adviceFor({ rule: 'request/parameters', ...lost })).toContain('send every parameter once');
  expect(adviceFor({ rule: 'delivery/texts', readAs: ownText('ISO 8859-1') })).toContain('as UTF-8');
  const names = { field: ownText('GsmNumber') };
  const number = { rule: 'delivery/recipients', names, observed: ownText('front-lost') };
  expect(adviceFor({ ...number, path: ownText('/DeliveryResults/GsmNumber') })).toContain(
    'as the request writes it',
  );
  expect(adviceFor({ ...number, path: ownText('/DeliveryResults') })).toContain('every number of the list');
});

it('a form of the request that alone is refused is to be accepted, unless the contract leaves it open', () => {
  const refused = {
    rule: 'http/status',
    observed: ownText('unexplained'),
    names: { variant: ownText('cdata') },
  };
  expect(adviceFor(refused)).toBe('accept cdata: it is an equal way to write the request (cases/forms.md)');
  for (const changed of [{ level: 'gap' }, { names: { variant: ownText('fifty') } }, { names: {} }] as const)
    expect(adviceFor({ ...refused, ...changed })).toContain('look into the log');
});

// How sentences and advice read: suites/self/golden/messages.txt.
it('a finding below must is worded with should, and a rule that is not has no advice', () => {
  expect(sentenceOf({ rule: 'xml/no-dtd', level: 'must' })).toContain('must not contain');
  expect(sentenceOf({ rule: 'xml/no-dtd', level: 'should' })).toContain('should not contain');
  expect(adviceFor({ rule: 'http/other' })).toBeUndefined();
});

it('a server that asked to slow down is met with the flags that do so', () => {
  expect(adviceFor({ rule: 'http/status', names: { slower: ownText('true') } })).toContain('--rate N');
  expect(adviceFor({ rule: 'http/status' })).not.toContain('--rate');
});

it('names what a finding is about as results.json has it: texts, and a word for each flag', () => {
  const shared = { packet: 'P7', earlier: 'A/b/soap11', stranger: true } as const;
  expect(namesOf({ field: 'GsmNumber', lost: true, ...shared })).toEqual({
    field: 'GsmNumber',
    lost: 'true',
  });
  expect(namesOf({ changed: true, compressed: true })).toEqual({ changed: 'yes', compressed: '' });
  const written = { as: 'zeros', text: '7' } as const;
  expect(namesOf({ field: 'KeyID', written, expects: 'one-of' })).toEqual({
    ...{ field: 'KeyID', expects: 'one-of', zeros: '7' },
  });
});
