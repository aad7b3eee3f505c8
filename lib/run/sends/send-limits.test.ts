import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLimits } from './send-limits.ts';

const allowed = { recipients: ['905001112233'], maxMessages: 8 };

it('what may be sent has a folder of its own in which it is counted, as long as the run lasts', async () => {
  const opened = await openLimits(allowed);
  if (!opened.ok) throw new Error(opened.message);
  const folder = dirname(opened.limits?.ledger ?? '');
  expect(opened.limits).toMatchObject(allowed);
  expect(existsSync(folder)).toBe(true);
  await opened.remove();
  expect(existsSync(folder)).toBe(false);
});

it('nothing is sent where messages cannot be counted', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TMPDIR', '/nowhere');
  expect(await openLimits(allowed)).toMatchObject({
    ok: false,
    exitCode: 5,
    message: expect.stringContaining('/nowhere (TMPDIR), so none was sent: ENOENT'),
  });
  expect(await openLimits(null)).toMatchObject({ ok: true, limits: null });
});
