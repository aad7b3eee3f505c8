import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder, root } from './command.ts';
import { type Diagnostic, withEditor } from './language-server.ts';

/** The schemas as the guide has them for VS Code. */
const guide = readFileSync(join(root, 'cases/README.md'), 'utf8');
const settingsOfGuide = JSON.parse(/```json\n(\{\n {2}"yaml\.schemas".*?)```/s.exec(guide)?.[1] ?? '') as {
  readonly 'yaml.schemas': Readonly<Record<string, string>>;
};

/** A project into which the package was installed. */
function project(): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/postsms-conformance'));
  return folder;
}

interface Sample {
  readonly kind: string;
  readonly file: string;
  /** The comment in its first line, where editors find the schema without any setting. */
  readonly comment: string;
  /** Sound, and with `|` for a line that is not. */
  readonly text: string;
  /** A line for the place of `|` that is wrong, and what is said of it. */
  readonly wrong: string;
  readonly told: string;
}

const schemas = 'node_modules/postsms-conformance/cases/schema';
const samples: readonly Sample[] = [
  {
    kind: 'a case file',
    file: 'my-cases/status.yaml',
    comment: `../${schemas}/cases.schema.json`,
    text: 'operation: SendBulkSms\ncases:\n  - id: own-status\n    title: A packet has its status\n    |\n',
    wrong: 'wiht: { Message: Hello }',
    told: 'Property wiht is not allowed.',
  },
  {
    kind: 'conformance.yaml',
    file: 'conformance.yaml',
    comment: `./${schemas}/config.schema.json`,
    text: 'cases: [my-cases]\ntargets:\n  staging:\n    url: http://127.0.0.1:8080\n    |\n',
    wrong: 'concurrency: 0',
    told: 'Value is below the minimum of 1.',
  },
  {
    kind: 'a file of known failures',
    file: 'known-failures/staging.yaml',
    comment: `../${schemas}/known-failures.schema.json`,
    text: 'known-failures:\n  - exchanges: SendBulkSms/*/soap11\n    rules: [http/charset]\n    reason: the old one too\n    expires: 2099-12-31\n    |\n',
    wrong: 'expires-on: 2099-12-31',
    told: 'Property expires-on is not allowed.',
  },
];

/** What is wrong, with the text that is underlined. */
function underlined(text: string, found: readonly Diagnostic[]): readonly (readonly [string, string])[] {
  const lines = text.split('\n');
  return found.map(({ message, range: { start, end } }) => [
    message,
    lines[start.line]?.slice(start.character, end.character) ?? '',
  ]);
}

const ways: readonly (readonly [string, boolean, Readonly<Record<string, unknown>>])[] = [
  ['by the comment in its first line', true, {}],
  ['by the settings of the guide', false, { schemas: settingsOfGuide['yaml.schemas'] }],
];

describe.each(ways)('an editor knows a file %s', (_, hasComment, settings) => {
  it('and underlines mistakes', async () => {
    const folder = project();
    const on = { validate: true, ...settings };
    await withEditor(folder, on, async (open) => {
      for (const { kind, file, comment, text, wrong, told } of samples) {
        const whole = hasComment ? `# yaml-language-server: $schema=${comment}\n${text}` : text;
        const path = join(folder, file);
        expect(await open(path, whole.replace('|', '')), kind).toEqual([]);
        const mistaken = whole.replace('|', wrong);
        const [found, ...others] = underlined(mistaken, await open(path, mistaken));
        expect(found?.[0], kind).toBe(told);
        expect(wrong, kind).toContain(found?.[1]);
        expect(found?.[1], kind).not.toBe('');
        expect(others, kind).toEqual([]);
      }
    });
  });
});

it('every file of ours is as its schema wants it, for editors too', async () => {
  const files = readdirSync(join(root, 'cases'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.yaml'),
  );
  expect(files.length).toBeGreaterThan(10);
  await withEditor(root, { validate: true }, async (open) => {
    for (const file of files) {
      const path = join(root, 'cases', file);
      const text = readFileSync(path, 'utf8');
      expect(text).toMatch(/^# yaml-language-server: \$schema=\S+\.schema\.json\n/);
      expect([file, await open(path, text)]).toEqual([file, []]);
    }
  });
});
