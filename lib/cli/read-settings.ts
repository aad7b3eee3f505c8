import type { Filters } from '../model/selection.ts';
import type { Settings } from '../model/settings.ts';
import { settingsFromEnvironment } from '../run/environment.ts';
import { type Stop, stop } from '../run/stop.ts';
import { isLoopback, readBaseUrl } from '../run/target-url.ts';
import { characterName, forbiddenCharacter } from '../xml/escape.ts';
import { namespaceProblem } from './namespace.ts';
import type { RunFlags } from './run-flags.ts';

export type ReadSettings = { readonly ok: true; readonly value: Settings } | Stop;

/** The settings of a run: flags before the environment before the defaults. */
export function readSettings(flags: RunFlags, environment: NodeJS.ProcessEnv): ReadSettings {
  const target = readTargetSettings(flags, environment);
  if (!target.ok) return target;
  const value: Settings = {
    ...target.value,
    gate: flags.gate,
    filters: pickFilters(flags),
    pace: { ...target.value.pace, concurrency: flags.concurrency, timeoutMs: flags.timeout },
    reportDir: flags.reportDir,
    allure: flags.allure,
    html: flags.html,
    sends: {
      allowed: flags.sends === 'allow',
      recipients: flags.recipients ?? [],
      maxMessages: flags.maxMessages ?? 0,
      confirmed: false,
    },
  };
  return needNamespace(value, flags, environment);
}

export interface TargetFlags {
  readonly target?: string;
  readonly namespace?: string;
}

/** The part of the settings that names the endpoint; the rest has its default. */
export function readTargetSettings(flags: TargetFlags, environment: NodeJS.ProcessEnv): ReadSettings {
  const before = settingsFromEnvironment(environment);
  const value: Settings = {
    ...before,
    target: flags.target ?? before.target,
    namespace: flags.namespace ?? before.namespace,
  };
  const problem = namespaceProblem(value.namespace);
  if (problem !== undefined) return stop(2, `namespace "${value.namespace}": ${problem}`);
  const character = forbiddenCharacter(value.ticket);
  if (character !== undefined) {
    return stop(2, `POSTSMS_TICKET holds ${characterName(character)}, a character that no XML can carry`);
  }
  if (value.target === null) return { ok: true, value };
  const base = readBaseUrl(value.target);
  return base.ok ? { ok: true, value: { ...value, target: base.url } } : base;
}

/** What belongs to a target must be said with it: nothing about an endpoint is guessed. */
function needNamespace(value: Settings, flags: TargetFlags, environment: NodeJS.ProcessEnv): ReadSettings {
  if (value.target === null) return { ok: true, value };
  if (flags.namespace === undefined && !environment.POSTSMS_NAMESPACE) {
    return stop(2, 'a target needs --namespace (or POSTSMS_NAMESPACE): the XML namespace of its service');
  }
  if (!environment.POSTSMS_TICKET && !isLoopback(value.target)) {
    return stop(2, 'a target that is not this machine needs its ServiceTicket in POSTSMS_TICKET');
  }
  return { ok: true, value };
}

function pickFilters({
  operation = [],
  binding = [],
  case: cases = [],
  tag = [],
  level = [],
}: Filters): Filters {
  return { operation, binding, case: cases, tag, level };
}
