import { join, relative } from 'node:path';
import { formDiffers } from '../bindings/in-form.ts';
import { formatProblem } from '../cases/yaml/format-problem.ts';
import { dayOf, readKnownFailures } from '../known-failures/known-failures.ts';
import type { Exchange } from '../model/exchange.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { Permitted, RunPlan } from '../model/running/run-plan.ts';
import type { Filters, Settings } from '../model/running/settings.ts';
import { expand, openParameters } from '../plan/expand.ts';
import { plannedMessages } from '../plan/plan-cost.ts';
import type { SelectProblem } from '../plan/select.ts';
import { matchesCase, select, type WithinBindings, withinBindings } from '../plan/select.ts';
import { inShard, knownDigest, planDigest } from '../plan/shard.ts';
import { notRunByReason } from '../results/told/not-run.ts';
import { counted } from '../text/counted.ts';
import { nearest } from '../text/nearest.ts';
import { casesFolder, loadDeclarations } from './built-in.ts';
import { allowList, checkSends, needsPermission, permittedOf } from './sends/permission.ts';
import { subscriberNumbers } from './sends/subscriber-numbers.ts';

const NO_CASES =
  'no cases: the built-in cases are switched off (builtInCases, --no-built-in-cases); add a folder of cases with --cases DIR';

/**
 * Plans a run: loads the declarations, expands and selects them, and decides what may be sent. Finds what can be wrong
 * without the network and without a file of reports.
 *
 * @param today on which known failures hold or have expired
 */
export function planRun(settings: Settings, runId: string, today = dayOf(new Date())): RunPlan | Refusal {
  const chosen = selectRun(settings, runId, today);
  if (!chosen.ok) return chosen;
  const { contract } = chosen.declarations;
  const asks = needsPermission(settings);
  const permitted = asks
    ? permittedOf(chosen.selected, contract, settings)
    : { exchanges: chosen.selected, notRun: [] };
  // A shard is held to the permission of the whole plan.
  const allowed = asks ? checkSends(permitted, chosen.selected, contract, settings) : { ok: true as const };
  const [selection, whole] = withoutRefusedProbes(chosen, permitted);
  const part = shardOf(whole, selection, settings, asks);
  if (!part.ok) return allowed.ok ? part : allowed;
  const sends = asks ? allowedSends(settings, part) : null;
  return { ...selection, ...part, sends, allowed };
}

/** Leaves out the probes that may not be run, and says why: they are no part of what a run has to judge. */
function withoutRefusedProbes(chosen: Selection, permitted: Permitted): readonly [Selection, Permitted] {
  const probes = new Set(chosen.selected.flatMap(({ id, probe }) => (probe ? [id] : [])));
  const refused = permitted.notRun.filter(({ id }) => probes.has(id));
  const isLeft = ({ id }: { readonly id: string }) => !refused.some((one) => one.id === id);
  const notes = notRunByReason(refused).map(
    ([reason, left]) => `${counted(left.length, 'probe')} left out: ${reason}`,
  );
  return [
    { ...chosen, selected: chosen.selected.filter(isLeft), notes: [...chosen.notes, ...notes] },
    { ...permitted, notRun: permitted.notRun.filter(isLeft) },
  ];
}

type Selection = Pick<RunPlan, 'ok' | 'declarations' | 'selected' | 'notes' | 'known'>;

function selectRun(settings: Settings, runId: string, today: string): Selection | Refusal {
  const loaded = loadDeclarations(settings.cases);
  if (!loaded.ok) return refusal(2, loaded.error.map(formatProblem).join('\n\n'));
  if (loaded.value.cases.length === 0) return refusal(2, NO_CASES);
  const unknown = unknownValue(settings, openParameters(loaded.value.contract));
  if (unknown !== null) return refusal(2, unknown);
  const expanded = expand(loaded.value.cases, {
    contract: loaded.value.contract,
    ticket: settings.ticket,
    values: settings.values,
    runId,
    numbers: subscriberNumbers(settings),
  }).filter(({ steps }) => steps.every(({ form }) => formDiffers(form, settings.namespace)));
  // Behind everything that is judged, which a target that a probe has upset could fail.
  const all = [...expanded.filter(({ probe }) => !probe), ...expanded.filter(({ probe }) => probe)];
  // What the contract leaves open cannot fail, so it cannot be a known failure.
  const ids = all.filter(({ level }) => level !== 'gap').map(({ id }) => id);
  const known = readKnownFailures(settings.known, ids, today);
  if (!known.ok) return known;
  const found = select(all, settings.filters);
  if (!found.ok) return refusal(2, found.error.map((problem) => selectionText(problem)).join('\n'));
  const isSent = ({ probe }: Exchange) => settings.probes || !probe;
  const chosen = found.value.filter(isSent);
  if (chosen.length === 0) return refusal(2, ONLY_PROBES);
  const narrowed = withinBindings(chosen, settings.filters.binding);
  if (narrowed.exchanges.length === 0) return refusal(2, ONLY_OTHER_BINDINGS);
  return {
    ok: true,
    declarations: loaded.value,
    selected: narrowed.exchanges,
    notes: [
      ...unsentNotes(found.value, settings),
      ...excludedNotes(all.filter(isSent), settings.filters),
      ...narrowedNotes(narrowed),
    ],
    known: known.value,
  };
}

type Part = Pick<RunPlan, 'exchanges' | 'notRun' | 'shard'>;

/** The shard that the settings name, or all. An empty shard is a mistake: it would be green without judging anything. */
function shardOf(
  whole: Permitted,
  { selected, known, declarations }: Selection,
  { shard, runId, sends, values }: Settings,
  asks: boolean,
): (Part & { readonly ok: true }) | Refusal {
  if (shard === null) return { ok: true, ...whole, shard: null };
  const exchanges = inShard(whole.exchanges, shard);
  if (exchanges.length === 0) {
    const few = counted(whole.exchanges.length, 'exchange');
    return refusal(
      2,
      `shard ${shard.index}/${shard.total} has nothing to run: the plan has ${few}, and a hash of the id assigns each to a shard; use fewer shards, or remove --shard`,
    );
  }
  // With given packets an exchange has other steps than were selected.
  const permitted = new Map(whole.exchanges.map((exchange) => [exchange.id, exchange]));
  const planned = selected.map((exchange) => permitted.get(exchange.id) ?? exchange);
  const budget = sends.permission === 'allow' ? sends.maxMessages : 0;
  return {
    ok: true,
    exchanges,
    notRun: inShard(whole.notRun, shard),
    shard: {
      ...shard,
      runId,
      plan: {
        exchanges: selected.length,
        digest: planDigest(planned, whole.notRun, declarations.cases, values),
        known: knownDigest(known),
        budget: asks ? budget : null,
      },
      places: Object.fromEntries(selected.map(({ id }, place) => [id, place])),
    },
  };
}

/**
 * Without permission nothing may be sent, whatever else is set. A shard may send what it plans and no more, so that all
 * of them together stay within the budget of the whole plan.
 */
function allowedSends({ sends }: Settings, { exchanges, shard }: Part): NonNullable<RunPlan['sends']> {
  if (sends.permission !== 'allow') return { recipients: [], maxMessages: 0 };
  return {
    recipients: [...allowList(sends.recipients)],
    maxMessages: shard === null ? sends.maxMessages : plannedMessages(exchanges),
  };
}

const ONLY_PROBES = 'every selected exchange is a probe; add --probes to send them, or select other cases';

const ONLY_OTHER_BINDINGS =
  'every selected exchange asks its question over a binding that --binding leaves out; add that binding, or select other cases';

/** Says that probes are left out where somebody has asked for them, by a pattern or by writing them. */
function unsentNotes(found: readonly Exchange[], { filters, probes }: Settings): readonly string[] {
  const ours = join(relative('', casesFolder), 'probes');
  const judged = found.filter(({ probe }) => !probe);
  const patterns = (filters.case ?? []).map(matchesCase).filter((matches) => !judged.some(matches));
  const isAsked = (one: Exchange) =>
    !one.source.file.startsWith(ours) || patterns.some((matches) => matches(one));
  const asked = probes ? [] : found.filter((one) => one.probe && isAsked(one));
  if (asked.length === 0) return [];
  return [`${counted(asked.length, 'probe')} left out: probes are sent only with --probes`];
}

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

/**
 * Says what a filter that selects nothing could have selected.
 *
 * @param recordings names of the recordings that were chosen from; absent where it was the plan
 */
export function selectionText(problem: SelectProblem, recordings?: readonly string[]): string {
  if (problem.kind === 'empty') {
    const filters = problem.filters.map((filter) => `--${filter}`).join(' and ');
    const leave = problem.filters.length === 1 ? 'leaves' : 'together leave';
    return `${filters} ${leave} no exchange to judge; remove or widen a filter (\`list exchanges\` shows all exchanges)`;
  }
  const { filter, value, allowed, nearest: close } = problem;
  const listed = allowed.slice(0, MOST_LISTED).join(', ');
  const rest = recordings ? ', …' : ', … (`list cases` shows all)';
  const all = `${listed}${allowed.length > MOST_LISTED ? rest : ''}`;
  const where = recordings ? ` in the recording ${recordings.join(' and ')}` : '';
  return withAllowed(`--${filter} "${value}" matches nothing${where}`, all, close);
}

function withAllowed(why: string, allowed: string, close: string | undefined): string {
  return `${why}\n  allowed: ${allowed}${close === undefined ? '' : `\n  did you mean: ${close}`}`;
}
