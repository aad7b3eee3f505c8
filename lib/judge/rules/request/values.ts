import type { Parameter } from '../../../model/contract.ts';
import type { About, Breach } from '../../../model/judging/finding.ts';
import { quoted } from '../../../text/finding-value.ts';
import { isPlaceholder } from '../../../text/placeholder.ts';
import { firstInBody, textOf } from '../../../wire/xml/tree.ts';
import { rule } from '../rule.ts';
import { parametersOf } from './parameters.ts';

const ids = ['ticket', 'packet'] as const;

/** Texts that the contract leaves open, by what is expected instead: the roles of parameters, and the likely mistake, which has its own advice. */
const EXPECTED: readonly {
  readonly expected: string;
  readonly as?: NonNullable<About['written']>['as'];
  readonly of: readonly Parameter['role'][];
  readonly isBroken: (text: string, soap: boolean) => boolean;
}[] = [
  { expected: 'a text that is not empty', of: [...ids, 'text'], isBroken: (text) => text.trim() === '' },
  {
    expected: 'a value, not a placeholder',
    as: 'placeholder',
    of: [...ids, 'text', undefined],
    isBroken: isPlaceholder,
  },
  { expected: 'no quotes around it', as: 'quoted', of: ids, isBroken: (text) => /^(["']).*\1$/s.test(text) },
  { expected: 'no space in it', as: 'plus', of: ids, isBroken: (text, soap) => !soap && / \S/.test(text) },
  {
    expected: 'no space in front of it',
    as: 'plus',
    of: ['recipients'],
    isBroken: (text, soap) => !soap && /^ \S/.test(text),
  },
  {
    expected: 'no white space around it',
    as: 'spaced',
    of: [...ids, 'recipients'],
    isBroken: (text) => text !== text.trim(),
  },
  {
    expected: 'no exponent or fraction',
    as: 'numeric',
    of: ['recipients'],
    isBroken: (text) => /^\d+(?:\.\d+)?E\+?\d+$|^\d{7,}\.0+$/i.test(text),
  },
  {
    expected: 'a text that is escaped once',
    as: 'escaped',
    of: [...ids, 'recipients'],
    isBroken: (text) => /%[\dA-F]{2}|&(?:amp|lt|gt|quot);/i.test(text),
  },
];

/**
 * Values that the contract permits, "type string", and that no client means: a ticket that is empty, `undefined` as a packet.
 * They are open (§4.6, §5 sentence 3, §8), but a send has "one or more recipient GSM numbers" (§1), and so digits.
 */
export const requestValuesRule = rule('request/values', 'should', 'request', ['content'], (evidence) => {
  const { soap, all, carried, indexed } = parametersOf(evidence);
  if (soap && !firstInBody(evidence.readBack.root)) return null;
  const isStrange = carried.some(({ local }) => !all.some(({ name }) => name === local));
  return all.flatMap(({ name, type, role, found, value = [] }): readonly Breach[] => {
    const texts = (soap && type === 'list' ? found?.items.map(textOf) : found?.texts) ?? [];
    // What differs from what was meant is a breach of other rules.
    if (JSON.stringify(texts) !== JSON.stringify([value].flat())) return [];
    const about = { field: name };
    if (role === 'recipients') {
      const breach = { path: name, about, level: 'should' } as const;
      const isNone = texts.length === 0 && !isStrange && indexed.length === 0;
      if (isNone) return [{ ...breach, expected: 'one or more numbers', actual: 'none' }];
      const word = texts.find((text) => /^[^\d*]*$/.test(text));
      if (word !== undefined)
        return [{ ...breach, expected: 'a number, which has digits', actual: quoted(word) }];
    }
    const breaches = EXPECTED.flatMap(({ expected, as, of, isBroken }): readonly Breach[] => {
      const text = of.includes(role) ? texts.find((each) => isBroken(each, soap)) : undefined;
      if (text === undefined) return [];
      const named = { ...about, ...(as && { written: { as, text } }) };
      return [{ path: name, expected, actual: quoted(text), about: named, level: 'gap' }];
    });
    // The first is the likeliest mistake.
    return breaches.slice(0, 1);
  });
});
