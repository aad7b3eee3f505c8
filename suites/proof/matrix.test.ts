import { describe, expect, it } from 'vitest';
import { requirement, subject, trial } from '../support/proof.ts';
import { matrixOf } from './matrix.ts';

const status = { 'http/status': ['X/y/soap11'] };
const encoding = { 'xml/encoding': ['X/y/soap11'] };
const breaking = { ...subject('c', ['http/status']), requirements: ['bindings.charset'] };
const affecting = { ...breaking, onlyAffects: true as const };
const sound = [
  [subject('a', ['http/status']), trial('a', status, { broken: ['bindings.status'] })],
  [subject('b', ['http/status']), trial('b', { 'http/status': ['X/y/soap12'] })],
] as const;

describe('the kill matrix', () => {
  it('has nothing to say where everything is judged as declared', () => {
    const matrix = matrixOf(
      [...sound, [subject('t', [], 'twin'), trial('t', {})]],
      ['http/status'],
      [requirement],
    );
    expect(matrix.problems).toEqual([]);
  });

  it.each([
    [
      'a rule that was declared and is silent',
      subject('c', ['xml/encoding']),
      trial('c', {}),
      'defect c: xml/encoding did not fire',
    ],
    [
      'a rule that fires and was not declared',
      subject('c', []),
      trial('c', encoding),
      'defect c: xml/encoding fired, first in X/y/soap11',
    ],
    [
      'a twin that raises a finding',
      subject('c', [], 'twin'),
      trial('c', encoding),
      'twin c: xml/encoding fired, first in X/y/soap11',
    ],
    [
      'a defect that does not break the requirement it names',
      breaking,
      trial('c', status, { broken: ['bindings.status'] }),
      'defect c: what fired does not break bindings.charset',
    ],
    [
      'a defect that does not affect the requirement it names',
      affecting,
      trial('c', status, { affected: ['bindings.status'] }),
      'defect c: what fired does not only affect bindings.charset',
    ],
    [
      'a defect that breaks what it should only affect',
      affecting,
      trial('c', status, { broken: ['bindings.charset'] }),
      'defect c: what fired does not only affect bindings.charset',
    ],
    [
      'a fault of the harness',
      subject('c', []),
      trial('c', {}, { faults: ['harness error in X/y/soap11: broke'] }),
      'defect c: harness error in X/y/soap11: broke',
    ],
    [
      'a defect that no exchange meets',
      subject('c', []),
      trial('c', {}, { exchanges: 0 }),
      'defect c: no exchange meets it',
    ],
  ])('says %s', (_, wrong, tried, problem) => {
    const matrix = matrixOf([...sound, [wrong, tried]], ['http/status'], [requirement]);
    expect(matrix.problems).toEqual([problem]);
  });

  it('takes a defect that affects the requirement it names', () => {
    const tried = trial('c', status, { affected: ['bindings.charset'] });
    const matrix = matrixOf([...sound, [affecting, tried]], ['http/status'], [requirement]);
    expect(matrix.problems).toEqual([]);
  });

  it('says a rule that catches fewer than two defects, twins not counted, and a requirement that none breaks', () => {
    const twin = [subject('t', ['http/status'], 'twin'), trial('t', status)] as const;
    const matrix = matrixOf([sound[1], twin], ['http/status'], [requirement]);
    expect(matrix.problems).toEqual([
      'requirement bindings.status: no defect breaks it',
      'rule http/status: it catches fewer than 2 defects',
    ]);
  });

  it('asks no killer for gaps, for what binds the client, and for what no rule tests', () => {
    const register = [
      { ...requirement, level: 'gap' as const },
      { ...requirement, binds: 'client' as const },
      { ...requirement, rules: [], excluded: 'cannot be seen' },
    ];
    expect(matrixOf(sound.slice(1), [], register).problems).toEqual([]);
  });
});
