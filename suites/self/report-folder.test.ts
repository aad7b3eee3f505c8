import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { startReference } from '../../lib/reference/index.ts';
import { command, newFolder, reportsIn, resultsIn } from './command.ts';

const SLOW = 60_000;
const namespace = 'http://sms.example/ns';
const canonical = ['--case', 'SendBulkSms/canonical'];

it(
  'two runs at once in one folder: the second is refused, and the reports are those of the first',
  async () => {
    const folder = join(newFolder(), 'reports');
    const reference = await startReference({ contract, namespace });
    const both = [
      'run',
      '--no-html',
      '--report-dir',
      folder,
      '--target',
      reference.baseUrl,
      '--namespace',
      namespace,
    ];
    try {
      // Slow enough to be there still when the second one asks.
      const first = command([...both, '--case', 'SendBulkSms/canonical', '--rate', '1']);
      while (!readdirIfThere(folder).includes('.running')) await new Promise((wait) => setTimeout(wait, 50));
      const second = await command([...both, '--case', 'ReportSmsWithPacketId/canonical']);
      expect(second.code).toBe(5);
      expect(second.said).toMatch(
        /another run \(process \d+\) writes there; choose another folder with --report-dir/,
      );
      expect((await first).code).toBe(0);
      const { exchanges } = resultsIn(folder);
      expect([...new Set(exchanges.map(({ case: id }) => id))]).toEqual(['canonical']);
      expect([...new Set(exchanges.map(({ operation }) => operation))]).toEqual(['SendBulkSms']);
      expect(reportsIn(folder)).toEqual(['allure-results', 'junit.xml', 'requirements.html', 'results.json']);
    } finally {
      await reference.close();
    }
  },
  SLOW,
);

it(
  'a run whose folder another took while it stood still reports nothing there, and says so',
  async () => {
    const folder = join(newFolder(), 'reports');
    const [path, other] = [join(folder, '.running'), '7 another-host of another run'];
    const slow = command(['run', '--no-html', '--report-dir', folder, ...canonical, '--rate', '1']);
    while (!existsSync(path)) await new Promise((wait) => setTimeout(wait, 50));
    writeFileSync(path, other);
    const { code, said } = await slow;
    expect(said).toContain(
      `another run took over ${folder} while this one was suspended, so this one has no reports`,
    );
    expect(said).not.toContain('outcome');
    expect(code).toBe(5);
    expect(readdirSync(folder)).not.toContain('results.json');
    expect(readFileSync(path, 'utf8')).toBe(other);
  },
  SLOW,
);

it(
  'reports that no run of this suite has written stay where they are, and nothing is sent',
  async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'allure-results'));
    writeFileSync(join(folder, 'allure-results', 'mine.json'), '{}');
    writeFileSync(join(folder, 'results.json'), '{"mine":true}');
    const { code, said } = await command(['run', '--case', '*/canonical', '--report-dir', folder]);
    expect(said).toBe(
      `${folder} holds results.json, allure-results, which this suite did not write and a run would delete; choose another folder with --report-dir, or empty this one\n`,
    );
    expect(code).toBe(2);
    expect(readdirSync(folder).sort()).toEqual(['allure-results', 'results.json']);
    expect(readdirSync(join(folder, 'allure-results'))).toEqual(['mine.json']);
  },
  SLOW,
);

function readdirIfThere(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
