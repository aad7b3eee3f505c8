import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isLater } from '../../lib/judge/edition.ts';
import { rules } from '../../lib/judge/rules/index.ts';
import { builtInDeclarations } from '../../lib/run/built-in.ts';
import { defaultSettings } from '../../lib/settings/run-settings.ts';
import { suiteIdentity } from '../../lib/text/suite-identity.ts';
import { inProcess, newFolder, resultsIn } from './command.ts';

const folder = new URL('golden/editions/', import.meta.url);
const { cases, classes, clients } = builtInDeclarations(defaultSettings);
const digest = (value: object) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);

/** Everything that can find something, by its edition; a changed case has another digest. */
const declared = [
  ...cases.map(({ source: _, ...rest }) => ({
    since: rest.since,
    line: `case ${rest.operation}/${rest.id} ${digest(rest)}`,
  })),
  ...classes.map(({ source: _, ...rest }) => ({
    since: rest.since,
    line: `class ${rest.id} ${digest(rest)}`,
  })),
  ...rules.map(({ id, level, since }) => ({ since, line: `rule ${id} ${level}` })),
  ...clients.map(({ id, since, dialects }) => ({ since, line: `client ${id} ${digest(dialects)}` })),
];
const linesOf = (edition: string) =>
  declared
    .filter(({ since }) => !isLater(since, edition))
    .map(({ line }) => line)
    .sort()
    .join('\n');

it('the edition of this version is the list that was reviewed', async () => {
  const edition = suiteIdentity().version.split('.').slice(0, 2).join('.');
  await expect(`${linesOf(edition)}\n`).toMatchFileSnapshot(`golden/editions/${edition}.txt`);
});

it('every released edition is as it was released', () => {
  for (const file of readdirSync(folder)) {
    expect(`${linesOf(file.replace('.txt', ''))}\n`, file).toBe(readFileSync(new URL(file, folder), 'utf8'));
  }
});

it('what came after the edition of a run is run, shown apart, and never gates', async () => {
  const here = newFolder();
  mkdirSync(join(here, 'own'));
  const own = (since: string) => `operation: SendBulkSms
cases:
  - id: own
    title: The status of a bulk send is a word that no service sends
    ${since}
    bindings: [soap11]
    expect: { packet: { PacketStatus: never } }
`;
  const run = async (since: string, ...args: readonly string[]) => {
    writeFileSync(join(here, 'own/own.yaml'), own(since));
    const chosen = [
      'run',
      '--no-allure',
      '--cases',
      'own',
      '--case',
      'SendBulkSms/own',
      '--case',
      'SendBulkSms/canonical',
    ];
    return inProcess([...chosen, ...args], {}, { folder: here });
  };
  expect((await run('since: "0.2"')).code).toBe(1);
  const held = await run('since: "0.2"', '--edition', '0.1');
  expect([held.code, held.said]).toEqual([
    0,
    expect.stringMatching(/^new {11}in 0\.2: 1 finding, not gating: case\/expectation$/m),
  ]);
  expect(
    resultsIn(join(here, 'reports'))
      .exchanges.map(({ verdict }) => verdict)
      .sort(),
  ).toEqual(['observed', 'passed', 'passed', 'passed', 'passed']);
  expect((await run('tags: [own]', '--edition', '0.1')).code).toBe(1);
});
