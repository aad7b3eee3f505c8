import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Deviation } from '../../lib/reference/seams.ts';
import { inProcess, newFolder, resultsIn } from './command.ts';
import { at, serving } from './endpoints.ts';

it('only what was red, blocked or not run before is sent, and it is never a whole judgement', async () => {
  const folder = newFolder();
  let isBroken = true;
  const deviations = [
    {
      bindings: ['soap12'],
      operations: ['SendBulkSms'],
      result: (packet) => (isBroken ? { ...packet, texts: { ...packet.texts, PacketID: '' } } : packet),
    } satisfies Deviation,
  ];
  await serving({ deviations }, async ({ baseUrl }) => {
    const run = async (...args: readonly string[]) => {
      const end = await inProcess(['run', '--no-allure', ...at(baseUrl), ...args], {}, { folder });
      const { exchanges, ...results } = resultsIn(join(folder, 'reports'));
      return { ...end, ...results, ids: exchanges.map(({ id }) => id) };
    };
    const canonical = ['--case', '*/canonical'];
    const first = await run(...canonical);
    expect([first.code, first.ids.length]).toEqual([1, 16]);
    // The packet of its send cannot be asked for.
    const failed = ['ReportSmsWithPacketId/canonical/soap12'];
    const allowed = ['--sends', 'allow', '--recipients', '905001112233,905001112244'];
    const limits = [...allowed, '--max-messages', '2'];
    const again = await run('--last-failed', ...limits);
    expect(again).toMatchObject({ code: 1, outcome: 'partial', ids: failed });
    const why = 'only what was red, blocked or not run before was run (--last-failed)';
    expect(again.why).toMatch(why);
    expect(again).not.toHaveProperty('since');
    expect(again).toMatchObject({ messages: { planned: 2, sent: 2, budget: 2 } });
    expect(again.scope).toMatch(/^--last-failed: 1 of \d+ exchanges; /);
    const dry = await inProcess(['run', ...at(baseUrl), '--last-failed', '--dry-run'], {}, { folder });
    expect([dry.code, dry.said]).toEqual([
      4,
      expect.stringContaining('at best       partial: only what was red'),
    ]);
    isBroken = false;
    const mended = await run('--last-failed');
    expect(mended).toMatchObject({ code: 4, outcome: 'partial', ids: failed });
    const none = await run('--last-failed');
    expect(none.code).toBe(4);
    expect(none.said).toMatch(
      /^--last-failed: nothing was red, blocked or not run in reports\/results\.json; run without/,
    );
    const oneNumber = ['--sends', 'allow', '--recipients', '905001112233', '--max-messages', '20'];
    const refused = await run(...canonical, ...oneNumber);
    expect([refused.code, refused.notRun.length]).toEqual([4, 8]);
    const sent = await run('--last-failed', ...allowed, '--max-messages', '16');
    expect(sent.ids).toEqual(refused.notRun.map(({ id }) => id));
    const other = await inProcess(['run', '--last-failed'], {}, { folder });
    expect([other.code, other.said]).toEqual([
      2,
      `--last-failed: reports/results.json is of ${baseUrl}; choose the same target, or another --report-dir\n`,
    ]);
  });
});
