/** What is judged, trials and what they break, for the tests of the proof. */
import type { Requirement } from '../../lib/model/requirement.ts';
import type { JudgedSubject, Trial } from '../proof/subject.ts';

export const subject = (
  id: string,
  rules: readonly string[],
  kind: JudgedSubject['kind'] = 'defect',
): JudgedSubject => ({
  ...{ id, rules, kind, requirements: [] },
  title: `Title of ${id}`,
});

export const trial = (id: string, fired: Trial['fired'], more: Partial<Trial> = {}): Trial => ({
  ...{ id, fired, exchanges: 4, broken: [], affected: [], faults: [] },
  ...more,
});

export const requirement: Requirement = {
  ...{ id: 'bindings.status', section: '4.1', text: 'The status is 200 <OK>.' },
  ...{ binds: 'server', level: 'must', rules: ['http/status'] },
};
