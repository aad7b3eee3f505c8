import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Comparison, differenceText } from '../lib/compare/compare-text.ts';
import type { BindingId } from '../lib/model/contract.ts';
import type { WireRequest } from '../lib/model/judging/wire.ts';
import type { Results } from '../lib/model/running/results.ts';
import { readRecording } from '../lib/recording/read-recordings.ts';
import { startReference } from '../lib/reference/start.ts';
import { wsdl } from '../lib/reference/wsdl.ts';
import { loadDeclarations } from '../lib/run/built-in.ts';
import { encodeInDialect, isOfWay } from '../lib/wire/bindings/dialect.ts';
import { type Check, type EndedCheck, runChecks, runProgram } from './run-checks.ts';
import { generatedClients } from './stacks/generated-clients.ts';
import { compareReadings, type ReadingProgram } from './stacks/readers.ts';

// Real servers under `run`, the requests of real clients under `listen`, a genuine gateway beside rewrites under `compare`,
// and clients that real tools generate from WSDLs; stacks/golden.txt has what is found.

const { values: flags } = parseArgs({
  options: {
    /** Writes the golden file. */
    update: { type: 'boolean' },
    /** Beginning of the names of those to run. */
    only: { type: 'string' },
    /** A stack that cannot be had is a failure, as it is in CI. */
    required: { type: 'boolean', default: Boolean(process.env.CI) },
  },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const sources = join(root, 'scripts', 'stacks');
const golden = join(sources, 'golden.txt');
const work = mkdtempSync(join(tmpdir(), 'postsms-stacks-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));

const NAMESPACE = 'http://tempuri.org';
/** That of the edited copies, in which a change of the namespace finds it. */
const WSDL_NAMESPACE = 'http://sms.example/ns';
const PHP = ['php-cli', 'php-soap'];
const MONO = ['mono-runtime', 'mono-mcs', 'libmono-system-web4.0-cil', 'libmono-system-web-services4.0-cil'];
const MOST_TOLD = 160;
const ZEEP = ['python3-zeep'];
/** Spyne reads forms with Werkzeug, on which its package does not depend. */
const SPYNE = ['python3-spyne', 'python3-werkzeug'];

/** On a busy machine, ASMX takes longer to compile a service when it is first asked, and for a large request. */
const PATIENT = ['--connect-timeout', '--first-byte-timeout', '--timeout'].flatMap((flag) => [
  flag,
  '120000',
]);

/** PHP's own server ends connections on which a request comes byte by byte. */
const NOT_BY_BYTES = ['--exclude', '*/wire-form-bytes/**', '--exclude', '**/one-byte-at-a-time'];

interface Stack {
  /** Debian packages; npm's begin with `npm:`. */
  readonly needs: readonly string[];
  readonly run: (folder: string) => Promise<string>;
}

const servers: Readonly<Record<string, Stack>> = {
  'server asmx': { needs: MONO, run: (folder) => asmx(folder, '2.0') },
  'server asmx with request validation': { needs: MONO, run: (folder) => asmx(folder, '4.0') },
  'server php': { needs: PHP, run: (folder) => php(folder, 'careful') },
  'server php naive': { needs: PHP, run: (folder) => php(folder, 'naive') },
};

/** The wire of an exchange matters little to spyne's server, which serves one connection at a time. */
const FEW = ['--case', '*/{canonical,identifiers,unknown-packet,message-*}'];

const comparisons: Readonly<Record<string, Stack>> = {
  'compare asmx with the reference': { needs: MONO, run: compareReference },
  'compare asmx with php': {
    needs: [...MONO, ...PHP],
    run: async () => (await comparePhp()).differences(),
  },
  'compare asmx with spyne': { needs: [...MONO, ...SPYNE], run: compareSpyne },
  'compare a migration from asmx to php': { needs: [...MONO, ...PHP], run: migrate },
};

type Client = readonly [needs: readonly string[], ...command: readonly string[]];
const node = (way: string): Client => [['npm:soap@1.13.0'], process.execPath, 'client.mjs', way];
const zeep = (port: string): Client => [ZEEP, '/usr/bin/python3', 'client.py', port];

const clients: Readonly<Record<string, Client>> = {
  'client php soap11': [PHP, 'php', 'client.php', '1'],
  'client php soap12': [PHP, 'php', 'client.php', '2'],
  'client zeep soap11': zeep('Soap'),
  'client zeep soap12': zeep('Soap12'),
  'client zeep http-get': zeep('HttpGet'),
  'client zeep http-post': zeep('HttpPost'),
  'client node-soap soap11': node('soap11'),
  'client node-soap soap12': node('soap12'),
  'client fetch http-get': node('GET'),
  'client fetch http-post': node('POST'),
  'client curl http-get': [['curl'], 'sh', 'client.sh', '--get'],
  'client curl http-post': [['curl'], 'sh', 'client.sh', '--'],
};

/** Programs that read replies, whose imitations are the readers of `compare`. */
const programs: Readonly<Record<string, ReadingProgram & Pick<Stack, 'needs'>>> = {
  'readers of npm': {
    needs: ['npm:xml2js@0.6.2', 'npm:xml-js@1.6.11'],
    ...{ command: [process.execPath, 'read.mjs'], source: 'read.mjs' },
  },
  'readers of Python': {
    needs: [...ZEEP, 'python3-xmltodict'],
    ...{ command: ['/usr/bin/python3', 'read.py'], source: 'read.py' },
  },
  'readers of PHP': { needs: [...PHP, 'php-xml'], command: ['php', 'read.php'], source: 'read.php' },
};

const generators: Readonly<Record<string, Stack>> = {
  'generated clients': { needs: ['gsoap', ...MONO, ...ZEEP, ...PHP, ...SPYNE], run: generateClients },
};

const all: readonly (readonly [string, Stack])[] = [
  ...Object.entries(servers),
  ...Object.entries(comparisons),
  ...Object.entries(programs).map(([name, { needs, ...reading }]): [string, Stack] => [
    name,
    { needs, run: (folder) => readReplies(reading, folder) },
  ]),
  ...Object.entries(generators),
  ...Object.entries(clients).map(([name, client]): [string, Stack] => [
    name,
    { needs: client[0], run: (folder) => judgeClient(client, name, folder) },
  ]),
];
const declared = loadDeclarations();
if (!declared.ok) throw new Error('the built-in contract cannot be read');
const { value: loadedDeclarations } = declared;
const { contract } = loadedDeclarations;
const chosen = all.filter(([name]) => name.startsWith(flags.only ?? ''));
const lacking = await install([...new Set(chosen.flatMap(([, { needs }]) => needs))]);
const told = new Map<string, string>();
/** What is found with a server, and its folder; comparisons use its recording. */
const judged = new Map<string, Judged>();
/** The differences between ASMX and PHP, which a migration accepts. */
const acceptedFile = join(work, 'accepted.yaml');
let comparedPhp: ReturnType<typeof compareAsmx> | undefined;
// Most of them wait for a program on one core.
await runChecks(chosen.map(check), { what: 'stack checks', atOnce: 2 });
if (flags.update && chosen.length === told.size)
  writeFileSync(golden, all.map(([name]) => `${(told.get(name) ?? sectionOf(name)).trim()}\n`).join('\n'));

function check([name, { needs, run }]: readonly [string, Stack], place: number): Check {
  const without = needs.find((need) => lacking.has(need));
  const why = without && `${without} cannot be had: ${lacking.get(without)}`;
  const skip = async () => ({ ok: !flags.required, output: why ?? '' });
  const tell = async (): Promise<EndedCheck> => {
    const folder = join(work, String(place));
    mkdirSync(folder);
    const text = name in servers ? await judgedServer(name).found : await run(folder);
    // A server that quotes its URL names the port of this run.
    const found = `# ${name}\n${text}`.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT');
    told.set(name, found);
    const known = flags.update ? found : sectionOf(name);
    const output = `${differingLines(known, found)}\nIf what was found is right: npm run stacks -- --update`;
    return { ok: found.trim() === known.trim(), output };
  };
  return why === undefined ? { name, run: tell } : { name: `${name}: skipped, ${why}`, run: skip };
}

/** Returns the lines that only the golden has, behind a `-`, and those that only this run has, behind a `+`. */
function differingLines(known: string, found: string): string {
  const [knownLines, foundLines] = [known.split('\n'), found.split('\n')];
  const gone = knownLines.filter((line) => !foundLines.includes(line)).map((line) => `-${line}`);
  const added = foundLines.filter((line) => !knownLines.includes(line)).map((line) => `+${line}`);
  return [...gone, ...added].join('\n');
}

function sectionOf(name: string): string {
  const sections = readFileSync(golden, 'utf8').split(/\n(?=# )/);
  return sections.find((section) => section.startsWith(`# ${name}\n`)) ?? 'nothing';
}

/** Installs what is missing, and returns what cannot be had, with the reason. */
async function install(packages: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  const installWith = async (command: string, args: readonly string[], names: readonly string[]) => {
    if (names.length === 0) return;
    const { ok, output } = await program(command, [...args, ...names.map((id) => id.replace(/^npm:/, ''))]);
    if (!ok) for (const name of names) refused.set(name, output.trim().split('\n').at(-1) ?? '');
  };
  const missing: string[] = [];
  for (const name of packages.filter((each) => !each.startsWith('npm:')))
    if (!(await program('dpkg', ['-s', name])).ok) missing.push(name);
  if (missing.length > 0) await program('apt-get', ['-qq', 'update']);
  await installWith('apt-get', ['-qq', 'install', '-y', '--no-install-recommends'], missing);
  const quick = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--prefix', work];
  await installWith(
    'npm',
    ['install', ...quick],
    packages.filter((name) => name.startsWith('npm:')),
  );
  return refused;
}

function program(command: string, args: readonly string[], cwd = work): Promise<EndedCheck> {
  return runProgram(command, args, { cwd });
}

/** Returns the arguments of a command of this checkout whose reports are in a folder. */
function commandOf(args: readonly string[], folder: string): readonly string[] {
  const bin = join(root, 'lib/cli/bin.mjs');
  return [bin, ...args, '--namespace', NAMESPACE, '--no-allure', '--report-dir', join(folder, 'reports')];
}

/** Tells every cause with its count; gaps too, which is where stacks differ. */
function findings(folder: string, output: string): string {
  const file = join(folder, 'reports', 'results.json');
  if (!existsSync(file)) throw new Error(output);
  const { exitCode, causes = [] } = JSON.parse(readFileSync(file, 'utf8')) as Results;
  const lines = causes.map(
    ({ rule, level, exchanges, bindings, expected, actual }) =>
      `${level.padEnd(6)}  ${rule}, ${exchanges} times over ${bindings.join(', ')}\n        expected ${short(expected)}\n        actual   ${short(actual)}\n`,
  );
  const hints = output.split('\n').filter((line) => line.startsWith('hint '));
  return [`exit code ${exitCode}\n`, ...hints.map((line) => `${line}\n`), ...lines.sort()].join('');
}

function short(text: string): string {
  return text.length > MOST_TOLD ? `${text.slice(0, MOST_TOLD)}…` : text;
}

/** Judges and records what a program serves at a port. */
function judgeServer(
  command: readonly [string, ...string[]],
  port: number,
  folder: string,
  more: readonly string[] = [],
): Promise<string> {
  return withServer(command, port, folder, async (url) => {
    const run = ['run', '--target', url, '--reporter', 'har', ...PATIENT, ...more];
    return findings(folder, (await program(process.execPath, commandOf(run, folder))).output);
  });
}

/** Serves what a program serves at a port while `use` runs. */
async function withServer<T>(
  [command, ...args]: readonly [string, ...string[]],
  port: number,
  folder: string,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = spawn(command, args, { cwd: folder, stdio: 'ignore' });
  const stop = () => server.kill('SIGKILL');
  process.once('exit', stop);
  try {
    for (let tries = 0; !(await answers(port)); tries += 1) {
      if (tries > 600 || server.exitCode !== null) throw new Error(`${command} does not answer`);
      await wait(100);
    }
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    process.off('exit', stop);
    stop();
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Runs genuine ASMX under Mono: ASP.NET 4 refuses markup in fields, unless its validation is that of 2.0. */
async function asmx(folder: string, validation: string): Promise<string> {
  const handler =
    'System.Web.Services.Protocols.WebServiceHandlerFactory, System.Web.Services, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a';
  writeFileSync(
    join(folder, 'web.config'),
    `<configuration><system.web><compilation><assemblies><clear/></assemblies></compilation><httpHandlers><clear/><add verb="*" path="*.asmx" type="${handler}"/></httpHandlers><webServices><protocols><add name="HttpGet"/><add name="HttpPost"/></protocols></webServices><httpRuntime requestValidationMode="${validation}"/></system.web></configuration>`,
  );
  for (const name of ['Live', 'LiveB', 'Ecomm']) {
    mkdirSync(join(folder, name.toLowerCase()));
    writeFileSync(
      join(folder, name.toLowerCase(), 'postsms.asmx'),
      `<%@ WebService Language="C#" Class="${name}" %>`,
    );
  }
  mkdirSync(join(folder, 'bin'));
  // It is found only as a library, and is run as a program.
  const compiled = join(folder, 'bin', 'gateway.dll');
  const how = ['-nologo', '-r:System.Web', '-r:System.Web.Services', '-target:exe', `-out:${compiled}`];
  const { ok, output } = await program('mcs', [...how, join(sources, 'gateway.cs')]);
  if (!ok) throw new Error(output);
  const port = await freePort();
  return judgeServer(['mono', compiled, String(port), folder], port, folder);
}

async function php(folder: string, kind: 'careful' | 'naive'): Promise<string> {
  const port = await freePort();
  for (const path of new Set(contract.operations.map((operation) => operation.path))) {
    const text = wsdl(contract, path, { address: `http://127.0.0.1:${port}${path}`, namespace: NAMESPACE });
    writeFileSync(join(folder, `${path.split('/')[1]}.wsdl`), text);
  }
  const script = join(sources, `gateway.php`);
  writeFileSync(join(folder, 'kind'), kind);
  return judgeServer(['php', '-S', `127.0.0.1:${port}`, script], port, folder, NOT_BY_BYTES);
}

interface Judged {
  readonly folder: string;
  readonly found: Promise<string>;
}

/** Judges a server, once. */
function judgedServer(name: string): Judged {
  const before = judged.get(name);
  if (before) return before;
  const folder = join(work, name.replaceAll(' ', '-'));
  mkdirSync(folder);
  const now = { folder, found: servers[name]?.run(folder) ?? Promise.resolve('') };
  judged.set(name, now);
  return now;
}

/** Returns the reports of a server when it is judged. */
async function reportsOf(name: string): Promise<string> {
  const { folder, found } = judgedServer(name);
  await found;
  return join(folder, 'reports');
}

/** Compares the genuine gateway, by its recording unless it runs, with a URL or a recording. */
async function compareAsmx(now: string, folder: string, more: readonly string[], old?: string) {
  const reports = join(folder, 'reports');
  const command = ['compare', old ?? (await reportsOf('server asmx')), now, '--namespace', NAMESPACE];
  const bin = join(root, 'lib/cli/bin.mjs');
  const { output } = await program(process.execPath, [bin, ...command, '--report-dir', reports, ...more]);
  const [outcome = output] = /^outcome .*$/m.exec(output) ?? [];
  const differences = () => {
    const file = join(reports, 'compare.json');
    if (!existsSync(file)) throw new Error(output);
    const compared = JSON.parse(readFileSync(file, 'utf8')) as Comparison;
    const lines = compared.differences
      // Versions of servers change.
      .filter(({ field }) => !/^(header |reason phrase)/.test(field))
      .map((difference) => `${difference.kind}  ${differenceText(difference)}\n`);
    return `${outcome}\n${lines.sort().join('')}`;
  };
  return { outcome, differences };
}

async function compareRuns(server: string, folder: string, more: readonly string[]) {
  return compareAsmx(await reportsOf(server), folder, [...NOT_BY_BYTES, ...more]);
}

/** Compares two running services, so that differences are shown with their smallest inputs. */
async function compareReference(folder: string): Promise<string> {
  const reference = await startReference({ contract, namespace: NAMESPACE });
  const compiled = join(await reportsOf('server asmx'), '..');
  const port = await freePort();
  const command = ['mono', join(compiled, 'bin', 'gateway.dll'), String(port), compiled] as const;
  try {
    return await withServer(command, port, folder, async (url) =>
      (await compareAsmx(reference.baseUrl, folder, PATIENT, url)).differences(),
    );
  } finally {
    await reference.close();
  }
}

async function compareSpyne(folder: string): Promise<string> {
  const port = await freePort();
  const command = ['/usr/bin/python3', join(sources, 'gateway.py'), String(port)] as const;
  return withServer(command, port, folder, async (url) =>
    (await compareAsmx(url, folder, [...FEW, ...PATIENT])).differences(),
  );
}

/** Generates clients of edited copies of the reference's WSDL, of the genuine one of ASMX, and of spyne's. */
async function generateClients(folder: string): Promise<string> {
  const path = '/liveb/postsms.asmx';
  const text = wsdl(contract, path, { address: `https://gateway.example${path}`, namespace: WSDL_NAMESPACE });
  const port = await freePort();
  const server = ['/usr/bin/python3', join(sources, 'gateway.py'), String(port)] as const;
  const spyne = await withServer(server, port, folder, async (url) =>
    (await fetch(`${url}${path}?wsdl`)).text(),
  );
  const asmx = readFileSync(join(root, 'lib/reference/golden/asmx-bulk.wsdl'), 'utf8');
  return generatedClients(sources, folder, text, { asmx, spyne }, program);
}

/** Compares the genuine gateway with PHP, once, and lists the differences in a file. */
function comparePhp() {
  const folder = join(work, 'asmx-and-php');
  comparedPhp ??= compareRuns('server php', folder, ['--write-accepted', acceptedFile]);
  return comparedPhp;
}

/** Checks that the first comparison is red, its differences are accepted, and another change is red again. */
async function migrate(folder: string): Promise<string> {
  const outcomes = [`server php, --write-accepted: ${(await comparePhp()).outcome}\n`];
  const flags = ['--accepted', acceptedFile];
  for (const server of ['server php', 'server php naive'])
    outcomes.push(`${server}, --accepted: ${(await compareRuns(server, folder, flags)).outcome}\n`);
  return outcomes.join('');
}

/** Has a program read replies, and holds the imitations against it. */
async function readReplies(reading: ReadingProgram, folder: string): Promise<string> {
  const [path = ''] = contract.operations.flatMap((operation) =>
    operation.kind === 'send' ? operation.path : [],
  );
  const described = join(folder, 'readers.wsdl');
  writeFileSync(
    described,
    wsdl(contract, path, { address: `http://127.0.0.1${path}`, namespace: NAMESPACE }),
  );
  copyFileSync(join(sources, reading.source), join(work, reading.source));
  const options = { contract, namespace: NAMESPACE, folder: work, wsdl: described };
  return compareReadings(reading, options, program);
}

/** Lets a client make the calls of the scenario, and tells what `listen` found in them. */
async function judgeClient([, ...command]: Client, title: string, folder: string): Promise<string> {
  const [, id = '', binding = ''] = title.split(' ');
  const scenario = ['--scenario', join(sources, 'scenario.yaml'), '--binding', binding];
  const recorded = ['--reporter', 'har'];
  const args = commandOf(
    ['listen', '--port', '0', '--calls', '4', '--idle', '20', ...scenario, ...recorded],
    folder,
  );
  const listening = spawn(process.execPath, args, { cwd: work });
  const ended = once(listening, 'close');
  let output = '';
  for await (const chunk of listening.stdout) {
    const before = output;
    output += chunk;
    const [, baseUrl] = /^listening on (\S+)/m.exec(output) ?? [];
    if (baseUrl === undefined || /^listening on \S+/m.test(before)) continue;
    const [name = '', script = '', way = ''] = command;
    const called = program(name, [join(sources, script), baseUrl, way]);
    // One that failed makes no further call.
    void called.then(({ ok, output: said }) => {
      if (!ok) process.stdout.write(`${said}\n`);
      if (!ok) listening.kill('SIGINT');
    });
  }
  await ended;
  return `${findings(folder, output)}\n${templateText(folder, id, binding)}`;
}

/**
 * Holds the requests of a real client against its file in cases/clients, which imitates it: header fields, elements or fields,
 * in any order, because a client writes parameters in the order in which its program gives them.
 */
function templateText(folder: string, id: string, binding: string): string {
  const { clients: known } = loadedDeclarations;
  const dialect = known.find((client) => client.id === id)?.dialects[binding as BindingId];
  if (!dialect) return 'dialect: none in cases/clients';
  const read = readRecording(join(folder, 'reports'), contract);
  if (!read.ok) return `dialect: ${read.error}`;
  const differing = read.value.entries.flatMap(({ recognised, request }) => {
    if (recognised.kind !== 'call') return [];
    const [imitated, real] = [encodeInDialect(recognised.call, dialect), request].map(partsOf);
    return differingLines(imitated ?? '', real ?? '')
      .split('\n')
      .filter(Boolean);
  });
  const lines = [...new Set(differing)];
  const count = read.value.entries.length;
  const as = `dialect: ${count} requests as cases/clients/${id}.yaml writes them`;
  return lines.length === 0 ? as : [`${as}, but for`, ...lines].join('\n');
}

/** Returns the parts of a request, a line each; a client of another version writes its calls in the same way. */
function partsOf({ path, headers, body }: WireRequest): string {
  const fields = headers.filter(([name]) => !isOfWay(name));
  const lines = fields.map(([name, value]) => {
    // Python's clients ask for br and zstd only where the packages that read them happen to be installed.
    const codings = /^accept-encoding$/i.test(name) ? value.replace(/, (?:br|zstd)\b/g, '') : value;
    return `${name}: ${codings.replace(/\d+(?:\.\d+)+/g, 'N')}`;
  });
  const [place = '', query = ''] = path.replace(/^.*(?=\/)/, '').split('?');
  const text =
    query +
    Buffer.from(body ?? [])
      .toString()
      .replace(/(?<!^)</g, '\n<');
  // The recording has the mask in the place of the ticket.
  return [place, ...lines, ...text.replace(/%2a/gi, '*').split(/&(?=\w+=)|\n/)].join('\n');
}
