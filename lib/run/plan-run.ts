import { formDiffers } from '../bindings/in-form.ts';
import { formatProblem } from '../cases/yaml/format-problem.ts';
import { dayOf, readKnownFailures } from '../known-failures/known-failures.ts';
import type { Exchange } from '../model/exchange.ts';
import type { PlannedKnownFailure } from '../model/running/known-failure.ts';
import type { Settings } from '../model/running/settings.ts';
import { type Stop, stop } from '../model/running/stop.ts';
import type { Filters, SelectProblem } from '../model/selection.ts';
import { expand } from '../plan/expand.ts';
import { sampleNumbers } from '../plan/generate.ts';
import { openParameters } from '../plan/open-parameters.ts';
import { select } from '../plan/select.ts';
import { type WithinBindings, withinBindings } from '../plan/within-bindings.ts';
import { counted } from '../report/console/cost.ts';
import { nearest } from '../text/nearest.ts';
import { type Declarations, loadDeclarations } from './built-in.ts';
import { allowList, needsPermission } from './sends/live-plan.ts';

export interface PlannedRun {
  readonly ok: true;
  readonly declarations: Declarations;
  /** The selected part of the plan, never empty. */
  readonly exchanges: readonly Exchange[];
  /** What the plan leaves out; a sentence each. */
  readonly notes: readonly string[];
  /** Ids of the exchanges of the whole plan that can fail: those of level must or should. */
  readonly ids: readonly string[];
  /** What of the whole plan is known to fail. */
  readonly known: readonly PlannedKnownFailure[];
}

const NO_CASES =
  'no cases: the built-in cases are switched off (builtInCases, --no-built-in-cases); add a folder of cases with --cases DIR';

/** Numbers that the reference and loopback may be sent to: more than any built-in case asks for. */
const SAMPLE_NUMBERS = 10_000;

/**
 * Loads the declarations, expands them and selects; touches no network.
 *
 * @param today on which known failures hold or have expired
 */
export function planRun(settings: Settings, runId: string, today = dayOf(new Date())): PlannedRun | Stop {
  const loaded = loadDeclarations(settings.cases);
  if (!loaded.ok) return stop(2, loaded.problems.map(formatProblem).join('\n\n'));
  if (loaded.value.cases.length === 0) return stop(2, NO_CASES);
  const unknown = unknownValue(settings, openParameters(loaded.value.contract));
  if (unknown !== null) return stop(2, unknown);
  const all = expand(loaded.value.cases, {
    contract: loaded.value.contract,
    ticket: settings.ticket,
    values: settings.values,
    runId,
    numbers: subscriberNumbers(settings),
  }).filter(({ steps }) => steps.every(({ form }) => formDiffers(form, settings.namespace)));
  // What the contract leaves open cannot fail, so nothing of it can be known.
  const ids = all.filter(({ level }) => level !== 'gap').map(({ id }) => id);
  const known = readKnownFailures(settings.known, ids, today);
  if (!known.ok) return known;
  const selected = select(all, settings.filters);
  if (!selected.ok) return stop(2, selected.problems.map(selectionText).join('\n'));
  const narrowed = withinBindings(selected.value, settings.filters.binding);
  if (narrowed.exchanges.length === 0) return stop(2, ONLY_OTHER_BINDINGS);
  return {
    ok: true,
    declarations: loaded.value,
    exchanges: narrowed.exchanges,
    notes: [...excludedNotes(all, settings.filters), ...narrowedNotes(narrowed)],
    ids,
    known: known.value,
  };
}

/**
 * The numbers that a plan may draw from. Where sends need permission, those that may not be sent to stand behind those
 * that may: an exchange that reaches them needs more than there are, and is not run.
 */
export function subscriberNumbers(settings: Settings): readonly string[] {
  const samples = sampleNumbers(SAMPLE_NUMBERS);
  const allowed = [...allowList(settings.sends.recipients)];
  if (allowed.length === 0) return samples;
  if (!needsPermission(settings)) return allowed;
  return [...allowed, ...samples.filter((number) => !allowed.includes(number))];
}

const ONLY_OTHER_BINDINGS =
  'every selected exchange asks its question over a binding that --binding leaves out; add that binding, or select other cases';

/** Says what --exclude takes out of the plan that the other filters choose. */
function excludedNotes(all: readonly Exchange[], { exclude = [], ...others }: Filters): readonly string[] {
  if (exclude.length === 0) return [];
  const chosen = select(all, others);
  const left = select(all, { ...others, exclude });
  if (!chosen.ok || !left.ok) return [];
  const count = chosen.value.length - left.value.length;
  return [`--exclude leaves out ${count} of ${counted(chosen.value.length, 'exchange')}`];
}

function narrowedNotes({ exchangesLeftOut, stepsLeftOut }: WithinBindings): readonly string[] {
  const parts = [
    ...(exchangesLeftOut > 0 ? [counted(exchangesLeftOut, 'exchange')] : []),
    ...(stepsLeftOut > 0 ? [counted(stepsLeftOut, 'step')] : []),
  ];
  if (parts.length === 0) return [];
  return [`--binding leaves out ${parts.join(' and ')} over other bindings`];
}

/** What is wrong with the first value that is for no parameter which may have one. */
function unknownValue({ values }: Settings, open: readonly string[]): string | null {
  const given = Object.keys(values).find((name) => !open.includes(name));
  if (given === undefined) return null;
  // What looks like no name may be a secret.
  const named = /^[A-Za-z_]{1,40}$/.test(given) ? ` ${JSON.stringify(given)}` : '';
  const why = `--values: unknown parameter${named}, or one whose values the contract states`;
  return withAllowed(why, open.join(', '), nearest(given, open));
}

const MOST_LISTED = 12;

function selectionText(problem: SelectProblem): string {
  if (problem.kind === 'empty') {
    const filters = problem.filters.map((filter) => `--${filter}`).join(' and ');
    const leave = problem.filters.length === 1 ? 'leaves' : 'together leave';
    return `${filters} ${leave} no exchange to judge; remove or widen a filter (\`list exchanges\` shows all exchanges)`;
  }
  const { filter, value, allowed, nearest: close } = problem;
  const listed = allowed.slice(0, MOST_LISTED).join(', ');
  const all = `${listed}${allowed.length > MOST_LISTED ? ', … (`list cases` shows all)' : ''}`;
  return withAllowed(`--${filter} "${value}" matches nothing`, all, close);
}

function withAllowed(why: string, allowed: string, close: string | undefined): string {
  return `${why}\n  allowed: ${allowed}${close === undefined ? '' : `\n  did you mean: ${close}`}`;
}
