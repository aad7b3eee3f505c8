import { describe, expect, it } from 'vitest';
import { inFolder } from '../../../suites/support/cases.ts';
import { planRun } from '../../run/plan-run.ts';
import { defaultSettings } from '../../settings/run-settings.ts';
import type { Origin } from '../../settings/sources.ts';
import { readKnownFailures } from './known-failures.ts';

const ofA = ['A/x/soap11', 'A/x/soap12', 'A/y/soap11/long'];
const plan = [...ofA, 'B/x/soap11', 'B/y/http-get/a', 'B/y/http-get/b'];

function entry(exchanges: string, changed: Readonly<Record<string, string>> = {}): string {
  const keys = { exchanges, rules: '[http/charset]', reason: 'it is so for now', expires: '2027-01-31' };
  const lines = Object.entries({ ...keys, ...changed }).map(([key, value]) => `${key}: ${value}\n`);
  return `  - ${lines.join('    ')}`;
}

function read(entries: readonly string[], today = '2027-01-31') {
  return inFolder({ 'known.yaml': `known-failures:\n${entries.join('')}` }, () =>
    readKnownFailures('known.yaml', plan, today),
  );
}

function messageOf(...entries: readonly string[]): string {
  const found = read(entries);
  if (found.ok) throw new Error('read, although it has a mistake');
  expect(found.exitCode).toBe(2);
  return found.message;
}

it('a file of known failures says what it means in a plan, and where', () => {
  const long = 'reason: >-\n      it is so\n      for now\n';
  const first = entry('A/**', { owner: 'me' }).replace('reason: it is so for now\n', long);
  const common = {
    rules: ['http/charset'],
    ...{ reason: 'it is so for now', expires: '2027-01-31', expired: false },
  };
  expect(read([first, entry('[B/x/*, B/y/http-get/a]')])).toEqual({
    ok: true,
    value: [
      { ...common, place: 'known.yaml:2', patterns: ['A/**'], exchanges: ofA, owner: 'me' },
      {
        ...{ ...common, place: 'known.yaml:9', patterns: ['B/x/*', 'B/y/http-get/a'] },
        exchanges: ['B/x/soap11', 'B/y/http-get/a'],
      },
    ],
  });
});

it('an entry holds on its last day', () => {
  for (const [today, expired] of [
    ['2027-01-31', false],
    ['2027-02-01', true],
  ] as const) {
    expect(read([entry('A/**')], today)).toMatchObject({ value: [{ expired }] });
  }
});

describe('a pattern', () => {
  it.each([
    ['A/x/soap11', ['A/x/soap11']],
    ['A/*/soap11', ['A/x/soap11']],
    ['A/*/soap11/**', ['A/x/soap11', 'A/y/soap11/long']],
    ['*/y/*/*', ['A/y/soap11/long', 'B/y/http-get/a', 'B/y/http-get/b']],
    ['**', plan],
  ])('%s matches whole ids: one part for *, any number for **', (pattern, wanted) => {
    expect(read([entry(`"${pattern}"`)])).toMatchObject({ value: [{ exchanges: wanted }] });
  });

  it('that matches nothing is shown, with the nearest id where one is near', () => {
    expect(messageOf(entry('["A/**", A/x/soap]'))).toBe(
      [
        'known.yaml:2:25: "A/x/soap" matches no exchange (`list exchanges` shows all)',
        '    2 |   - exchanges: ["A/**", A/x/soap]',
        '      |                         ^^^^^^^^',
        '        did you mean: A/x/soap11',
      ].join('\n'),
    );
    for (const text of ['A', 'x', 'A/x', 'a/x/soap11', '!A/x/soap11', 'A/*', 'nothing like it']) {
      expect(messageOf(entry(`"${text}"`))).toContain(`"${text}" matches no exchange`);
    }
  });

  it('that lists a rule again for an exchange is refused, with both lines', () => {
    expect(messageOf(entry('A/**'), entry('"*/x/soap11"', { rules: '[xml/no-dtd, http/charset]' }))).toBe(
      [
        'known.yaml:6:16: "*/x/soap11" and "A/**" in line 2 overlap: both list http/charset for A/x/soap11',
        '    6 |   - exchanges: "*/x/soap11"',
        '      |                ^^^^^^^^^^^^',
      ].join('\n'),
    );
    expect(messageOf(entry('["B/**", "*/x/soap11"]'))).toContain(
      'overlap: both list http/charset for B/x/soap11',
    );
  });
});

it('a file that was named must exist; one that was not need not', () => {
  const path = 'no-such-file.yaml';
  expect(readKnownFailures(path, plan, '2027-01-31')).toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/"no-such-file.yaml" does not exist; --write-known creates it from/),
  });
  expect(readKnownFailures(null, plan, '2027-01-31')).toEqual({ ok: true, value: [] });
  const planFrom = (origin: Origin) => {
    const origins = { ...defaultSettings.origins, known: origin };
    return planRun({ ...defaultSettings, known: path, origins }, 'test');
  };
  expect(planFrom({ kind: 'default' })).toMatchObject({ ok: true, known: [] });
  expect(planFrom({ kind: 'flag', name: '--known' })).toMatchObject({ ok: false, exitCode: 2 });
});

it('the known failures of a plan are about exchanges that are judged, whatever is selected of it', () => {
  const planWith = (exchanges: string, filters = {}) => {
    const known = 'known.yaml';
    return inFolder({ 'known.yaml': `known-failures:\n${entry(exchanges)}` }, () =>
      planRun({ ...defaultSettings, ...filters, known }, 'run1', '2099-01-01'),
    );
  };
  const planned = planWith('"**"');
  if (!planned.ok) throw new Error(planned.message);
  const wanted = planned.exchanges.map(({ id }) => id);
  expect(planned.known.map(({ exchanges }) => exchanges)).toEqual([wanted]);
  expect(planWith('ReportSingleShotSms/probe-*/**')).toMatchObject({ ok: false, exitCode: 2 });
  const selected = planWith('"*/canonical/soap11"', { case: ['SendBulkSms/canonical/soap12'] });
  expect(selected).toMatchObject({ ok: true, exchanges: [{}], known: [{ expired: true }] });
});
