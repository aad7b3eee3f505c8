import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { referencesIn } from '../cases/interpolate.ts';
import { formatProblem } from '../cases/yaml/format-problem.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { Environment, Settings } from '../model/running/settings.ts';
import { nearest } from '../text/nearest.ts';
import type { Configuration } from './configuration.ts';
import { mistakeMask } from './reach.ts';
import { type Effective, type EffectiveSettings, settingsOf } from './run-settings.ts';
import {
  type Candidate,
  fileCandidate,
  flagCandidate,
  originText,
  type Sources,
  variableCandidate,
} from './sources.ts';
import { withoutCredentials } from './special-kinds.ts';
import type { SettingName } from './table.ts';
import { CONFIG_VARIABLE, PREFIX, settingKeys, settingNames, variableOf } from './table.ts';
import { isLoopback, shownUrl } from './target-url.ts';

export interface FoundSettings {
  readonly ok: true;
  readonly value: Settings;
  /** Every setting with where it comes from. */
  readonly effective: EffectiveSettings;
}

/** A setting, or the message that says what is wrong with it and which source said it. */
type ReadSetting<T> =
  | { readonly ok: true; readonly value: Effective<T> }
  | { readonly ok: false; readonly message: string };

/** Where requests go, and the name that the file has for it, or null. */
interface ReadTarget {
  readonly read: ReadSetting<unknown>;
  readonly named: string | null;
}

/**
 * Reads the settings of a run: flags before the environment (POSTSMS_…) before conformance.yaml before the defaults.
 * All errors are told at once.
 *
 * @param only the settings that matter; what any source says for another is not looked at
 */
export async function readSettings(
  given: Omit<Sources, 'configuration'>,
  only: readonly SettingName[] = settingNames,
): Promise<FoundSettings | Refusal> {
  const opened = await openConfiguration(given);
  if (!opened.ok) return { ...opened, message: mistakeMask(given.environment)(opened.message) };
  return readSources({ ...given, configuration: opened.value }, only);
}

/** Reads settings from sources that are open already. */
function readSources(sources: Sources, only: readonly SettingName[]): FoundSettings | Refusal {
  const { environment, configuration } = sources;
  const messages = [...unknownVariables(environment, configuration)];
  const found: Record<string, Effective<unknown>> = {};
  const target = readTarget(sources);
  for (const name of settingNames) {
    const isWanted = only.includes(name);
    const wanted = () =>
      isWanted ? readSetting(name, sources, target, only.includes('target')) : defaultOf(name);
    const read = name === 'target' ? target.read : wanted();
    if (!read.ok && isWanted) messages.push(read.message);
    found[name] = (read.ok ? read : defaultOf(name)).value;
  }
  if (found.known?.value === null && only.includes('known') && target.named !== null && configuration) {
    const file = join(dirname(configuration.file), 'known-failures', `${target.named}.yaml`);
    found.known = { value: file, origin: { kind: 'default' } };
  }
  const effective = found as unknown as EffectiveSettings;
  const { ticket, proxy } = effective;
  messages.push(...secretArguments(proxy));
  if (messages.length === 0) return { ok: true, effective, value: settingsOf(effective) };
  const mask = mistakeMask(environment, { ticket: ticket.value, transport: { proxy: proxy.value } });
  const between = messages.some((message) => message.includes('\n')) ? '\n\n' : '\n';
  return refusal(2, mask(messages.join(between)));
}

/** Found in the working folder, it needs no flag. */
const CONFIG_FILE = 'conformance.yaml';

/** Opens the file of settings; null where there is none and none was asked for. */
async function openConfiguration({
  flags,
  environment,
  ofProgram,
}: Omit<Sources, 'configuration'>): Promise<
  { readonly ok: true; readonly value: Configuration | null } | Refusal
> {
  const asked = typeof flags.config === 'string' ? flags.config : environment[CONFIG_VARIABLE] || undefined;
  const path = asked ?? CONFIG_FILE;
  const folders = isAbsolute(path) ? [''] : foldersOf(environment);
  const place = folders.map((folder) => resolve(folder, path)).find((one) => existsSync(one));
  if (place === undefined && asked === undefined) return { ok: true, value: null };
  if (place === undefined || statSync(place).isDirectory()) {
    const given = ofProgram ? 'option config' : '--config';
    const source = flags.config === undefined ? CONFIG_VARIABLE : given;
    const where = folders.length > 1 ? ` in ${folders.join(' or ')}` : '';
    const what = place === undefined ? `there is no such file${where}` : 'it is a folder';
    return refusal(2, `${asked === undefined ? '' : `${source} `}${JSON.stringify(path)}: ${what}`);
  }
  // Only here, because a run without a file of settings needs neither the YAML parser nor a schema.
  const { loadConfiguration } = await import('./configuration.ts');
  const loaded = loadConfiguration(place);
  return loaded.ok ? loaded : refusal(2, loaded.error.map(formatProblem).join('\n\n'));
}

/** Where a file of settings may be, the likelier first: `npm start` leaves the folder that it was called in. */
function foldersOf({ npm_lifecycle_event: event, INIT_CWD: called }: Environment): readonly string[] {
  const here = process.cwd();
  return event === 'start' && called && resolve(called) !== here ? [called, here] : [here];
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
  target: ReadTarget,
  needsTarget: boolean,
): ReadSetting<unknown> {
  const aim = target.read.ok ? target.read.value : null;
  const isForeign = aim?.origin.kind === 'flag' || aim?.origin.kind === 'environment';
  const notOurs = isForeign && OF_TARGET.includes(name);
  const inFile = fileCandidate(name, sources);
  const ofTarget = target.named === null ? null : fileCandidate(name, sources, target.named);
  const candidate =
    flagCandidate(name, sources) ??
    variableCandidate(name, sources) ??
    // Where nothing is sent to it, what its references do not give is not needed.
    (needsTarget || ofTarget?.texts.ok ? ofTarget : null) ??
    (notOurs ? null : inFile) ??
    ofOtherPrograms(name, sources, aim?.value);
  if (candidate !== null) return readValue(name, candidate);
  return defaultOf(name, notOurs && inFile ? originText(inFile.origin) : undefined);
}

function readValue(name: SettingName, { texts, folder, origin, message }: Candidate): ReadSetting<unknown> {
  const read = texts.ok ? settingKeys[name].kind.read(texts.value, folder) : texts;
  return read.ok ? { ok: true, value: { value: read.value, origin } } : { ok: false, message: message(read) };
}

function defaultOf(name: SettingName, notOf?: string): Extract<ReadSetting<unknown>, { readonly ok: true }> {
  const origin = { kind: 'default' as const, ...(notOf !== undefined && { notOf }) };
  return { ok: true, value: { value: settingKeys[name].initial, origin } };
}

/**
 * What engines call a run, and where other programs look for a proxy. A proxy is not for what runs on this machine, so a
 * loopback target and the embedded reference are reached without.
 */
function ofOtherPrograms(name: SettingName, sources: Sources, target: unknown): Candidate | null {
  const first = (variables: readonly string[]) =>
    variables.map((one) => variableCandidate(name, sources, one)).find((one) => one !== null) ?? null;
  // A job that is run again is still of the run, so the attempt is no part of its id.
  if (name === 'runId') return first(['GITHUB_RUN_ID', 'CI_PIPELINE_ID']);
  if (typeof target !== 'string' || isLoopback(target)) return null;
  if (name === 'noProxy') return first(['no_proxy', 'NO_PROXY']);
  if (name !== 'proxy') return null;
  const scheme = new URL(target).protocol.slice(0, -1);
  return first([`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`]);
}

/** Reads the target: a URL, or the name of one of the file's targets, whose URL it then is. */
function readTarget(sources: Sources): ReadTarget {
  const variable = variableOf('target');
  const flag = flagCandidate('target', sources);
  if (flag === null && sources.environment[variable] === '') {
    // Most likely a secret of a CI job that is not there: judging something else would be green, and of no worth.
    const message = `${variable} is empty; set it to the URL of the target, or unset it to judge the embedded reference or the target of conformance.yaml`;
    return { named: null, read: { ok: false, message } };
  }
  const chosen = flag ?? variableCandidate('target', sources) ?? fileCandidate('target', sources);
  if (chosen === null) return { named: null, read: defaultOf('target') };
  const word = (chosen.texts.ok && chosen.texts.value.at(-1)) || '';
  const names = Object.keys(sources.configuration?.targets ?? {});
  const named = names.includes(word) ? fileCandidate('target', sources, word) : null;
  if (named !== null) {
    const origin = { ...named.origin, chosenBy: originText(chosen.origin) };
    return { named: word, read: readValue('target', { ...named, origin }) };
  }
  const files = /[:@]/.test(word) ? undefined : sources.position?.files;
  if (!chosen.texts.ok || (!files && (names.length === 0 || word.includes('/')))) {
    return { named: null, read: readValue('target', chosen) };
  }
  const others = files
    ? ', a target of conformance.yaml, a file nor a folder'
    : ` nor one of the targets ${names.join(', ')}`;
  const why = `${JSON.stringify(shownUrl(word))} is neither a URL${others}`;
  const message = chosen.message({ ok: false, why, given: word, allowed: [...names, ...(files ?? [])] });
  return { named: null, read: { ok: false, message } };
}

/**
 * Names variables that begin with POSTSMS_ and set nothing: most likely misspelt, so the run would judge something
 * else than was meant. Those to which the file refers are the user's own.
 */
function unknownVariables(environment: Environment, file: Configuration | null): readonly string[] {
  const known = [CONFIG_VARIABLE, ...settingNames.map(variableOf)];
  const written = JSON.stringify([file?.values, file?.targets]);
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
function secretArguments(proxy: Effective<string | null>): readonly string[] {
  if (proxy.origin.kind !== 'flag' || proxy.value === null || new URL(proxy.value).password === '') return [];
  const shown = `${proxy.origin.name} ${JSON.stringify(withoutCredentials(proxy.value))}`;
  return [
    `${shown}: a password is a secret and cannot be an argument; set POSTSMS_PROXY, or write proxy: "\${env:NAME}" in conformance.yaml`,
  ];
}
