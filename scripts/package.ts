import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import type { Results } from '../lib/model/running/results.ts';
import {
  type Check,
  type EndedCheck,
  runChecks,
  runNpm,
  runProgram,
  serveGateway,
  toolOf,
} from './run-checks.ts';

// The package as its user meets it: packed, examined, installed in an empty folder, and used there.

const { values: flags } = parseArgs({
  // Majors to try besides this one, each of which takes two minutes: --node 22 --node 24.
  options: { node: { type: 'string', multiple: true, default: [] } },
});
/** From the cache of npm where it has a package: only the installation is tried, not the registry. */
const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline'];
const root = fileURLToPath(new URL('..', import.meta.url));
/** Runs a tool that nothing else needs, in a version of its own, from npm. */
const runTool = (version: string, command: string, args: readonly string[]) =>
  runNpm('npx', ['--yes', '--prefer-offline', '--package', version, command, ...args], { cwd: work });
const work = mkdtempSync(join(tmpdir(), 'postsms-package-'));
const user = join(work, 'user');
mkdirSync(user);
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const tarball = () => join(work, readdirSync(work).find((name) => name.endsWith('.tgz')) ?? 'no tarball');

await runChecks(
  [
    check('it is packed', () => runNpm('npm', ['pack', '--pack-destination', work], { cwd: root })),
    check('publint finds nothing', () =>
      runTool('publint@0.3.25', 'publint', ['run', '--strict', tarball()]),
    ),
    check('its types are found from ES modules and bundlers', () =>
      runTool('@arethetypeswrong/cli@0.18.5', 'attw', [tarball(), '--profile', 'esm-only']),
    ),
    check('it is installed in an empty folder', install),
    check('it brings neither tests nor what only developers need', onlyWhatIsNeeded),
    check('npx postsms-conformance judges the reference by the whole suite', wholeSuite),
    check('it takes the settings of its user’s conformance.yaml', ownSettings),
    check(
      'it judges by cases of one’s own, besides its own or instead of them, some known to fail',
      ownCases,
    ),
    check('a program can run it', program),
    check('its types say what a program may ask, and what it may not', types),
    check('it runs in a project of Yarn that has no node_modules', plugAndPlay),
    check('its tests run in a Vitest project, which starts the gateway itself', ownTests),
    ...['github', 'gitlab', 'azure', 'jenkins'].map((engine) =>
      check(`the job that init writes for ${engine} judges a gateway, and fails with it`, () =>
        writtenJob(engine),
      ),
    ),
    ...flags.node.flatMap(otherNodeChecks),
  ],
  { what: 'package checks' },
);

function check(name: string, run: Check['run']): Check {
  return { name, run };
}

function install(): Promise<EndedCheck> {
  write('package.json', '{ "private": true, "type": "module" }');
  return runNpm('npm', [...INSTALL, tarball()], { cwd: user });
}

async function onlyWhatIsNeeded(): Promise<EndedCheck> {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const { dependencies } = JSON.parse(
    readFileSync(join(user, 'node_modules/postsms-conformance/package.json'), 'utf8'),
  ) as { readonly dependencies: Readonly<Record<string, string>> };
  const both = Object.keys(devDependencies).filter((name) => name in dependencies);
  const files = readdirSync(join(user, 'node_modules/postsms-conformance'), {
    recursive: true,
    encoding: 'utf8',
  });
  const tests = files.filter((name) => /\.test\.|(?:^|[\\/])(?:suites|scripts)[\\/]/.test(name));
  return { ok: files.length > 0 && both.length + tests.length === 0, output: [...both, ...tests].join('\n') };
}

async function wholeSuite(): Promise<EndedCheck> {
  const { ok, output } = await runNpm('npx', ['--no-install', 'postsms-conformance', '--no-html'], {
    cwd: user,
  });
  return { ok: ok && conforms(resultsIn('reports')), output };
}

function conforms(results: Results | null): boolean {
  return results !== null && results.outcome === 'conforms' && results.summary.planned > 800;
}

/** Uses Yarn with Plug'n'Play: readers of files of the package need it unpacked, and each import a declared dependency. */
async function plugAndPlay(): Promise<EndedCheck> {
  const cwd = join(work, 'plug-and-play');
  mkdirSync(cwd);
  // Yarn takes the newest Vite, and fails where a new optional dependency of it is not in the registry yet.
  const lock = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(lock).packages['node_modules/vite'];
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ private: true, resolutions: { vite: version } }));
  writeFileSync(join(cwd, 'yarn.lock'), '');
  const registry = await runNpm('npm', ['config', 'get', 'registry'], { cwd });
  const settings = {
    nodeLinker: 'pnp',
    enableTelemetry: false,
    enableScripts: false,
    enableGlobalCache: false,
  };
  const all = { ...settings, npmRegistryServer: registry.output.trim() };
  writeFileSync(join(cwd, '.yarnrc.yml'), JSON.stringify(all));
  const yarn = ['--yes', '--package', '@yarnpkg/cli-dist@4.18.1', 'yarn'];
  const added = await runNpm('npx', [...yarn, 'add', '--dev', tarball()], { cwd });
  const ran = await runNpm('npx', [...yarn, 'postsms-conformance', '--case', 'SendBulkSms/canonical'], {
    cwd,
  });
  const isGreen = /outcome +conforms/.test(ran.output) && existsSync(join(cwd, 'reports/allure-report'));
  return { ok: added.ok && ran.ok && isGreen, output: `${added.output}\n${ran.output}` };
}

async function ownSettings(): Promise<EndedCheck> {
  write('conformance.yaml', 'reportDir: own\nhtml: false\ncase: [SendBulkSms/canonical]\n');
  const { ok, output } = await runNpm('npx', ['--no-install', 'postsms-conformance'], { cwd: user });
  rmSync(join(user, 'conformance.yaml'));
  return { ok: ok && resultsIn('own')?.summary.passed === 4, output };
}

/** Runs the files of a user with the schemas of the package, as cases/README.md shows it. */
async function ownCases(): Promise<EndedCheck> {
  const schema = (name: string) => `node_modules/postsms-conformance/cases/schema/${name}.schema.json`;
  write(
    'my-cases/status.yaml',
    `# yaml-language-server: $schema=../${schema('cases')}
operation: SendBulkSms
cases:
  - id: own-status
    title: A packet has the status that our gateway gives it
    expect: { packet: { PacketStatus: '7' } }`,
  );
  write(
    'known-failures.yaml',
    `# yaml-language-server: $schema=./${schema('known-failures')}
known-failures:
  - exchanges: SendBulkSms/own-status/*
    rules: [case/expectation]
    reason: the reference gives another status
    expires: 2099-12-31`,
  );
  write(
    'conformance.yaml',
    `# yaml-language-server: $schema=./${schema('config')}
cases: [my-cases]
known: known-failures.yaml
html: false
case: ['SendBulkSms/{canonical,own-status}']`,
  );
  const missing = ['cases', 'known-failures', 'config'].filter(
    (name) => !existsSync(join(user, schema(name))),
  );
  const both = await runNpm('npx', ['--no-install', 'postsms-conformance'], { cwd: user });
  const judged = resultsIn('reports');
  const alone = ['--no-built-in-cases', '--case', '*/own-status'];
  const second = await runNpm('npx', ['--no-install', 'postsms-conformance', ...alone], { cwd: user });
  const instead = resultsIn('reports');
  rmSync(join(user, 'conformance.yaml'));
  const right =
    judged?.summary.passed === 4 && judged.summary.knownFailure === 4 && instead?.summary.planned === 4;
  return {
    ok: both.ok && second.ok && right && missing.length === 0,
    output: [both.output, second.output, ...missing].join('\n'),
  };
}

async function program(): Promise<EndedCheck> {
  write(
    'program.mjs',
    `import { run } from 'postsms-conformance';
const good = await run({ case: ['SendBulkSms/canonical'], html: false, concurrency: 2, reportDir: 'by-program' });
if (good.exitCode !== 0 || good.results?.summary.passed !== 4 || good.message !== null) process.exit(1);
const bad = await run({ gate: 'shold' });
if (bad.exitCode !== 2 || bad.results !== null || !/must, should/.test(bad.message)) process.exit(1);
process.exit(7);`,
  );
  const ended = await runProgram(process.execPath, ['program.mjs'], { cwd: user, wanted: 7 });
  return { ...ended, ok: ended.ok && existsSync(join(user, 'by-program/results.json')) };
}

async function types(): Promise<EndedCheck> {
  write(
    'program.ts',
    `import { type RunEnd, run } from 'postsms-conformance';
import { conformanceTests } from 'postsms-conformance/vitest';
const end: RunEnd = await run({ target: 'http://127.0.0.1:1', sends: 'refuse', maxMessages: 3, ca: 'ca.pem', binding: ['soap11'] });
export const states: readonly string[] = end.results?.requirements.map(({ state }) => state) ?? [];
// @ts-expect-error: there is no such option
await run({ targets: 'http://127.0.0.1:1' });
// @ts-expect-error: it is a number
await run({ concurrency: '3' });
conformanceTests({ target: async () => 'http://127.0.0.1:1', case: ['*/canonical'], gate: 'should' });
// @ts-expect-error: the project has reporters of its own
conformanceTests({ allure: true });`,
  );
  const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  return runProgram(process.execPath, [toolOf(root, 'typescript', 'tsc'), ...strict, 'program.ts'], {
    cwd: user,
  });
}

/** Uses the package as README.md shows it. */
async function ownTests(): Promise<EndedCheck> {
  const from = join(root, 'scripts/own-tests/gateway.mjs');
  write('own/gateway.mjs', readFileSync(from, 'utf8'));
  write(
    'own/gateway.test.ts',
    `import { afterAll, beforeAll } from 'vitest';
import { conformanceTests } from 'postsms-conformance/vitest';
import { startGateway } from './gateway.mjs';
let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => { gateway = await startGateway(); });
afterAll(() => gateway.close());
conformanceTests({
  target: () => gateway.url,
  namespace: 'http://tempuri.org/',
  case: ['SendBulkSms/canonical'],
  reportDir: 'own/reports',
});`,
  );
  const { ok, output } = await runNpm('npx', ['--no-install', 'vitest', 'run', '--dir', 'own'], {
    cwd: user,
  });
  const right = ok && resultsIn('own/reports')?.summary.passed === 4 && /5 passed/.test(output);
  return { ok: right && existsSync(join(user, 'own/reports/report.html')), output };
}

/** Returns the commands of the job that `init` wrote for an engine, in the order in which that engine runs them. */
function jobCommands(engine: string, folder: string): readonly string[] {
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
  // In a Jenkinsfile each step `sh` is a line of its own.
  if (engine === 'jenkins')
    return [...textOf('Jenkinsfile').matchAll(/^ *sh '(.*)'$/gm)].map(([, command = '']) => command);
  const file = {
    github: '.github/workflows/sms-conformance.yml',
    gitlab: '.gitlab-ci.yml',
    azure: 'azure-pipelines.yml',
  }[engine];
  return commandsIn(parse(textOf(file ?? '')));
}

/** Returns the commands of a job in YAML: the texts of `run` and `script`, in their order. */
function commandsIn(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    const isScript = key === 'run' || key === 'script';
    return isScript ? [value].flat().map(String) : commandsIn(value);
  });
}

/** Runs `init` in an empty folder, and its job: 0 for the reference, and 1 for a gateway that deviates. */
async function writtenJob(engine: string): Promise<EndedCheck> {
  const folder = join(user, `job-${engine}`);
  mkdirSync(folder);
  const reports = ['results.json', 'report.html', 'junit.xml'].map((name) => join(folder, 'reports', name));
  const ends: EndedCheck[] = [];
  for (const [defects, wanted] of [
    [[], 0],
    [['packetid-lower-case'], 1],
  ] as const) {
    const served = await serveGateway(root, defects);
    const place = { cwd: folder, env: { ...process.env, GATEWAY_KEY: 'ticket-of-the-job' } };
    try {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      const flags = ['--yes', '--target', served.url, '--ci', engine, '--ticket-variable', 'GATEWAY_KEY'];
      ends.push(await runNpm('npx', ['--no-install', 'postsms-conformance', 'init', ...flags], place));
      // One whole run is enough.
      const isWhole = engine === 'github' && wanted === 0;
      if (!isWhole) appendFileSync(join(folder, 'conformance.yaml'), "case: ['*/canonical']\n");
      const [install = '', ...commands] = jobCommands(engine, folder);
      // The version is in the registry only after its release; the tarball has been installed.
      ends.push({ ok: /^npm install --no-save postsms-conformance@[\d.]+$/.test(install), output: install });
      ends.push({ ok: commands.length === 1, output: commands.join('\n') });
      ends.push(await runProgram('bash', ['-e', '-c', commands.join('\n')], { ...place, wanted }));
    } finally {
      served.end();
    }
    ends.push({ ok: reports.every(existsSync), output: `reports: ${readdirSync(folder).join(', ')}` });
  }
  return { ok: ends.every(({ ok }) => ok), output: ends.map(({ output }) => output).join('\n') };
}

function write(name: string, text: string, folder = user): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), `${text}\n`);
}

function resultsIn(folder: string, parent = user): Results | null {
  const path = join(parent, folder, 'results.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results) : null;
}

/** Uses the package under another Node, which npm has as a package with its headers, so that libxmljs2 can be compiled. */
function otherNodeChecks(major: string): readonly Check[] {
  const home = join(work, `node-${major}`);
  const project = join(home, 'user');
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const node = join(home, 'node_modules', name);
  // npm hands the folder with the headers on to what compiles.
  const path = [join(node, 'bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, npm_config_nodedir: node };
  const program = join(node, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const under = (args: readonly string[]) => runProgram(program, args, { cwd: project, env });
  const npmUnder = (name: 'npm' | 'npx', args: readonly string[]) =>
    runNpm(name, args, { cwd: project, env }, program);
  return [
    check(`Node ${major} is available`, async () => {
      write('package.json', '{ "private": true, "type": "module" }', project);
      const fetched = await runNpm('npm', [...INSTALL, '--prefix', home, `${name}@${major}`], {
        cwd: home,
      });
      if (!fetched.ok) return fetched;
      const { ok, output } = await under(['--version']);
      return { ok: ok && output.startsWith(`v${major}.`), output };
    }),
    check(`it is installed under Node ${major}`, () => npmUnder('npm', [...INSTALL, tarball()])),
    check(`npx postsms-conformance judges the reference by the whole suite under Node ${major}`, async () => {
      const { ok, output } = await npmUnder('npx', ['--no-install', 'postsms-conformance']);
      const page = existsSync(join(project, 'reports/allure-report/index.html'));
      return { ok: ok && page && conforms(resultsIn('reports', project)), output };
    }),
    check(`a program can run it under Node ${major}`, () => {
      const text = `import { run } from 'postsms-conformance';
const { exitCode, results } = await run({ case: ['SendBulkSms/canonical'], allure: false });
process.exit(results?.summary.passed === 4 && process.version.startsWith('v${major}.') ? exitCode : 1);`;
      write('program.mjs', text, project);
      return under(['program.mjs']);
    }),
  ];
}
