import type { ReadSetting } from '../effective.ts';
import { settingKeys } from '../keys/index.ts';
import { shardOfEngine } from '../shard-of-engine.ts';
import { usualVariables } from '../usual-variables.ts';
import {
  type Candidate,
  fileCandidate,
  flagCandidate,
  type Sources,
  variableCandidate,
} from './candidates.ts';
import { originText } from './origin.ts';
import type { SettingName, SettingValues } from './setting-values.ts';

/** The target of a run: its URL, and the name that the file has for it. */
export interface ChosenTarget {
  readonly url: string | null;
  readonly named: string | null;
  /** Whether it is a URL that the file knows nothing of. */
  readonly foreign: boolean;
}

/** What the file allows for the targets that it names is no permission to send elsewhere, by a flag or a variable. */
const OF_TARGET: readonly SettingName[] = ['sends', 'recipients', 'maxMessages'];

/**
 * One setting: what the strongest source says, and no other. The flag comes before the variable, the variable before
 * the file, and there the named target before the top; what other programs read comes last.
 */
export function readSetting<Name extends SettingName>(
  name: Name,
  sources: Sources,
  target: ChosenTarget,
): ReadSetting<SettingValues[Name]> {
  const { kind, initial } = settingKeys[name];
  const candidate = strongest(name, sources, target);
  if (candidate === null) {
    const left = target.foreign && OF_TARGET.includes(name) ? fileCandidate(name, sources) : null;
    const notOf = left === null ? {} : { notOf: originText(left.origin) };
    return { ok: true, value: { value: initial, origin: { kind: 'default', ...notOf } } };
  }
  const { texts, folder, origin } = candidate;
  const read = texts.ok ? kind.read(texts.value, folder, sources.environment) : texts;
  return read.ok
    ? { ok: true, value: { value: read.value, origin } }
    : { ok: false, message: candidate.message(read) };
}

function strongest(
  name: SettingName,
  sources: Sources,
  { url, named, foreign }: ChosenTarget,
): Candidate | null {
  return (
    flagCandidate(name, sources) ??
    variableCandidate(name, sources) ??
    (named === null ? null : fileCandidate(name, sources, named)) ??
    (foreign && OF_TARGET.includes(name) ? null : fileCandidate(name, sources)) ??
    usualVariables(name, url).reduce<Candidate | null>(
      (found, variable) => found ?? variableCandidate(name, sources, variable),
      null,
    ) ??
    (name === 'shard' ? shardOfEngine(sources) : null)
  );
}
