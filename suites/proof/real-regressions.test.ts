import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { subjects } from './subject.ts';

const page = readFileSync(new URL('../real-regressions.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (bug|---)/.test(line))
  .map((line) => line.split(' | '));

describe('the page of real regressions', () => {
  it.each(rows.map(([bug = '', as = '', rules = '']) => [as.replaceAll('`', ''), bug, rules] as const))(
    'says of %s which rules catch it, and where it was reported',
    (id, bug, rules) => {
      expect(bug).toMatch(/\]\(https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d+\)/);
      const subject = subjects.find((candidate) => candidate.id === id);
      const said = rules.startsWith('none') ? [] : [...rules.matchAll(/`([^`]+)`/g)].map(([, rule]) => rule);
      expect(subject?.rules.toSorted()).toEqual(said.sort());
      expect(subject?.kind).toBe(said.length === 0 ? 'twin' : 'defect');
    },
  );

  it('has at least a dozen of them', () => {
    expect(rows.length).toBeGreaterThanOrEqual(12);
  });
});
