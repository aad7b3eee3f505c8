import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Masked } from '../model/running/masked.ts';
import type { ResultExchange, Results } from '../model/running/results.ts';
import { joinTexts, ours } from '../secrets/mask.ts';
import { folderOf } from '../text/paths.ts';
import { posixShell } from './curl.ts';

export interface CommandContext extends Pick<Results, 'clients' | 'permitted'> {
  readonly target: Pick<Results['target'], 'baseUrl' | 'namespace' | 'kind'>;
}

const BUILT_IN = fileURLToPath(new URL('../../cases/', import.meta.url));

/**
 * Returns the first words of a command that can be pasted where this suite was started: by `npm start` in a checkout, by npx
 * or a script of the project that depends on it, or by its name.
 */
export function invocation(
  { npm_lifecycle_event: script }: NodeJS.ProcessEnv = process.env,
  module: string = import.meta.url,
): Masked {
  if (script === undefined) return ours`postsms-conformance`;
  const isInstalled = module.includes('/node_modules/');
  if (isInstalled) return ours`npx postsms-conformance`;
  return script === 'start' ? ours`npm start --` : ours`postsms-conformance`;
}

/** Returns the command that repeats an exchange or shows its request; undefined for recorded calls, which are not sent. */
export function suiteCommand(
  what: 'run' | 'show',
  { id, source }: Pick<ResultExchange, 'id' | 'source'>,
  { target, clients, permitted = {} }: CommandContext,
): Masked | undefined {
  // A client may be one of recorded traffic.
  const isOfClient = id.startsWith('clients/');
  if (clients || (!isOfClient && /\.har$/i.test(source.file))) return undefined;
  const isBuiltIn = resolve(source.file).startsWith(BUILT_IN);
  const command = what === 'run' ? ours`run --case ${word(id)}` : ours`show ${word(id)} --curl`;
  const { baseUrl, namespace, kind } = target;
  const live = ours` --target ${word(baseUrl)} --namespace ${word(namespace)}`;
  // A live target is called in the dialects of clients on demand alone; show knows those that are built in.
  const builtIn = isOfClient && what === 'run' && kind !== 'reference' ? ours` --clients built-in` : ours``;
  const own = isOfClient
    ? ours` --clients ${word(source.file)}`
    : ours` --cases ${word(folderOf(source.file))}`;
  const { packetIds = [], sends } = what === 'run' ? permitted : {};
  const packets = packetIds.length === 0 ? '' : ours` --packet-ids ${word(joinTexts(packetIds, ','))}`;
  const asked = ours`${packets}${sends === undefined ? '' : ours` --sends refuse`}`;
  return ours`${invocation()} ${command}${kind === 'reference' ? '' : live}${isBuiltIn ? builtIn : own}${asked}`;
}

const word = (text: Masked) => (/^[\w./:*-]+$/.test(text) ? text : posixShell.word([text]));
