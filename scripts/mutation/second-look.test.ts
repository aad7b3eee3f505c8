import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Mutant } from './report.ts';
import { secondLook } from './second-look.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A folder of changed code whose one test file does this with the mutant that is active. */
function sandboxOf(test: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'second-look-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'vitest.mutation.config.ts'),
    "export default { test: { include: ['a.test.ts'] } };",
  );
  const active = 'const active = process.env.__STRYKER_ACTIVE_MUTANT__;';
  writeFileSync(join(folder, 'a.test.ts'), `import { expect, it } from 'vitest';\n${active}\n${test}`);
  return folder;
}

const mutant = (id: string): Mutant => ({
  ...{ id, file: 'a.ts', place: 'a.ts:1:1', original: 'a', replacement: 'b' },
  state: 'living',
});

it('finds what fails a test and what keeps the tests from being loaded, and nothing else', {
  timeout: 60_000,
}, async () => {
  const sandbox = sandboxOf(
    "if (active === '1') throw new Error('no tests');\nit('b', () => expect(active).not.toBe('2'));",
  );
  const looked = await secondLook(['1', '2', '3'].map(mutant), sandbox);
  expect(looked.map(({ id, state }) => [id, state])).toEqual([
    ['1', 'found'],
    ['2', 'found'],
    ['3', 'living'],
  ]);
});

it('believes no tests that fail anyway', { timeout: 60_000 }, async () => {
  await expect(secondLook([mutant('1')], sandboxOf("it('b', () => expect(1).toBe(2));"))).rejects.toThrow(
    'without a mutant too',
  );
});
