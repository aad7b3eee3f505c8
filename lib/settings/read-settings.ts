import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { referencesIn } from '../cases/interpolate.ts';
import { formatProblem } from '../cases/yaml/format-problem.ts';
import { type Refusal, type Result, refusal } from '../model/result.ts';
import type { Settings } from '../model/running/settings.ts';
import type { Mask } from '../secrets/mask.ts';
import { nearest } from '../text/nearest.ts';
import type { Configuration } from './configuration.ts';
import {
  type Effective,
  type EffectiveSettings,
  mistakeMask,
  settingsOf,
  withSources,
} from './run-settings.ts';
import type { Candidate, Given, Sources } from './sources.ts';
import { fileCandidate, flagCandidate, originText, variableCandidate } from './sources.ts';
import type { SettingName } from './table.ts';
import { CONFIG_VARIABLE, PREFIX, settingKeys, settingNames, variableOf } from './table.ts';
import { isLoopback, shownUrl } from './target-url.ts';

export interface FoundSettings {
  readonly ok: true;
  readonly value: Settings;
  /** Every setting with where it comes from. */
  readonly effective: EffectiveSettings;
  /** Masks a message, for which nothing guards the output yet, and names the sources of the settings in it. */
  readonly tell: Mask;
}

/** A setting, or the message that says what is wrong with it and which source said it. */
type ReadSetting = Result<Effective<unknown>, string>;

/** Where requests go, and the name that the file has for it, or null. */
interface ReadTarget {
  readonly read: ReadSetting;
  readonly named: string | null;
}

/**
 * Reads the settings of a run: flags before the environment (POSTSMS_…) before conformance.yaml before the defaults.
 * All errors are told at once.
 *
 * @param only the settings that matter; what any source says for another is not looked at
 */
export async function readSettings(
  given: Given,
  only: readonly SettingName[] = settingNames,
): Promise<FoundSettings | Refusal> {
  const { environment } = given;
  const opened = await openConfiguration(given);
  if (!opened.ok) return refusal(2, mistakeMask(environment)(opened.error));
  const sources = { ...given, configuration: opened.value };
  const messages = [...unknownVariables(sources)];
  const found: Record<string, Effective<unknown>> = {};
  const target = readTarget(sources);
  for (const name of settingNames) {
    const isWanted = only.includes(name);
    const wanted = () =>
      isWanted ? readSetting(name, sources, target, only.includes('target')) : defaultOf(name);
    const read = name === 'target' ? target.read : wanted();
    if (!read.ok && isWanted) messages.push(read.error);
    found[name] = (read.ok ? read : defaultOf(name)).value;
  }
  const effective = found as unknown as EffectiveSettings;
  const value = settingsOf(effective);
  messages.push(...secretArguments(effective.proxy));
  const mask = mistakeMask(environment, value);
  const tell: Mask = (message) => mask(withSources(message, effective));
  if (messages.length === 0) return { ok: true, effective, value, tell };
  const between = messages.some((message) => message.includes('\n')) ? '\n\n' : '\n';
  return refusal(2, mask(messages.join(between)));
}

/** Found in the working folder, it needs no flag. */
const CONFIG_FILE = 'conformance.yaml';

/** Opens the file of settings; null where there is none and none was asked for. */
async function openConfiguration({
  flags,
  environment,
  called = (_, flag) => flag,
}: Given): Promise<Result<Configuration | null, string>> {
  const flag = typeof flags.config === 'string' ? flags.config : undefined;
  const asked = flag ?? (environment[CONFIG_VARIABLE] || undefined);
  const path = asked ?? CONFIG_FILE;
  if (!existsSync(path)) {
    if (asked === undefined) return { ok: true, value: null };
    const source = flag === undefined ? CONFIG_VARIABLE : called('config', '--config');
    return { ok: false, error: `${source} ${JSON.stringify(path)}: there is no such file` };
  }
  // Only here, because a run without a file of settings needs neither the YAML parser nor a schema.
  const { loadConfiguration } = await import('./configuration.ts');
  const loaded = loadConfiguration(path);
  return loaded.ok ? loaded : { ok: false, error: loaded.error.map(formatProblem).join('\n\n') };
}

/** What the file allows for the targets that it names is no permission to send elsewhere, by a flag or a variable. */
const OF_TARGET: readonly SettingName[] = ['sends', 'recipients', 'maxMessages'];

/**
 * Reads one setting from the strongest source that says it: the flag, the variable, the named target in the file, the
 * top of the file, what other programs read.
 */
function readSetting(
  name: SettingName,
  sources: Sources,
  { read, named }: ReadTarget,
  needsTarget: boolean,
): ReadSetting {
  const aim = read.ok ? read.value : null;
  const isForeign = aim?.origin.kind === 'flag' || aim?.origin.kind === 'environment';
  const notOurs = isForeign && OF_TARGET.includes(name);
  const inFile = fileCandidate(name, sources);
  const ofTarget = named === null ? null : fileCandidate(name, sources, named);
  const candidate =
    flagCandidate(name, sources) ??
    variableCandidate(name, sources) ??
    // Where nothing is sent to it, what its references do not give is not needed.
    (needsTarget || ofTarget?.texts.ok ? ofTarget : null) ??
    (notOurs ? null : inFile) ??
    ofOtherPrograms(name, sources, aim?.value);
  if (candidate !== null) return readValue(name, candidate);
  if (name !== 'known' || named === null || sources.configuration === null) {
    return defaultOf(name, notOurs && inFile ? originText(inFile.origin) : undefined);
  }
  const value = join(dirname(sources.configuration.file), 'known-failures', `${named}.yaml`);
  return { ok: true, value: { value, origin: { kind: 'default' } } };
}

function readValue(name: SettingName, { texts, folder, origin, message }: Candidate): ReadSetting {
  const read = texts.ok ? settingKeys[name].kind.read(texts.value, folder) : texts;
  return read.ok ? { ok: true, value: { value: read.value, origin } } : { ok: false, error: message(read) };
}

function defaultOf(name: SettingName, notOf?: string) {
  const origin = { kind: 'default', ...(notOf !== undefined && { notOf }) } as const;
  return { ok: true, value: { value: settingKeys[name].initial, origin } } as const;
}

/**
 * What engines call a run, and where other programs look for a proxy. A proxy is not for what runs on this machine, so a
 * loopback target and the embedded reference are reached without.
 */
function ofOtherPrograms(name: SettingName, sources: Sources, target: unknown): Candidate | null {
  const first = (...variables: readonly string[]) =>
    variables.map((one) => variableCandidate(name, sources, one)).find((one) => one !== null) ?? null;
  // A job that is run again is still of the run, so the attempt is no part of its id.
  if (name === 'runId') return first('GITHUB_RUN_ID', 'CI_PIPELINE_ID');
  if (typeof target !== 'string' || isLoopback(target)) return null;
  if (name === 'noProxy') return first('no_proxy', 'NO_PROXY');
  const scheme = new URL(target).protocol.slice(0, -1);
  return name === 'proxy' ? first(`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`) : null;
}

/** Reads the target: a URL, or the name of one of the file's targets, whose URL it then is. */
function readTarget(sources: Sources): ReadTarget {
  const variable = variableOf('target');
  const flag = flagCandidate('target', sources);
  const unnamed = (read: ReadSetting) => ({ named: null, read });
  if (flag === null && sources.environment[variable] === '') {
    // Most likely a secret of a CI job that is not there: judging something else would be green, and of no worth.
    const error = `${variable} is empty; set it to the URL of the target, or unset it to judge the embedded reference or the target of conformance.yaml`;
    return unnamed({ ok: false, error });
  }
  const chosen = flag ?? variableCandidate('target', sources) ?? fileCandidate('target', sources);
  if (chosen === null) return unnamed(defaultOf('target'));
  const word = (chosen.texts.ok && chosen.texts.value.at(-1)) || '';
  const names = Object.keys(sources.configuration?.targets ?? {});
  const named = names.includes(word) ? fileCandidate('target', sources, word) : null;
  if (named !== null) {
    const origin = { ...named.origin, chosenBy: originText(chosen.origin) };
    return { named: word, read: readValue('target', { ...named, origin }) };
  }
  if (!chosen.texts.ok || names.length === 0 || word.includes('/')) {
    return unnamed(readValue('target', chosen));
  }
  const why = `${JSON.stringify(shownUrl(word))} is neither a URL nor one of the targets ${names.join(', ')}`;
  return unnamed({ ok: false, error: chosen.message({ ok: false, why, given: word, allowed: names }) });
}

/**
 * Names variables that begin with POSTSMS_ and set nothing: most likely misspelt, so the run would judge something
 * else than was meant. Those to which the file refers are the user's own.
 */
function unknownVariables({ environment, configuration }: Sources): readonly string[] {
  const known = [CONFIG_VARIABLE, ...settingNames.map(variableOf)];
  const written = JSON.stringify([configuration?.values, configuration?.targets]);
  const own = referencesIn(written).map((name) => name.replace(/^env:/, ''));
  // What all of them begin with says nothing about what was meant.
  const bare = (name: string) => name.slice(PREFIX.length);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name) && !own.includes(name))
    .sort()
    .map((name) => {
      const close = nearest(bare(name), known.map(bare));
      return `${name} is not a setting${close === undefined ? '' : `; did you mean ${PREFIX}${close}?`}`;
    });
}

/** Refuses the password of a proxy as an argument: every process can read it, and the shell keeps it in its history. */
function secretArguments({ value, origin }: Effective<string | null>): readonly string[] {
  if (origin.kind !== 'flag' || value === null || new URL(value).password === '') return [];
  return [
    `${origin.name} ${JSON.stringify(shownUrl(value))}: a password is a secret and cannot be an argument; set POSTSMS_PROXY, or write proxy: "\${env:NAME}" in conformance.yaml`,
  ];
}
