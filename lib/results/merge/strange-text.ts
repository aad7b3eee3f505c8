import { printable } from '../../findings/finding-text.ts';
import type { Results } from '../../model/running/results.ts';

/**
 * The first of our own words in results, such as an id, that has characters in it which are none: they are printed as
 * they are, and a file can be anybody's. Undefined where there is none.
 */
export function strangeText({
  suite,
  exchanges,
  notRun,
  rules = [],
  requirements,
}: Results): string | undefined {
  const words: readonly (readonly [where: string, words: readonly (string | null)[]])[] = [
    ['suite', [suite.name, suite.version]],
    [
      'exchanges',
      exchanges.flatMap(({ id, case: name, operation, variant }) => [id, name, operation, variant]),
    ],
    [
      'exchanges',
      exchanges.flatMap(({ findings }) => findings.flatMap(({ rule, requirements: ids }) => [rule, ...ids])),
    ],
    ['notRun', notRun.flatMap(({ id, reason }) => [id, reason])],
    ['rules', rules.map(({ id }) => id)],
    [
      'requirements',
      requirements.flatMap((one) => [one.id, one.section, one.text, ...one.cases, ...one.defects]),
    ],
  ];
  return words.find(([, those]) => those.some((text) => text !== null && printable(text) !== text))?.[0];
}
