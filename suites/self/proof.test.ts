import { expect, it } from 'vitest';
import { script } from './command.ts';

// The whole proof is a part of CI of its own (`.ci/run proof`). This is that its command tells green from red.

it('a defect and a twin that are judged as declared are green', async () => {
  const { code, said } = await script('scripts/proof.ts', [
    '--only',
    'plus-to-space',
    '--only',
    'white-space-after-root',
  ]);
  expect(said).toMatch(/^proof: 1 defect, 1 twin, 2 tried in \d+ s: every one judged as declared$/m);
  expect(code).toBe(0);
});

it('a proof that tried nothing is not green', async () => {
  const { code, said } = await script('scripts/proof.ts', ['--only', 'no-such-defect']);
  expect(said).toContain('there is no defect or twin "no-such-defect"');
  expect(code).toBe(2);
});
