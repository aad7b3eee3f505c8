import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { script } from './command.ts';

// Who changes a rule, a case or the reference sees here what the suite can no longer tell apart.

it('every defect is caught by exactly the rules that it names, and every twin by none', async () => {
  const { code, said } = await script('scripts/proof.ts', []);
  expect(said.split('\n').filter((line) => line.startsWith('RED'))).toEqual([]);
  expect(said).toMatch(/^proof: \d+ defects, \d+ twins, \d+ tried in \d+ s: every one judged as declared$/m);
  expect(code).toBe(0);
  expect(existsSync(new URL('../../reports/proof/index.html', import.meta.url))).toBe(true);
});

it('a proof that tried nothing is not green', async () => {
  const { code, said } = await script('scripts/proof.ts', ['--only', 'no-such-defect']);
  expect(said).toContain('there is no defect or twin "no-such-defect"');
  expect(code).toBe(2);
});
