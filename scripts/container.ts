import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Check, type EndedCheck, runChecks, runProgram } from './run-checks.ts';

// The instructions of scripts/container/Dockerfile, executed without Docker: each stage is a root file system that
// mmdebstrap makes of Debian's packages, with this machine's Node in the place of the base image, and `chroot` runs what
// RUN and ENTRYPOINT say. Needs root and mmdebstrap. What only Docker does is not tried: layers, pulls, and the isolation
// of the running container.

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'postsms-container-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const NODE_USER = '1000:1000';
/** Kept, because it takes a minute. */
const baseFolder = join(root, '.build/container-base');

interface Stage {
  readonly folder: string;
  readonly environment: Record<string, string>;
  workdir: string;
  user: string;
  entrypoint: readonly string[];
  volumes: readonly string[];
}

const stages = new Map<string, Stage>();
let image: Stage | undefined;
const inImage = (path: string) => join(image?.folder ?? work, path);
const done: EndedCheck = { ok: true, output: '' };

await runChecks(
  [
    check('the root file system of the base image is made', base, 'nothing'),
    check('each instruction of the Dockerfile runs', build, 'nothing'),
    check('the image judges the reference, not as root, with a read-only file system', () =>
      container(['--case', 'SendBulkSms/canonical'], 0, 'conforms'),
    ),
    check('it takes conformance.yaml and cases from /cases', () => {
      writeFileSync(inImage('cases/conformance.yaml'), 'cases: [own]\ncase: ["*/own-one"]\n');
      mkdirSync(inImage('cases/own'));
      writeFileSync(
        inImage('cases/own/one.yaml'),
        'operation: SendBulkSms\ncases:\n  - id: own-one\n    title: A case of one’s own\n',
      );
      return container([], 0, '4 planned: 4 passed');
    }),
    check('a target that deviates ends it with 1', judgesDeviation),
    check('it has no compiler, no cache of npm and no sources', lean),
  ],
  { what: 'container checks' },
);

/** Makes a check, which fails if it needs the image and there is none. */
function check(name: string, run: Check['run'], needs: 'image' | 'nothing' = 'image'): Check {
  const isReady = () => needs === 'nothing' || (image?.entrypoint.length ?? 0) > 0;
  return { name, run: async () => (isReady() ? run() : { ok: false, output: 'there is no image' }) };
}

/** Builds Debian with the Node of this machine and a user `node`, as in the base image. */
async function base(): Promise<EndedCheck> {
  const folder = `${baseFolder}.${process.pid}`;
  if (existsSync(baseFolder)) return done;
  const made = await runProgram(
    'mmdebstrap',
    ['--variant=apt', '--include=ca-certificates,libstdc++6', 'bookworm', folder],
    {
      cwd: work,
    },
  );
  if (!made.ok) return made;
  const prefix = dirname(dirname(process.execPath));
  cpSync(process.execPath, join(folder, 'usr/local/bin/node'));
  cpSync(join(prefix, 'lib/node_modules/npm'), join(folder, 'usr/local/lib/node_modules/npm'), {
    recursive: true,
  });
  for (const name of ['npm', 'npx']) {
    execFileSync('ln', [
      '-s',
      `../lib/node_modules/npm/bin/${name}-cli.js`,
      join(folder, 'usr/local/bin', name),
    ]);
  }
  // What npm needs to reach its registry is the machine's affair, as in a build on it.
  for (const path of ['/etc/resolv.conf', '/etc/hosts'])
    cpSync(path, join(folder, path), { dereference: true });
  const ended = await runProgram('chroot', [folder, 'useradd', '--create-home', '--uid', '1000', 'node'], {
    cwd: work,
  });
  if (ended.ok) renameSync(folder, baseFolder);
  return ended;
}

async function build(): Promise<EndedCheck> {
  const lines = readFileSync(join(root, 'scripts/container/Dockerfile'), 'utf8').split('\n');
  for (const line of lines.filter((text) => text !== '' && !text.startsWith('#'))) {
    const [, instruction = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    const ended = await execute(instruction, rest);
    if (!ended.ok) return { ok: false, output: `${line}\n${ended.output}` };
  }
  return { ok: image !== undefined && image.user !== 'root', output: 'the image runs as root' };
}

async function execute(instruction: string, rest: string): Promise<EndedCheck> {
  if (instruction === 'FROM') return from(rest);
  const stage = image;
  if (!stage) return { ok: false, output: 'no FROM before it' };
  switch (instruction) {
    case 'WORKDIR':
      mkdirSync(join(stage.folder, rest), { recursive: true });
      stage.workdir = rest;
      return done;
    case 'ENV': {
      const [name = '', value = ''] = rest.split(/=(.*)/s);
      stage.environment[name] = value;
      return done;
    }
    case 'USER':
      stage.user = rest;
      return done;
    case 'VOLUME':
      stage.volumes = JSON.parse(rest) as readonly string[];
      return done;
    case 'ENTRYPOINT':
      stage.entrypoint = JSON.parse(rest) as readonly string[];
      return done;
    case 'COPY':
      return copy(stage, rest);
    case 'RUN':
      return runProgram('chroot', [stage.folder, '/bin/sh', '-c', `cd ${stage.workdir} && ${rest}`], {
        cwd: work,
        env: {
          PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
          HOME: '/root',
          ...npmOfMachine(stage.folder),
        },
      });
    default:
      return { ok: false, output: `nothing is known of ${instruction}` };
  }
}

function from(rest: string): EndedCheck {
  const [, base = '', , name = 'image'] = /^(\S+)( AS (\S+))?$/.exec(rest) ?? [];
  if (!base.startsWith('node:')) return { ok: false, output: `the base image is no image of Node: ${base}` };
  const folder = join(work, `stage-${name}-${stages.size}`);
  execFileSync('cp', ['-a', baseFolder, folder]);
  image = { folder, environment: {}, workdir: '/', user: 'root', entrypoint: [], volumes: [] };
  stages.set(name, image);
  return done;
}

function copy(stage: Stage, rest: string): EndedCheck {
  const copied = /^--from=(\S+) (\S+) (\S+)$/.exec(rest);
  if (copied) {
    const source = stages.get(copied[1] ?? '');
    if (!source) return { ok: false, output: `no stage ${copied[1]}` };
    execFileSync('cp', ['-a', join(source.folder, copied[2] ?? ''), join(stage.folder, copied[3] ?? '')]);
    return done;
  }
  if (rest !== '. .') return { ok: false, output: `nothing is known of COPY ${rest}` };
  for (const path of context()) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(stage.folder, stage.workdir, path));
  }
  return done;
}

/** Lists the files of the checkout that Dockerfile.dockerignore lets into the build. */
function context(): readonly string[] {
  const rules = readFileSync(join(root, 'scripts/container/Dockerfile.dockerignore'), 'utf8').split('\n');
  const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
  });
  return String(listed)
    .split('\0')
    .filter((path) => allowed.some((start) => path === start || path.startsWith(`${start}/`)));
}

/** Returns how npm reaches its packages here: settings, proxies, and certificates, whose file is copied to its path. */
function npmOfMachine(folder: string): NodeJS.ProcessEnv {
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) cpSync(certificates, join(folder, certificates), { dereference: true });
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const handed = /^(?:NODE_EXTRA_CA_CERTS|(?:https?|no)_proxy)$/i;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => handed.test(name))),
    npm_config_registry: registry,
  };
}

/** Runs the entry point as its user, all but the volumes read-only; ok if it ends with a code and says a text. */
async function container(args: readonly string[], code: number, text: string): Promise<EndedCheck> {
  if (!image) return { ok: false, output: 'no image' };
  const { folder, volumes, workdir, entrypoint, environment } = image;
  // In a mount namespace of its own, so that nothing of it is left behind.
  const script = [
    `mount --bind ${folder} ${folder}`,
    ...volumes.map((path) => `mount --bind ${folder}${path} ${folder}${path}`),
    `mount -o remount,ro,bind ${folder}`,
    `mount -t tmpfs tmpfs ${folder}/tmp`,
    `mount -t proc proc ${folder}/proc`,
    `exec chroot --userspec=${NODE_USER} ${folder} /bin/sh -c 'cd ${workdir} && exec "$@"' sh "$@"`,
  ].join(' && ');
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/node', ...environment };
  const ended = await runProgram('unshare', ['--mount', 'sh', '-c', script, 'sh', ...entrypoint, ...args], {
    cwd: work,
    wanted: code,
    env: { ...env, PATH: `${env.PATH}:/usr/sbin:/sbin` },
  });
  return { ok: ended.ok && ended.output.includes(text), output: ended.output };
}

async function judgesDeviation(): Promise<EndedCheck> {
  const namespace = 'http://tempuri.org';
  const args = ['serve', '--port', '0', '--namespace', namespace, '--defect', 'packetid-lower-case'];
  const server = spawn(process.execPath, [join(root, 'lib/cli/bin.mjs'), ...args], { cwd: work });
  let said = '';
  while (!/serving (\S+) in/.test(said)) said += String((await once(server.stdout, 'data'))[0]);
  const url = /serving (\S+) in/.exec(said)?.[1] ?? '';
  rmSync(inImage('cases/conformance.yaml'));
  const flags = ['--target', url, '--namespace', namespace, '--case', 'SendBulkSms/canonical'];
  return container(['run', ...flags], 1, 'deviates').finally(() => server.kill());
}

async function lean(): Promise<EndedCheck> {
  const size = execFileSync('du', ['-sm', inImage('suite')], { encoding: 'utf8' });
  process.stdout.write(`        /suite has ${size.split('\t')[0]} MB\n`);
  const extra = ['src', 'usr/bin/gcc', 'usr/bin/make', 'root/.npm', 'suite/node_modules/typescript'].filter(
    (path) => existsSync(inImage(path)),
  );
  return { ok: extra.length === 0, output: extra.join('\n') };
}
