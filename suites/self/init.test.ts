import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { folderWith, inProcess, newFolder } from './command.ts';
import { namespace, withReference } from './endpoints.ts';

const init = (folder: string, ...args: readonly string[]) => inProcess(['init', ...args], {}, { folder });

const run = (folder: string, ...args: readonly string[]) =>
  inProcess(['run', '--no-allure', ...args], {}, { folder });

const textIn = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

it('without anything said, a project judges the reference, with a case of its own', async () => {
  const folder = newFolder();
  const { code, said } = await init(folder, '--yes');
  expect([code, said]).toEqual([
    0,
    'written  conformance.yaml\nwritten  sms-cases/own.yaml\nadded    reports/ to .gitignore\n\nNext: npx postsms-conformance run\n',
  ]);
  const ran = await run(folder, '--tag', 'own');
  expect([ran.code, ran.said]).toEqual([0, expect.stringContaining('4 planned: 4 passed')]);
  expect(existsSync(join(folder, 'reports/results.json'))).toBe(true);
});

it('with a target, the namespace is that of its WSDL, and the first run judges it', async () => {
  const folder = newFolder();
  await withReference([], async ({ baseUrl }) => {
    expect((await init(folder, '--yes', '--target', baseUrl)).code).toBe(0);
    expect(parse(textIn(folder, 'conformance.yaml'))).toMatchObject({ target: baseUrl, namespace });
    const ran = await run(folder, '--tag', 'own', '--wait', '5');
    expect([ran.code, ran.said]).toEqual([0, expect.stringContaining(`target        ${baseUrl} (external)`)]);
  });
  const late = await run(folder, '--tag', 'own', '--wait', '1');
  expect([late.code, late.said]).toEqual([
    3,
    expect.stringMatching(/did not answer within 1 s \(--wait\): /),
  ]);
});

it('nothing is sent to an endpoint elsewhere until its file allows it, and its ticket is in a variable', async () => {
  const folder = newFolder();
  const flags = [
    '--target',
    'https://sms.invalid/base',
    '--namespace',
    'urn:a',
    '--ticket-variable',
    'GATEWAY_KEY',
  ];
  const { said } = await init(folder, '--yes', ...flags);
  expect(said).toContain('Set GATEWAY_KEY to the ServiceTicket');
  expect(parse(textIn(folder, 'conformance.yaml'))).toMatchObject({ namespace: 'urn:a' });
  const dry = await inProcess(['run', '--dry-run'], { GATEWAY_KEY: 'TICKET-0001' }, { folder });
  expect([dry.code, dry.said]).toEqual([4, expect.stringContaining('to send, add --sends allow')]);
});

it('overwrites nothing: what exists is kept, or has its new neighbour under another name', async () => {
  const folder = newFolder();
  const before = {
    'conformance.yaml': 'gate: should\n',
    '.gitlab-ci.yml': 'a: 1\n',
    '.gitignore': 'reports/',
  };
  for (const [path, text] of Object.entries(before)) writeFileSync(join(folder, path), text);
  const { code, said } = await init(folder, '--yes');
  expect([code, said]).toEqual([
    0,
    expect.stringContaining('kept     conformance.yaml, which exists already\n'),
  ]);
  for (const [path, text] of Object.entries(before)) expect(textIn(folder, path)).toBe(text);
  expect(readdirSync(folder)).toContain('sms-conformance.gitlab-ci.yml');
  expect((await init(folder, '--yes')).said).toContain('kept     .gitlab-ci.yml, which exists already\n');
});

it.each([
  ['github', '.github/workflows/sms-conformance.yml'],
  ['gitlab', '.gitlab-ci.yml'],
  ['jenkins', 'Jenkinsfile'],
  ['azure', 'azure-pipelines.yml'],
])(
  'the job of %s waits for the target, judges it with the ticket of a secret, and keeps the reports',
  async (engine, path) => {
    const folder = newFolder();
    await init(folder, '--yes', '--ci', engine, '--ticket-variable', 'GATEWAY_KEY');
    const text = textIn(folder, path);
    if (engine !== 'jenkins') expect(parse(text)).toBeTypeOf('object');
    expect(text).toContain('npm install --no-save postsms-conformance@');
    expect(text).toMatch(/GATEWAY_KEY/);
    expect(text).toMatch(/reports/);
    const [, line = ''] = /npx postsms-conformance (run[^'\n]*)/.exec(text) ?? [];
    const run = (environment: object) => {
      const all = { GATEWAY_KEY: 'T-1', ...environment };
      return inProcess([...line.split(' '), '--dry-run', '--tag', 'own'], all, { folder });
    };
    expect((await run({ POSTSMS_TARGET: 'http://127.0.0.1:1', POSTSMS_NAMESPACE: namespace })).code).toBe(0);
    // A job that judges the reference would be green whatever the gateway does.
    const { code, said } = await run({});
    expect([code, said]).toEqual([2, expect.stringContaining('--wait needs a target')]);
  },
);

it('on a terminal it asks, and takes what is proposed for an empty answer', async () => {
  const folder = newFolder();
  await withReference([], async ({ baseUrl }) => {
    const typed = [`${baseUrl}/\n`, '\n', 'SMS_TICKET\n', 'gitlab\n'];
    const { code, said } = await inProcess(['init'], {}, { folder, typed });
    expect([code, said]).toEqual([
      0,
      expect.stringContaining(`XML namespace of the service [${namespace}]: `),
    ]);
    expect(parse(textIn(folder, 'conformance.yaml'))).toMatchObject({ target: baseUrl, namespace });
    expect(textIn(folder, '.gitlab-ci.yml')).toContain('SMS_TICKET');
  });
});

it.each([
  ['Ctrl-C', ['\u0003'], 'init was left; nothing was written'],
  ['what is no URL', ['gateway\n'], '"gateway": not a URL; expected http:// or https:// and a host'],
  [
    'another engine',
    ['\n', '\n', 'travis\n'],
    '"travis" is not one of github, gitlab, jenkins, azure and none',
  ],
])('%s writes nothing', async (_, typed, why) => {
  const folder = newFolder();
  const { code, said } = await inProcess(['init'], {}, { folder, typed });
  expect([code, said]).toEqual([2, expect.stringContaining(why)]);
  expect(readdirSync(folder)).toEqual([]);
});

it('without a terminal it needs --yes', async () => {
  const folder = newFolder();
  const { code, said } = await init(folder);
  expect([code, said]).toEqual([2, expect.stringContaining('there is no terminal; add --yes')]);
  expect(readdirSync(folder)).toEqual([]);
});

/** A repository with a package at packages/sms, and what else its root has. */
function repository(files: Readonly<Record<string, string>>) {
  const root = folderWith({ '.git/config': '[remote "origin"]\n\turl = git@github.com:a/b.git\n', ...files });
  const folder = join(root, 'packages/sms');
  mkdirSync(folder, { recursive: true });
  return { root, folder };
}

const dependency = JSON.stringify({ devDependencies: { 'postsms-conformance': '0.1.0' } });

it.each([
  ['npm', { 'package-lock.json': '{}' }, 'npm ci', 'npx postsms-conformance'],
  ['npm without a lock file', {}, 'npm install', 'npx postsms-conformance'],
  [
    'pnpm',
    { 'pnpm-lock.yaml': 'lockfileVersion: "9.0"\n' },
    'corepack enable && pnpm install --frozen-lockfile',
    'pnpm exec postsms-conformance',
  ],
  [
    'yarn 1',
    { 'yarn.lock': '# THIS IS AN AUTOGENERATED FILE.\n# yarn lockfile v1\n' },
    'corepack enable && yarn install --frozen-lockfile',
    'yarn postsms-conformance',
  ],
  [
    'yarn 4',
    { 'yarn.lock': '__metadata:\n  version: 8\n' },
    'corepack enable && yarn install --immutable',
    'yarn postsms-conformance',
  ],
])(
  'in a package of a repository with %s, the job is at its root and installs as that does',
  async (_, lock, install, call) => {
    const { root, folder } = repository({ ...lock, 'packages/sms/package.json': dependency });
    const { code, said } = await init(folder, '--yes', '--ci', 'github');
    expect([code, said]).toEqual([
      0,
      expect.stringContaining('written  ../../.github/workflows/sms-conformance.yml\n'),
    ]);
    expect(said).toContain(`Next: ${call} run\n`);
    const { jobs } = parse(textIn(root, '.github/workflows/sms-conformance.yml'));
    const { steps } = jobs.conformance as { readonly steps: readonly { readonly run?: string }[] };
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual([
      `cd packages/sms && ${install}`,
      `cd packages/sms && ${call} run --wait 60`,
    ]);
    expect(steps.at(-1)).toMatchObject({ with: { path: 'packages/sms/reports' } });
    expect(readdirSync(folder).sort()).toEqual([
      '.gitignore',
      'conformance.yaml',
      'package.json',
      'sms-cases',
    ]);
  },
);

it.each([
  [
    'gitlab',
    '.gitlab-ci.yml',
    ['cd packages/sms && npm ci', 'npx postsms-conformance run', 'packages/sms/reports/junit'],
  ],
  [
    'jenkins',
    'Jenkinsfile',
    ["'cd packages/sms && npm ci'", "'cd packages/sms && npx", "'packages/sms/reports/**'"],
  ],
  [
    'azure',
    'azure-pipelines.yml',
    ['cd packages/sms && npm ci', 'cd packages/sms && npx', 'publish: packages/sms/reports'],
  ],
])('the job of %s goes to the folder of the package', async (engine, path, lines) => {
  const { root, folder } = repository({ 'package-lock.json': '{}', 'package.json': dependency });
  expect((await init(folder, '--yes', '--ci', engine)).code).toBe(0);
  for (const line of lines) expect(textIn(root, path)).toContain(line);
});

it('proposes the engine of the repository, whose package it is', async () => {
  const { folder } = repository({});
  const { said } = await inProcess(['init'], {}, { folder, typed: ['\n', '\n', '\n', '\n'] });
  expect(said).toContain('CI engine: github, gitlab, jenkins, azure or none [github]: ');
});

it('refuses a folder whose name no job can hold', async () => {
  const { root } = repository({});
  const folder = join(root, "it's");
  mkdirSync(folder);
  const { code, said } = await init(folder, '--yes', '--ci', 'jenkins');
  expect([code, said]).toEqual([2, expect.stringContaining("the folder it's cannot stand in a job")]);
  expect(readdirSync(folder)).toEqual([]);
});

it.each(['packages/sms', '.'])('finds the schemas that are installed in %s', async (place) => {
  const schemas = ['config', 'cases'].map(
    (name) => `${place}/node_modules/postsms-conformance/cases/schema/${name}.schema.json`,
  );
  const { folder } = repository(Object.fromEntries(schemas.map((path) => [path, '{}'])));
  await init(folder, '--yes');
  for (const file of ['conformance.yaml', 'sms-cases/own.yaml']) {
    const [, schema = ''] = /\$schema=(\S+)/.exec(textIn(folder, file)) ?? [];
    expect(existsSync(resolve(folder, dirname(file), schema)), schema).toBe(true);
    expect(schema).toMatch(/^\.\.?\//);
  }
});

it('takes the base URL from that of a WSDL, as it is copied from a browser', async () => {
  await withReference([], async ({ baseUrl }) => {
    for (const more of ['/live/postsms.asmx?WSDL', '/LIVEB/PostSms.asmx']) {
      const folder = newFolder();
      const typed = [`${baseUrl}${more}\n`, '\n', '\n', '\n'];
      await inProcess(['init'], {}, { folder, typed });
      expect(parse(textIn(folder, 'conformance.yaml'))).toMatchObject({ target: baseUrl, namespace });
    }
  });
});
