import {
  type Candidate,
  fileCandidate,
  flagCandidate,
  type Sources,
  variableCandidate,
} from './candidates.ts';
import type { ReadSetting } from './effective.ts';
import { settingKeys } from './keys.ts';
import type { SettingName, SettingValues } from './setting-values.ts';
import { usualVariables } from './usual-variables.ts';

/** The target of a run: its URL, and the name that the file has for it. */
export interface ChosenTarget {
  readonly url: string | null;
  readonly named: string | null;
}

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
  if (candidate === null) return { ok: true, value: { value: initial, origin: { kind: 'default' } } };
  const { texts, folder, origin } = candidate;
  const read = texts.ok ? kind.read(texts.value, folder) : texts;
  return read.ok
    ? { ok: true, value: { value: read.value, origin } }
    : { ok: false, message: candidate.message(read) };
}

function strongest(name: SettingName, sources: Sources, { url, named }: ChosenTarget): Candidate | null {
  return (
    flagCandidate(name, sources) ??
    variableCandidate(name, sources) ??
    (named === null ? null : fileCandidate(name, sources, named)) ??
    fileCandidate(name, sources) ??
    usualVariables(name, url).reduce<Candidate | null>(
      (found, variable) => found ?? variableCandidate(name, sources, variable),
      null,
    )
  );
}
