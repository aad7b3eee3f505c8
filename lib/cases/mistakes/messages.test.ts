import { describe, expect, it } from 'vitest';
import { forms } from '../../bindings/forms/index.ts';
import { loadKnownFailures } from '../../known-failures/known-failures.ts';
import { loadCases } from '../load-cases.ts';
import { loadContract } from '../load-contract.ts';
import { loadRequirements } from '../load-requirements.ts';
import { contract, inFolder, problemsOf } from '../testing.ts';
import { formatProblem } from '../yaml/format-problem.ts';
import {
  caseMistakes,
  contractMistakes,
  knownFailureMistakes,
  type Mistake,
  requirementMistakes,
} from './testing.ts';

const cases = () =>
  problemsOf(loadCases(['file.yaml'], contract, ['sends.recipients', 'reports.result'], forms));
const requirements = () => problemsOf(loadRequirements('file.yaml', ['http/status', 'xml/no-dtd']));
const contracts = () => problemsOf(loadContract('file.yaml'));

const knownFailures = () =>
  problemsOf(
    loadKnownFailures('file.yaml', ['SendBulkSms/canonical/http-get'], '2026-01-01', {
      listable: ['http/charset', 'xml/no-dtd'],
      others: ['http/response'],
    }),
  );

const kinds = [
  { name: 'case file', mistakes: caseMistakes, problems: cases },
  { name: 'register of requirements', mistakes: requirementMistakes, problems: requirements },
  { name: 'contract', mistakes: contractMistakes, problems: contracts },
  { name: 'known failures', mistakes: knownFailureMistakes, problems: knownFailures },
] as const;

function problemsIn(mistake: Mistake, problems: (typeof kinds)[number]['problems']) {
  return inFolder({ 'file.yaml': mistake.text }, problems);
}

describe('messages about mistakes', () => {
  it('are the ones that were reviewed', async () => {
    const told = kinds.flatMap(({ name, mistakes, problems }) =>
      mistakes.map((mistake) => {
        const messages = problemsIn(mistake, problems).map(formatProblem);
        return [`## ${name}: ${mistake.title}`, ...messages, ''].join('\n');
      }),
    );
    await expect(`${told.join('\n')}`).toMatchFileSnapshot('golden/messages.txt');
  });

  for (const { name, mistakes, problems } of kinds) {
    for (const mistake of mistakes) {
      it(`point at what stands in the ${name}: ${mistake.title}`, () => {
        const found = problemsIn(mistake, problems);
        expect(found).not.toHaveLength(0);
        const lines = Buffer.from(mistake.text).toString('utf8').split('\n');
        for (const problem of found) {
          expect(problem.sourceLine === '' || problem.sourceLine === lines[problem.line - 1]).toBe(true);
          expect(problem.column + problem.length - 1).toBeLessThanOrEqual(
            Math.max(1, problem.sourceLine.length + 1),
          );
          expect(problem.message).not.toMatch(/\^|undefined|\[object|NOT|schema/);
        }
        const order = found.map(({ line, column }) => line * 1000 + column);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      });
    }
  }
});
