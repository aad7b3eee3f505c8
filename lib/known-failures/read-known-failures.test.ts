import { describe, expect, it } from 'vitest';
import { inFolder } from '../cases/testing.ts';
import { planRun } from '../run/plan-run.ts';
import { defaultSettings } from '../settings/defaults.ts';
import { dayOf, readKnownFailures } from './read-known-failures.ts';

const plan = ['A/x/soap11', 'A/x/soap12', 'B/x/soap11'];

function entry(exchanges: string, changed: Readonly<Record<string, string>> = {}): string {
  const keys = {
    exchanges,
    rules: '[http/charset]',
    reason: 'it is so for now',
    expires: '2027-01-31',
    ...changed,
  };
  const lines = Object.entries(keys).map(([key, value]) => `${key}: ${value}\n`);
  return `  - ${lines.join('    ')}`;
}

function read(entries: readonly string[], today = '2027-01-31') {
  return inFolder({ 'known.yaml': `known-failures:\n${entries.join('')}` }, () =>
    readKnownFailures({ path: 'known.yaml', mustExist: true }, plan, today),
  );
}

function messageOf(entries: readonly string[]): string {
  const found = read(entries);
  if (found.ok) throw new Error('read, although it has a mistake');
  expect(found.exitCode).toBe(2);
  return found.message;
}

describe('a file of known failures', () => {
  it('says what it means in a plan, and where', () => {
    const long = 'reason: >-\n      it is so\n      for now\n';
    const found = read([
      entry('A/**', { owner: 'me' }).replace('reason: it is so for now\n', long),
      entry('[B/x/*]'),
    ]);
    const common = {
      rules: ['http/charset'],
      reason: 'it is so for now',
      expires: '2027-01-31',
      expired: false,
    };
    expect(found).toEqual({
      ok: true,
      value: [
        {
          ...common,
          place: 'known.yaml:2',
          patterns: ['A/**'],
          exchanges: ['A/x/soap11', 'A/x/soap12'],
          owner: 'me',
        },
        { ...common, place: 'known.yaml:9', patterns: ['B/x/*'], exchanges: ['B/x/soap11'] },
      ],
    });
  });

  it.each([
    ['2027-01-30', false],
    ['2027-01-31', false],
    ['2027-02-01', true],
  ])('holds on its last day: on %s it has expired is %s', (today, expired) => {
    expect(read([entry('A/**')], today)).toMatchObject({ value: [{ expired }] });
  });

  it('whose pattern matches nothing of the plan is refused', () => {
    expect(messageOf([entry('["A/**", A/x/soap]')])).toBe(
      [
        'known.yaml:2:25: "A/x/soap" matches no exchange of level must or should (`list exchanges` shows all)',
        '    2 |   - exchanges: ["A/**", A/x/soap]',
        '      |                         ^^^^^^^^',
        '        did you mean: A/x/soap11',
      ].join('\n'),
    );
  });

  it('whose patterns overlap is refused, with both lines', () => {
    expect(messageOf([entry('A/**'), entry('"*/x/soap11"')])).toBe(
      [
        'known.yaml:6:16: "*/x/soap11" and "A/**" in line 2 overlap: both list http/charset for A/x/soap11',
        '    6 |   - exchanges: "*/x/soap11"',
        '      |                ^^^^^^^^^^^^',
      ].join('\n'),
    );
  });

  it('that names a rule that there is not is refused', () => {
    expect(messageOf([entry('A/**', { rules: '[http/charest]' })])).toMatch(
      /^known\.yaml:3:13: unknown rule "http\/charest"\n[\s\S]+did you mean: http\/charset$/,
    );
  });

  it.each(['http/response', 'request/path'])('cannot be about %s', (rule) => {
    expect(messageOf([entry('A/**', { rules: `[${rule}]` })])).toContain(
      `"${rule}" cannot be a known failure`,
    );
  });

  it('that was named must be there; one that was not need not', () => {
    const path = 'no-such-file.yaml';
    expect(readKnownFailures({ path, mustExist: true }, plan, '2027-01-31')).toEqual({
      ok: false,
      exitCode: 2,
      message:
        'the file of known failures "no-such-file.yaml" does not exist; --write-known creates it from what a run finds',
    });
    const none = { ok: true, value: [] };
    expect(readKnownFailures({ path, mustExist: false }, plan, '2027-01-31')).toEqual(none);
    expect(readKnownFailures({ path: null, mustExist: false }, plan, '2027-01-31')).toEqual(none);
  });
});

it('a day is that of UTC', () => {
  expect(dayOf(new Date('2027-01-31T23:30:00-05:00'))).toBe('2027-02-01');
});

describe('the known failures of a plan', () => {
  const planWith = (exchanges: string) =>
    inFolder({ 'known.yaml': `known-failures:\n${entry(exchanges)}` }, () =>
      planRun({ ...defaultSettings, known: { path: 'known.yaml', mustExist: true } }, 'run1'),
    );

  it('are about exchanges that can fail, and about no other', () => {
    const planned = planWith('"**"');
    if (!planned.ok) throw new Error(planned.message);
    const wanted = planned.exchanges.filter(({ level }) => level !== 'gap').map(({ id }) => id);
    expect(wanted.length).toBeLessThan(planned.exchanges.length);
    expect(planned.known.map(({ exchanges }) => exchanges)).toEqual([wanted]);
  });

  it('cannot be about what the contract leaves open alone', () => {
    expect(planWith('ReportSingleShotSms/unknown-packet/*')).toMatchObject({ ok: false, exitCode: 2 });
  });

  it('are those of the whole plan, whatever is chosen of it', () => {
    const known = { path: 'known.yaml', mustExist: true };
    const filters = { case: ['SendBulkSms/canonical/soap12'] };
    const planned = inFolder({ 'known.yaml': `known-failures:\n${entry('"*/canonical/soap11"')}` }, () =>
      planRun({ ...defaultSettings, known, filters }, 'run1', '2099-01-01'),
    );
    expect(planned).toMatchObject({ ok: true, exchanges: [{}], known: [{ expired: true }] });
  });
});
