import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { script } from './command.ts';

// Who changes a rule, a case or the reference sees here what the suite can no longer tell apart.

/** Alone, it takes a minute and a half on two cores, which all other tests share with it here. */
const PROOF_LIMIT_MS = 900_000;

it(
  'every defect is caught by exactly the rules that it names, and every twin by none',
  async () => {
    const { code, said } = await script('scripts/proof.ts', []);
    expect(said.split('\n').filter((line) => line.startsWith('RED'))).toEqual([]);
    expect(said).toMatch(
      /^proof: \d+ defects, \d+ twins, \d+ tried in \d+ s: every one judged as declared$/m,
    );
    expect(code).toBe(0);
    expect(existsSync(new URL('../../reports/proof/index.html', import.meta.url))).toBe(true);
  },
  PROOF_LIMIT_MS,
);

it('a proof that tried nothing is not green', async () => {
  const { code, said } = await script('scripts/proof.ts', ['--only', 'no-such-defect']);
  expect(said).toContain('there is no defect or twin "no-such-defect"');
  expect(code).toBe(2);
});
