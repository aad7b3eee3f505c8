import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../settings/defaults.ts';
import { planRun } from './plan-run.ts';

const planWith = (values: Readonly<Record<string, string>>) =>
  planRun({ ...defaultSettings, filters: { case: ['*/canonical'] }, values }, 'test');

describe('values of the target', () => {
  it('are what every canonical request says', () => {
    const plan = planWith({ Originator: 'ACME', PostType: 'FAST' });
    const sends = (plan.ok ? plan.exchanges : []).map(({ steps }) => steps[0]?.values ?? {});
    expect(new Set(sends.map(({ Originator }) => Originator))).toEqual(new Set(['ACME']));
    expect(new Set(sends.map(({ PostType }) => PostType))).toEqual(new Set(['FAST', undefined]));
  });

  it.each([
    ['Orignator', '\n  did you mean: Originator'],
    ['Message', '\n  did you mean: MessageType'],
    ['GsmNumber', ''],
    ['PacketId', ''],
    ['__proto__', ''],
    ['c2VjcmV0dGlja2V0MTIz', ''],
  ])('are for no parameter of another kind, such as %s', (name, close) => {
    expect(
      planWith(
        Object.fromEntries([
          ['KeyID', '1'],
          [name, 'secret'],
        ]),
      ),
    ).toEqual({
      ok: false,
      exitCode: 2,
      message: `--values: unknown parameter${name.startsWith('c2') ? '' : ` "${name}"`}, or one whose values the contract states\n  allowed: Originator, KeyID, PostType, BeginTime, MessageType, RecipientType, EndTime${close}`,
    });
  });
});

describe('the SOAPAction with two slashes', () => {
  const planFor = (namespace: string) =>
    planRun({ ...defaultSettings, namespace, filters: { case: ['*/wire-form-soap-action'] } }, 'test');

  it('is planned, as a gap, where the namespace ends in a slash', () => {
    const plan = planFor('http://tempuri.org/');
    const planned = (plan.ok ? plan.exchanges : []).map(({ id, level }) => [id, level]);
    expect(planned).toEqual([['SendBulkSms/wire-form-soap-action/soap11', 'gap']]);
  });

  it('is not planned elsewhere', () => {
    expect(planFor('http://tempuri.org')).toMatchObject({ ok: false, exitCode: 2 });
  });
});

describe('a note', () => {
  const notesOf = (filters: Parameters<typeof planRun>[0]['filters']) => {
    const plan = planRun({ ...defaultSettings, filters }, 'test');
    return plan.ok ? plan.notes : plan.message;
  };

  it('says how many of the chosen exchanges --exclude leaves out', () => {
    expect(notesOf({ case: ['*/canonical'], exclude: ['SendBulkSms/*', 'SendBulkSms/**'] })).toEqual([
      '--exclude leaves out 4 of 16 exchanges',
    ]);
    expect(notesOf({ case: ['*/canonical'] })).toEqual([]);
  });

  it('says how much --binding leaves out over other bindings', () => {
    expect(notesOf({ case: ['ReportSingleShotSms/*'], binding: ['soap11'] })).toEqual([
      '--binding leaves out 6 exchanges and 3 steps over other bindings',
    ]);
  });
});
