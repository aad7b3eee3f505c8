import { describe, expect, it, vi } from 'vitest';
import { rules } from '../../lib/judge/rules/index.ts';
import { hasTrait } from '../../lib/judge/traits.ts';
import { everyCall } from '../support/calls.ts';
import { callOf } from '../support/samples.ts';
import { findingSamples } from './finding-samples.ts';
import { hintSamples } from './hints/testing.ts';
import { troubleSamples } from './trouble-samples.ts';
import { usageMistakes, usageText } from './usage-mistakes.ts';

// Everything that a person can be told, in one file to be read as a whole; written anew by `vitest --update`.

// Every reading says the same day.
vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2024, 0, 1) });
const samples = await findingSamples(everyCall.map(([operation, binding]) => callOf(operation, binding)));
vi.useRealTimers();
const trouble = await troubleSamples();
const hints = hintSamples();
const mistakes = await Promise.all(Object.entries(usageMistakes).map(usageText));

const findings = rules.map(({ id }) => {
  const ofRule = samples.filter(({ rule }) => rule === id);
  return [`## ${id}`, ...ofRule.map(({ from, lines }) => [`# ${from}`, ...lines].join('\n'))].join('\n\n');
});

describe('the messages', () => {
  it('are the ones that were reviewed', async () => {
    const parts = [
      ...['# Findings', ...findings, '# No answer', ...trouble],
      ...['# Hints', ...hints, '# Usage errors', ...mistakes],
    ];
    await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('golden/messages.txt');
  });

  it.each(rules.map(({ id }) => id))(
    'say what breaks %s, where, what was expected and what to do',
    (rule) => {
      const ofRule = samples.filter((sample) => sample.rule === rule);
      expect(ofRule).not.toHaveLength(0);
      for (const { lines } of ofRule) {
        const text = lines.join('\n');
        if (rule.startsWith('request/') && rule !== 'request/values') {
          expect(text).toMatch(/ at .+: .+; expected: .+; actual: .+; .+ please report it$/);
        } else {
          if (!hasTrait(rule, 'limit')) expect(text).toMatch(/^ {2}(?:breaks|affects) +\S/m);
          for (const label of ['at', 'expected', 'actual', 'to do']) {
            expect(text).toMatch(new RegExp(`^ {2}${label} +\\S`, 'm'));
          }
        }
      }
    },
  );

  it.each(['findings', 'trouble', 'hints', 'mistakes'] as const)(
    'of %s are for people, not for programmers',
    (part) => {
      const lines = { findings, trouble, hints, mistakes }[part].join('\n').split('\n');
      const text = lines.filter((line) => !/^[#$]/.test(line)).join('\n');
      expect(text).not.toMatch(
        /undefined|\[object|(?<!\/)\bnull\b|\bNaN\b|[[{]"|"[\]}]|^\s+at \S.*:\d+:\d+/m,
      );
      expect(text).not.toMatch(/S3CRET/);
    },
  );

  it('about usage end with the exit code for it', () => {
    for (const text of mistakes) expect(text).toMatch(/exit code [245]$/);
  });
});
