import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Masked } from '../model/running/masked.ts';
import type { ResultExchange, Results } from '../model/running/results.ts';
import { ours } from '../secrets/mask.ts';
import { folderOf } from '../text/paths.ts';
import { posixShell } from './curl.ts';

/** The settings of a run that its commands need. */
export interface CommandContext extends Pick<Results, 'clients'> {
  readonly target: Pick<Results['target'], 'baseUrl' | 'namespace' | 'kind'>;
}

const BUILT_IN = fileURLToPath(new URL('../../cases/', import.meta.url));

/** Returns the command that repeats an exchange or shows its request; undefined for recorded calls, which are not sent. */
export function suiteCommand(
  what: 'run' | 'show',
  { id, source }: Pick<ResultExchange, 'id' | 'source'>,
  { target, clients }: CommandContext,
): Masked | undefined {
  if (clients || /\.har$/i.test(source.file)) return undefined;
  const isBuiltIn = resolve(source.file).startsWith(BUILT_IN);
  const command = what === 'run' ? ours`run --case ${word(id)}` : ours`show ${word(id)} --curl`;
  const { baseUrl, namespace, kind } = target;
  const live = ours` --target ${word(baseUrl)} --namespace ${word(namespace)}`;
  const cases = isBuiltIn ? ours`` : ours` --cases ${word(folderOf(source.file))}`;
  return ours`postsms-conformance ${command}${kind === 'reference' ? '' : live}${cases}`;
}

const word = (text: Masked) => (/^[\w./:*-]+$/.test(text) ? text : posixShell.word([text]));
