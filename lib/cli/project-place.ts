import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slashed } from '../text/paths.ts';
import { suiteIdentity } from '../text/suite-identity.ts';

/** The place of the working folder in its repository, and how a job there installs this suite and calls it. */
export interface ProjectPlace {
  /** From the working folder to the root of the repository, where CI engines look for their files; empty for the same. */
  readonly root: string;
  /** From the root to the working folder; empty for the same. */
  readonly folder: string;
  readonly install: string;
  readonly call: string;
}

interface PackageManager {
  readonly lock: string;
  /** Installs the packages of the lock file. */
  readonly install: string;
  readonly add: string;
  readonly call: string;
}

const { name, version } = suiteIdentity();

const npm: PackageManager = {
  lock: 'package-lock.json',
  install: 'npm ci',
  add: 'npm install --no-save',
  call: `npx ${name}`,
};
const yarn = { add: 'corepack enable && yarn add --dev', call: `yarn ${name}` };

/** Package managers in the order of the search; two have a yarn.lock, which its first lines tell apart. */
const managers: readonly (PackageManager & { readonly content?: RegExp })[] = [
  {
    lock: 'pnpm-lock.yaml',
    install: 'corepack enable && pnpm install --frozen-lockfile',
    add: 'corepack enable && pnpm add --save-dev',
    call: `pnpm exec ${name}`,
  },
  {
    ...{ ...yarn, lock: 'yarn.lock', content: /^# yarn lockfile v1/m },
    install: 'corepack enable && yarn install --frozen-lockfile',
  },
  { ...yarn, lock: 'yarn.lock', install: 'corepack enable && yarn install --immutable' },
  npm,
];

/** Searches from the working folder up to the root of its repository for the lock file and the dependency. */
export function projectPlace(): ProjectPlace {
  const above = foldersUp(process.cwd());
  const end = above.findIndex((folder) => existsSync(join(folder, '.git')));
  const folders = end === -1 ? above.slice(0, 1) : above.slice(0, end + 1);
  const root = folders.at(-1) ?? process.cwd();
  const found = folders.flatMap((folder) => managers.filter((manager) => isLocked(folder, manager)))[0];
  const { install, add, call } = found ?? { ...npm, install: 'npm install' };
  const isDependency = folders.some((folder) => textIn(folder, 'package.json').includes(`"${name}"`));
  return {
    root: slashed(relative(process.cwd(), root)),
    folder: slashed(relative(root, process.cwd())),
    install: isDependency ? install : `${add} ${name}@${version}`,
    call,
  };
}

/** Returns the path from a folder to the schemas of this suite: installed there or above, else those of this copy. */
export function schemaFolder(from: string, { root }: ProjectPlace): string {
  const here = fileURLToPath(new URL('../../cases/schema', import.meta.url));
  const installed = foldersUp(process.cwd()).map((folder) =>
    join(folder, 'node_modules', name, 'cases/schema'),
  );
  // Yarn's Plug'n'Play unpacks it in the project; what npx fetched is elsewhere.
  const isInProject = !relative(resolve(root), here).startsWith('..');
  const usual = join(process.cwd(), 'node_modules', name, 'cases/schema');
  const path = slashed(relative(from, installed.find(existsSync) ?? (isInProject ? here : usual)));
  return path.startsWith('../') ? path : `./${path}`;
}

function isLocked(folder: string, { lock, content }: { readonly lock: string; readonly content?: RegExp }) {
  return existsSync(join(folder, lock)) && (content?.test(textIn(folder, lock)) ?? true);
}

function textIn(folder: string, file: string): string {
  return existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '';
}

/** Returns a folder and those above it, up to the root of its drive. */
function foldersUp(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUp(above)];
}
