/** Subjects, trials and what they break, for the tests of the proof. */
import type { Requirement } from '../model/requirement.ts';
import type { Subject, Trial } from './subject.ts';

export const subject = (id: string, rules: readonly string[], kind: Subject['kind'] = 'defect'): Subject => ({
  id,
  title: `Title of ${id}`,
  kind,
  seam: 'wire',
  change: (reply) => reply,
  rules,
});

export const trial = (id: string, fired: Trial['fired'], more: Partial<Trial> = {}): Trial => ({
  id,
  exchanges: 4,
  fired,
  broken: [],
  affected: [],
  faults: [],
  durationMs: 1,
  ...more,
});

export const requirement: Requirement = {
  id: 'bindings.status',
  section: '4.1',
  text: 'The status is 200 <OK>.',
  binds: 'server',
  level: 'must',
  rules: ['http/status'],
};
