import { describe, expect, it } from 'vitest';
import { planRun } from './plan-run.ts';
import { defaultSettings } from './settings.ts';

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
      message: `--values ${name.startsWith('c2') ? 'has a name that is' : `"${name}" is`} no parameter that may have one\n  there are: Originator, KeyID, PostType, BeginTime, MessageType, RecipientType, EndTime${close}`,
    });
  });
});
