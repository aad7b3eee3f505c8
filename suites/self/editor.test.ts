import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { getLanguageService, TextDocument } from 'yaml-language-server';
import { newFolder, root } from './command.ts';

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

const schemas = 'node_modules/postsms-conformance/cases/schema';
/** Files with a sound text, which has `|` for a line that is wrong; what is underlined of that, and told. */
const samples = [
  {
    file: 'my-cases/status.yaml',
    comment: `../${schemas}/cases.schema.json`,
    text: 'operation: SendBulkSms\ncases:\n  - id: own-status\n    title: A packet has its status\n    |\n',
    wrong: 'wiht: { Message: Hello }',
    underlined: 'wiht',
    told: 'Property wiht is not allowed.',
  },
  {
    file: 'conformance.yaml',
    comment: `./${schemas}/config.schema.json`,
    text: 'cases: [my-cases]\ntargets:\n  staging:\n    url: http://127.0.0.1:8080\n    |\n',
    wrong: 'concurrency: 0',
    underlined: '0',
    told: 'Value is below the minimum of 1.',
  },
  {
    file: 'known-failures/staging.yaml',
    comment: `../${schemas}/known-failures.schema.json`,
    text: 'known-failures:\n  - exchanges: SendBulkSms/*/soap11\n    rules: [http/charset]\n    reason: the old one too\n    expires: 2099-12-31\n    |\n',
    wrong: 'expires-on: 2099-12-31',
    underlined: 'expires-on',
    told: 'Property expires-on is not allowed.',
  },
];

/**
 * The language service that editors ask about YAML, in a folder. Gives what it says of the text of a file, each with the
 * text that an editor underlines.
 */
function editor(folder: string, schemas: Readonly<Record<string, string>> = {}) {
  const service = getLanguageService({
    schemaRequestService: async (uri) => readFileSync(new URL(uri), 'utf8'),
    workspaceContext: { resolveRelativePath: (path, from) => new URL(path, from).href },
  });
  const configured = Object.entries(schemas).map(([path, pattern]) => ({
    uri: pathToFileURL(join(folder, path)).href,
    fileMatch: [pattern],
  }));
  service.configure({ validate: true, schemas: configured });
  type Document = Parameters<typeof service.doValidation>[0];
  let version = 0;
  return async (file: string, text: string) => {
    // The service keeps what it made of a version.
    version += 1;
    const { href } = pathToFileURL(join(folder, file));
    const document = TextDocument.create(href, 'yaml', version, text) as Document;
    const found = await service.doValidation(document, false);
    return found.map(({ message, range }) => [message, document.getText(range)]);
  };
}

it.each([true, false])('an editor knows a file, by a comment in its first line: %s', async (byComment) => {
  const folder = project();
  const open = editor(folder, byComment ? {} : settingsOfGuide['yaml.schemas']);
  for (const { file, comment, text, wrong, underlined, told } of samples) {
    const whole = byComment ? `# yaml-language-server: $schema=${comment}\n${text}` : text;
    expect(await open(file, whole.replace('|', '')), file).toEqual([]);
    expect(await open(file, whole.replace('|', wrong)), file).toEqual([[told, underlined]]);
  }
});

it('every file of ours is as its schema wants it, for editors too', async () => {
  const files = readdirSync(join(root, 'cases'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.yaml'),
  );
  expect(files.length).toBeGreaterThan(10);
  const open = editor(root);
  for (const file of files) {
    const text = readFileSync(join(root, 'cases', file), 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\S+\.schema\.json\n/);
    expect([file, await open(join('cases', file), text)]).toEqual([file, []]);
  }
});
