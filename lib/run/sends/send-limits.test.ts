import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLimits } from './send-limits.ts';

const allowed = { recipients: ['905001112233'], maxMessages: 8 };

it('what may be sent has a folder of its own in which it is counted, as long as the run lasts', async () => {
  const { limits, remove } = await openLimits(allowed);
  const folder = dirname(limits?.ledger ?? '');
  expect(limits).toMatchObject(allowed);
  expect(existsSync(folder)).toBe(true);
  await remove();
  expect(existsSync(folder)).toBe(false);
  onTestFinished(() => void vi.unstubAllEnvs());
  // TEMP is that of Windows.
  for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, '/nowhere');
  await expect(openLimits(allowed)).rejects.toThrow('ENOENT');
  expect((await openLimits(null)).limits).toBeNull();
});
