import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Refusal, type Result, refusal } from '../model/result.ts';
import type { Mask } from '../secrets/mask.ts';
import { nearest } from '../text/nearest.ts';
import { slashed } from '../text/paths.ts';
import { formatProblem } from '../yaml/format-problem.ts';
import { referencesIn } from '../yaml/interpolate.ts';
import type { Configuration } from './configuration.ts';
import { shownUrl } from './kinds.ts';
import { mistakeMask, type Settings, settingsOf, shortVariables } from './run-settings.ts';
import {
  type Candidate,
  type Effective,
  fileCandidate,
  flagCandidate,
  readCandidate,
  type SettingInputs,
  type Sources,
  variableCandidate,
  withReferences,
} from './sources.ts';
import { CONFIG_VARIABLE, PREFIX, type SettingName, settingNames, variableOf } from './table.ts';
import { isSameTarget, isThisMachine, readBaseUrl } from './target-url.ts';

export interface FoundSettings {
  readonly ok: true;
  readonly value: Settings;
  /** Masks a message that is printed before the output is guarded. */
  readonly mask: Mask;
}

/** A setting, null where no source has it, or the message that tells what is wrong with it. */
type ReadSetting = Result<Effective | null, string>;

/** Reads the settings in `only`, each from its strongest source (see readSetting). All errors are reported at once. */
export async function readSettings(
  inputs: SettingInputs,
  only: readonly SettingName[] = settingNames,
): Promise<FoundSettings | Refusal> {
  const { environment } = inputs;
  const opened = await openConfiguration(inputs);
  if (!opened.ok) return refusal(2, mistakeMask(environment)(opened.error));
  const sources = { ...inputs, configuration: opened.value };
  const messages = [...unknownVariables(sources)];
  const target = readTarget(sources, only);
  const permission = permissionFor(target, sources);
  const read = settingsOf((name) => {
    const isWanted = only.includes(name) || name === 'publicVariables';
    if (name !== 'target' && !isWanted) return null;
    const said = name === 'target' ? target.read : readSetting(name, sources, target, permission, only);
    if (said.ok) return said.value;
    if (isWanted) messages.push(said.error);
    return null;
  });
  const value = { ...read, withheld: permission.withheld };
  const { proxy, origins } = value;
  // Every process can read an argument, and the shell keeps it in its history.
  if (origins.proxy.kind === 'flag' && proxy !== null && new URL(proxy).password !== '') {
    messages.push(
      `${origins.proxy.name} ${JSON.stringify(shownUrl(proxy))}: a password is a secret and cannot be an argument; set POSTSMS_PROXY, or write proxy: "\${env:NAME}" in conformance.yaml`,
    );
  }
  messages.push(...shortVariables(value));
  const mask = mistakeMask(environment, value);
  if (messages.length === 0) return { ok: true, value, mask };
  const between = messages.some((message) => message.includes('\n')) ? '\n\n' : '\n';
  return refusal(2, mask(messages.join(between)));
}

/** Opens the file of settings; null where there is none and none was asked for. */
async function openConfiguration(inputs: SettingInputs): Promise<Result<Configuration | null, string>> {
  const { flags, environment, called } = inputs;
  const flag = typeof flags.config === 'string' ? flags.config : undefined;
  const asked = flag ?? (environment[CONFIG_VARIABLE] || undefined);
  const path = asked ?? 'conformance.yaml';
  if (!existsSync(path)) {
    if (asked === undefined) return { ok: true, value: null };
    const source = flag === undefined ? CONFIG_VARIABLE : (called?.('config', '--config') ?? '--config');
    return { ok: false, error: `${source} ${JSON.stringify(path)}: there is no such file` };
  }
  // Only here, because a run without a file of settings needs neither the YAML parser nor a schema.
  const { loadConfiguration } = await import('./configuration.ts');
  const loaded = loadConfiguration(path);
  return loaded.ok ? loaded : { ok: false, error: loaded.error.map(formatProblem).join('\n\n') };
}

/** Settings that permit sends: each holds only for the target for which a source has it. */
const OF_TARGET: readonly SettingName[] = ['sends', 'recipients', 'maxMessages'];

/** The sources whose permission to send holds for the URL that messages go to. */
interface Permission {
  /** The named target whose permission it is. */
  readonly named: string | null;
  readonly ofFile: boolean;
  readonly ofVariables: boolean;
  /** See Settings. */
  readonly withheld?: string | undefined;
}

/**
 * Decides whose permission to send holds, for every command and program. The file's holds for the URLs that the file
 * names. That of variables holds for POSTSMS_TARGET, or without it for any target. That of flags always holds.
 */
function permissionFor(target: ReadTarget, sources: Sources): Permission {
  const { configuration, environment, destination = '' } = sources;
  const urlOf = ({ read }: ReadTarget) => (read.ok && read.value?.value ? String(read.value.value) : null);
  const forwarded = readBaseUrl(destination);
  const url = forwarded.ok ? forwarded.value : urlOf(target);
  if (url === null) return { named: target.named, ofFile: true, ofVariables: true };
  const leads = (other: ReadTarget) => isSameTarget(urlOf(other), url);
  const inFile = chosenTarget(fileCandidate('target', sources), sources);
  const inVariable = chosenTarget(variableCandidate(TARGET_VARIABLE, sources), sources);
  const all = Object.keys(configuration?.targets ?? {});
  const names = all.filter((name) => leads(chosenTarget(fileCandidate('target', sources, name), sources)));
  // Where several names have the URL, the one that was chosen.
  const sure = [target.named, inFile.named, names.length === 1 ? names[0] : undefined];
  const named = sure.find((name) => name && names.includes(name)) ?? null;
  const ofFile = named !== null || (names.length === 0 && leads(inFile));
  // On this machine a permission only limits.
  const ofVariables = !environment[TARGET_VARIABLE] || leads(inVariable) || isThisMachine(url);
  const { sends } = { ...configuration?.values, ...configuration?.targets[inFile.named ?? ''] };
  const nameOf = (other: ReadTarget) => other.named ?? urlOf(other) ?? all.join(' and ');
  if (!ofFile && sends === 'allow') return { named, ofFile, ofVariables, withheld: nameOf(inFile) };
  const isOfOther = !ofVariables && environment[variableOf('sends')] === 'allow';
  return { named, ofFile, ofVariables, withheld: isOfOther ? nameOf(inVariable) : undefined };
}

/** Settings of a gateway, which do not hold where the reference is named in its place. */
const OF_GATEWAY: readonly SettingName[] = [
  ...OF_TARGET,
  'ticket',
  'tickets',
  'packetIds',
  'known',
  'wait',
  'start',
  'headers',
];

/** Reads a setting from the flag, the variable, the named target, the top of the file, or the variables of other programs. */
function readSetting(
  name: SettingName,
  sources: Sources,
  { read, named }: ReadTarget,
  permission: Permission,
  only: readonly SettingName[],
): ReadSetting {
  const aim = read.ok ? read.value : null;
  const flag = flagCandidate(name, sources);
  if (flag === null && aim?.value === null && OF_GATEWAY.includes(name)) return { ok: true, value: null };
  const isOfTarget = OF_TARGET.includes(name);
  const place = isOfTarget ? permission.named : named;
  const ofTarget = place === null ? null : fileCandidate(name, sources, place);
  const ofAll = isOfTarget && !permission.ofFile ? null : fileCandidate(name, sources);
  // A refusal holds everywhere.
  const isWithheld =
    isOfTarget && !permission.ofVariables && sources.environment[variableOf(name)] !== 'refuse';
  // Where nothing is sent, references without a value are ignored.
  const readable = (said: Candidate | null) => (said?.texts.ok ? said : null);
  const isSending = only.includes('sends');
  const candidate =
    flag ??
    (isWithheld ? null : variableCandidate(variableOf(name), sources)) ??
    (isSending && only.includes('target') ? ofTarget : readable(ofTarget)) ??
    (isSending ? ofAll : readable(ofAll)) ??
    ofOtherPrograms(name, sources, aim?.value);
  if (candidate !== null) return readCandidate(name, withReferences(name, candidate, sources.environment));
  if (name !== 'known' || named === null || sources.configuration === null) return { ok: true, value: null };
  const value = slashed(join(dirname(sources.configuration.file), 'known-failures', `${named}.yaml`));
  return { ok: true, value: { value, origin: { kind: 'default' } } };
}

/** Reads the run id of CI engines, and the proxy of other programs, which does not hold for this machine. */
function ofOtherPrograms(name: SettingName, sources: Sources, target: unknown): Candidate | null {
  const first = (...variables: readonly string[]) =>
    variables.map((name) => variableCandidate(name, sources)).find((said) => said !== null) ?? null;
  // A job that is run again is still of the run, so the attempt is no part of its id.
  if (name === 'runId') return first('GITHUB_RUN_ID', 'CI_PIPELINE_ID');
  if (typeof target !== 'string' || isThisMachine(target)) return null;
  if (name === 'noProxy') return first('no_proxy', 'NO_PROXY');
  const scheme = new URL(target).protocol.slice(0, -1);
  return name === 'proxy' ? first(`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`) : null;
}

/** The target, and the name that the file has for it, or null. */
interface ReadTarget {
  readonly read: ReadSetting;
  readonly named: string | null;
}

const TARGET_VARIABLE = variableOf('target');

/** Reads the target from its strongest source. */
function readTarget(sources: Sources, only: readonly SettingName[]): ReadTarget {
  const flag = flagCandidate('target', sources);
  if (flag === null && sources.environment[TARGET_VARIABLE] === '') {
    // Most likely a secret of a CI job that is not there: judging something else would be green, and of no worth.
    const error = `${TARGET_VARIABLE} is empty; set it to the URL of the target, or unset it to judge the embedded reference or the target of conformance.yaml`;
    return { named: null, read: { ok: false, error } };
  }
  const chosen = flag ?? variableCandidate(TARGET_VARIABLE, sources) ?? fileCandidate('target', sources);
  const { file = '', targets = {} } = sources.configuration ?? {};
  const names = Object.keys(targets);
  if (chosen === null && names.length > 0 && only.includes('sends')) {
    // The reference would pass in the place of the gateway that was forgotten.
    const error = `${file} has the targets ${names.join(', ')}, and none of them is chosen; add --target NAME, or --target ${REFERENCE} to judge the embedded reference`;
    return { named: null, read: { ok: false, error } };
  }
  return chosenTarget(chosen, sources);
}

/** Names the embedded reference where a target is expected, unless the file has a target of that name. */
const REFERENCE = 'reference';

/** Reads a target that is written as a URL, or as the name of one of the file's targets. */
function chosenTarget(chosen: Candidate | null, sources: Sources): ReadTarget {
  if (chosen === null) return { named: null, read: { ok: true, value: null } };
  const got = (chosen.texts.ok && chosen.texts.value.at(-1)) || '';
  const allowed = Object.keys(sources.configuration?.targets ?? {});
  const ofName = allowed.includes(got) ? fileCandidate('target', sources, got) : null;
  if (ofName !== null) return { named: got, read: readCandidate('target', ofName) };
  if (got === REFERENCE)
    return { named: null, read: { ok: true, value: { value: null, origin: chosen.origin } } };
  // A mistyped name is no URL, and may be near to another.
  const names = allowed.length === 0 ? '' : ` (targets of conformance.yaml: ${allowed.join(', ')})`;
  const message: Candidate['message'] = ({ ok, why }) =>
    chosen.message({ ok, why: `${why}${names}`, got, allowed });
  return { named: null, read: readCandidate('target', { ...chosen, message }) };
}

/** Returns a message for each POSTSMS_ variable that is no setting and that the file does not refer to: most likely a typo. */
function unknownVariables({ environment, configuration }: Sources): readonly string[] {
  const known = [CONFIG_VARIABLE, ...settingNames.map(variableOf)];
  const written = JSON.stringify([configuration?.values, configuration?.targets]);
  const referredVariables = referencesIn(written).map((name) => name.replace(/^env:/, ''));
  // The prefix, which all of them have, says nothing about what was meant.
  const bare = (name: string) => name.slice(PREFIX.length);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name) && !referredVariables.includes(name))
    .sort()
    .map((name) => {
      const close = nearest(bare(name), known.map(bare));
      return `${name} is not a setting${close === undefined ? '' : `; did you mean ${PREFIX}${close}?`}`;
    });
}
