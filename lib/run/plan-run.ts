import { existsSync } from 'node:fs';
import { expand, openParameters } from '../cases/plan/expand.ts';
import { type WithinBindings, withinBindings } from '../cases/plan/narrow.ts';
import { plannedMessages } from '../cases/plan/plan-cost.ts';
import { leavingFilter, type SelectProblem, select } from '../cases/plan/select.ts';
import { inShard, knownDigest, planDigest } from '../cases/plan/shard.ts';
import { clientExchanges } from '../clients/client-exchanges.ts';
import { notRunByReason } from '../findings/run/facts.ts';
import { coveringCases } from '../generate/covering.ts';
import { drawnCases } from '../generate/draw.ts';
import type { Contract } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { Declarations, PreparedRun, SendLimits } from '../model/running/prepared-run.ts';
import { shrinkText } from '../report/console/cost.ts';
import { addedUp, readCoverage, rowOf } from '../results/coverage.ts';
import { dayOf } from '../results/known-failures/entries.ts';
import { readKnownFailures } from '../results/known-failures/known-failures.ts';
import { ownText } from '../secrets/mask.ts';
import { headerNotes, otherTickets, type Settings } from '../settings/run-settings.ts';
import { sourceOf } from '../settings/sources.ts';
import { counted, someOf } from '../text/counted.ts';
import { nearest } from '../text/nearest.ts';
import { formDiffers, requestEdits } from '../wire/bindings/edits/edits.ts';
import { formatProblem } from '../yaml/format-problem.ts';
import { adaptedNotes, loadDeclarations } from './built-in.ts';
import { chosenClients } from './chosen-clients.ts';
import { type Allowed, allowedSends, needsPermission, permittedOf } from './sends/permission.ts';
import { subscriberNumbers } from './sends/subscriber-numbers.ts';

/** The plan of a run: what it does and what it may send. Every later stage reads it here. */
export interface RunPlan
  extends Pick<
    PreparedRun,
    'exchanges' | 'notRun' | 'shard' | 'notes' | 'scope' | 'known' | 'smaller' | 'filtered' | 'coverage'
  > {
  readonly ok: true;
  readonly settings: Settings;
  readonly declarations: Declarations;
  /** The clients in whose dialects it calls. */
  readonly clients: Declarations['clients'];
  /** The selected exchanges, never empty; `exchanges` and `notRun` are those of this run or its shard. */
  readonly selected: readonly Exchange[];
  /** Limits of what this run may send; null where its messages reach no person. */
  readonly sends: Omit<SendLimits, 'ledger'> | null;
  /** Says whether the run may begin; a dry run also shows a plan that is refused. */
  readonly allowed: Allowed;
}

/** Plans a run and decides what it may send. Finds every mistake that shows without the network and the reports. */
export function planRun(settings: Settings, runId: string, today = dayOf(new Date())): RunPlan | Refusal {
  const loaded = loadDeclarations(settings);
  if (!loaded.ok) return refusal(2, loaded.error.map(formatProblem).join('\n\n'));
  const declarations = withValues(loaded.value, settings);
  const { contract } = declarations;
  if (declarations.cases.length === 0) {
    const why = 'the built-in cases are switched off (builtInCases, --no-built-in-cases)';
    return refusal(2, `no cases: ${why}; add a folder of cases with --cases DIR`);
  }
  const unknown = unknownValue(settings, openParameters(contract));
  if (unknown !== null) return refusal(2, unknown);
  const callers = chosenClients(settings, declarations);
  if (!callers.ok) return refusal(2, `${sourceOf(settings, 'clients')}: ${callers.error}`);
  const { clients } = callers.value;
  const unknownClient = clientProblem(settings, clients);
  if (unknownClient !== null) return refusal(2, unknownClient);
  const suite = expandAll({ ...declarations, clients }, settings, runId);
  // A probe is never judged, so it is no known failure.
  const ids = suite.filter(({ probe }) => !probe).map(({ id }) => id);
  const known = readKnownFailures(knownFile(settings), ids, today);
  if (!known.ok) return known;
  const chosen = chooseExchanges(suite, settings, contract);
  if (!chosen.ok) return chosen;
  const coverage = readCoverage(settings.coverage);
  if (!coverage.ok) return coverage;
  const uncalled = uncalledClient(settings, chosen.exchanges);
  if (uncalled !== null) return refusal(2, uncalled);
  // A shard is held to the permission of the whole plan.
  const { allowed, exchanges, notRun, probesNotRun } = permittedOf(chosen.exchanges, contract, settings);
  const selected = chosen.exchanges.filter(({ id }) => !probesNotRun.some((probe) => probe.id === id));
  const whole = { settings, declarations, known: known.value, selected, exchanges, notRun };
  const part = withinShard(whole);
  if (!part.ok) return allowed.ok ? part : allowed;
  const planned = plannedMessages(part.exchanges);
  const all = allowedSends(settings);
  // A shard may send what it plans and no more, so that all of them together stay within the budget of the plan.
  const sends = all && part.shard ? { ...all, maxMessages: Math.min(all.maxMessages, planned) } : all;
  const left = sends && sends.maxMessages - planned;
  // To a live target smaller inputs are sent only on demand, and as far as its budget allows.
  const smaller = sends && !settings.shrink ? null : { messages: left };
  const notes = [
    ...callers.value.notes,
    ...adaptedNotes(contract),
    ...(settings.target === null ? [] : headerNotes(settings)),
    ...narrowedNotes(chosen, sourceOf(settings, 'binding')),
    ...notRunByReason(probesNotRun).map(([why, left]) => {
      const what = left.every(({ id }) => id.startsWith('clients/')) ? 'call of a client' : 'probe';
      return `${counted(left.length, what, what === 'probe' ? 'probes' : 'calls of clients')} left out: ${why}`;
    }),
    ...(smaller?.messages && smaller.messages > 0 ? [shrinkText(smaller.messages)] : []),
  ];
  const scope = scopeOf(settings, suite, selected);
  const filtered = filteredFrom(suite, chosen.exchanges, settings);
  const said = { notes, scope, filtered, coverage: coverage.value };
  return { ...whole, ...part, ...said, allowed, sends, smaller, clients };
}

/** Counts what the filters leave out, by the first that does; a binding also leaves out what asks over others. */
function filteredFrom(suite: readonly Exchange[], chosen: readonly Exchange[], settings: Settings) {
  const kept = new Set(chosen.map(({ id }) => id));
  const reason = leavingFilter(settings);
  const left = suite.filter(({ id, probe }) => !probe && !kept.has(id));
  const other = settings.lastFailed ? 'last-failed' : 'binding';
  return addedUp(left.map((exchange) => rowOf(ownText(reason(exchange) ?? other), exchange)));
}

/** Returns the file of known failures that a run reads: the usual one of a named target need not exist. */
export function knownFile({ known, origins }: Pick<Settings, 'known' | 'origins'>): string | null {
  return known !== null && origins.known.kind === 'default' && !existsSync(known) ? null : known;
}

/** Returns the exchanges that the filters choose, without calls over other bindings. */
function chooseExchanges(all: readonly Exchange[], settings: Settings, contract: Contract) {
  const found = select(all, settings);
  if (!found.ok) return refusal(2, found.error.map((problem) => selectionText(problem, settings)).join('\n'));
  const { lastFailed } = settings;
  const wanted = lastFailed ? found.value.filter(({ id }) => lastFailed.includes(id)) : found.value;
  if (wanted.length === 0) {
    const count = counted(lastFailed?.length ?? 0, 'exchange');
    return refusal(
      2,
      `--last-failed: the filters choose none of ${count} that failed; remove or widen a filter`,
    );
  }
  const chosen = wanted.filter(({ probe }) => settings.probes || !probe);
  if (chosen.length === 0) {
    const advice = 'add --probes to send them, or select other cases';
    return refusal(2, `every selected exchange is a probe; ${advice}`);
  }
  const narrowed = withinBindings(chosen, settings.binding, contract);
  if (narrowed.exchanges.length > 0) return { ok: true as const, ...narrowed };
  const leftOut = `every selected exchange asks its question over a binding that ${sourceOf(settings, 'binding')} leaves out`;
  return refusal(2, `${leftOut}; add that binding, or select other cases`);
}

/** Returns the exchanges of all cases. Probes come last: a target that a probe has upset could fail what is judged. */
function expandAll({ cases, clients, contract }: Declarations, settings: Settings, runId: string) {
  const { ticket, values, namespace } = settings;
  const tickets = otherTickets(settings);
  const options = { contract, ticket, tickets, values, runId, ...subscriberNumbers(settings) };
  const called = clientExchanges(clients, options, namespace);
  const all = [...expand(cases, options), ...called].filter(({ steps }) =>
    steps.every(({ form }) => formDiffers(form, namespace)),
  );
  return [...all.filter(({ probe }) => !probe), ...all.filter(({ probe }) => probe)];
}

/** Returns a message about a client that has to be served, but does not exist or does not call. */
function clientProblem(settings: Settings, clients: Declarations['clients']): string | null {
  const { gateClients } = settings;
  if (gateClients.length === 0) return null;
  const source = sourceOf(settings, 'gateClients');
  if (clients.length === 0)
    return `${source} needs calls of clients; add --clients built-in, which calls in the dialect of each`;
  const names = ['all', ...clients.map(({ id }) => id)];
  const unknown = gateClients.find((name) => !names.includes(name));
  if (unknown === undefined) return null;
  const why = `${source} names no client: ${JSON.stringify(unknown)}`;
  return withAllowed(why, names.join(', '), nearest(unknown, names));
}

/** Returns a message about a client that has to be served, but that no selected exchange calls as. */
function uncalledClient(settings: Settings, selected: readonly Exchange[]): string | null {
  const called = new Set(selected.flatMap(({ client }) => client?.id ?? []));
  const name = settings.gateClients.find((id) => (id === 'all' ? called.size === 0 : !called.has(id)));
  if (name === undefined) return null;
  const source = sourceOf(settings, 'gateClients');
  return `${source} ${name}: no selected exchange is a call of it; widen the filters (--case "clients/**")`;
}

/** Adds the cases of the classes of values to declarations; a live target gets them on demand. */
function withValues(declarations: Declarations, settings: Settings): Declarations {
  const { contract, classes } = declarations;
  const { length } = otherTickets(settings);
  // Cases for further tickets, of which the target has too few.
  const cases = declarations.cases.filter(({ generate, matrix, steps }) => {
    const wanted = JSON.stringify([generate, matrix, steps]).matchAll(/"other-ticket":(\d+)/g);
    return [...wanted].every(([, place]) => Number(place) <= length);
  });
  const isLive = needsPermission(settings);
  // Nobody pays for a text of a thousand short messages unasked.
  const affordable = cases.filter(({ tags }) => !tags.includes('blocks'));
  if (isLive && settings.generate === 0) return { ...declarations, cases: affordable };
  const coverable = { contract, fixed: Object.keys(settings.values), anyRecipient: !isLive };
  const drawing = { ...coverable, count: settings.generate, seed: settings.seed, forms: requestEdits.forms };
  const sinceOf = new Map(classes.map(({ id, since }) => [id, since]));
  const made = [...coveringCases(classes, coverable), ...drawnCases(classes, drawing)].map((drawn) => {
    const versions = drawn.carries?.flatMap((carried) =>
      carried.classes.flatMap((id) => sinceOf.get(id) ?? []),
    );
    const since = versions?.sort().at(-1);
    return since === undefined ? drawn : { ...drawn, since };
  });
  return { ...declarations, cases: [...cases, ...made] };
}

/** Returns the shard that the settings name, or all. An empty shard is a mistake: it would pass without judging anything. */
function withinShard(
  whole: Pick<RunPlan, 'settings' | 'exchanges' | 'notRun' | 'selected' | 'known' | 'declarations'>,
): Pick<RunPlan, 'ok' | 'exchanges' | 'notRun' | 'shard'> | Refusal {
  const { settings, selected, known, declarations, notRun } = whole;
  const { shard, runId, sends, maxMessages, values } = settings;
  if (shard === null) return { ok: true, exchanges: whole.exchanges, notRun, shard };
  const exchanges = inShard(whole.exchanges, shard);
  if (exchanges.length === 0) {
    const few = `the plan has ${counted(whole.exchanges.length, 'exchange')}`;
    const why = `${few}, and a hash of the id assigns each to a shard`;
    const advice = 'use fewer shards, or remove --shard';
    return refusal(2, `shard ${shard.index}/${shard.total} has nothing to run: ${why}; ${advice}`);
  }
  // With listed packets an exchange has other steps than were selected.
  const permitted = new Map(whole.exchanges.map((exchange) => [exchange.id, exchange]));
  const planned = selected.map((exchange) => permitted.get(exchange.id) ?? exchange);
  const budget = sends === 'allow' ? maxMessages : 0;
  const plan = {
    exchanges: selected.length,
    digest: planDigest(planned, notRun, declarations.cases, { ...values, ...settings.paths }),
    known: knownDigest(known),
    budget: needsPermission(settings) ? budget : null,
  };
  const places = Object.fromEntries(selected.map(({ id }, place) => [id, place]));
  return { ok: true, exchanges, notRun: inShard(notRun, shard), shard: { ...shard, runId, plan, places } };
}

/** Says which part of the plan the filters choose: it may pass where the rest does not. */
function scopeOf(settings: Settings, all: readonly Exchange[], selected: readonly Exchange[]) {
  const { operation, binding, case: cases, tag, level, exclude } = settings;
  const without = exclude.map((pattern) => `without ${pattern}`);
  const before = settings.lastFailed ? ['--last-failed'] : [];
  const filters = [...before, ...operation, ...binding, ...cases, ...tag, ...level, ...without];
  if (filters.length === 0) return undefined;
  const judged = (planned: readonly Exchange[]) => planned.filter(({ probe }) => !probe).length;
  const part = `${judged(selected)} of ${counted(judged(all), 'exchange')}`;
  return `${someOf(filters)}: ${part}; not a judgement of the contract`;
}

function narrowedNotes({ exchangesLeftOut, stepsLeftOut }: WithinBindings, source: string) {
  const parts = [
    ...(exchangesLeftOut > 0 ? [counted(exchangesLeftOut, 'exchange')] : []),
    ...(stepsLeftOut > 0 ? [counted(stepsLeftOut, 'step')] : []),
  ];
  return parts.length === 0 ? [] : [`${source} leaves out ${parts.join(' and ')} over other bindings`];
}

/** Returns a message about a value for a parameter that may have none, or that does not exist. */
function unknownValue(settings: Settings, open: readonly string[]): string | null {
  const unknown = Object.keys(settings.values).find((name) => !open.includes(name));
  if (unknown === undefined) return null;
  // A text that is no name may be a secret.
  const named = /^[A-Za-z_]{1,40}$/.test(unknown) ? ` ${JSON.stringify(unknown)}` : '';
  const why = `${sourceOf(settings, 'values')}: unknown parameter${named}, or one whose values the contract states`;
  return withAllowed(why, open.join(', '), nearest(unknown, open));
}

/** Returns a message about a filter that selects nothing, with what it could select in the plan or in the recordings. */
export function selectionText(problem: SelectProblem, settings: Settings, recordings?: readonly string[]) {
  if (problem.kind === 'empty') {
    const filters = problem.filters.map((filter) => sourceOf(settings, filter)).join(' and ');
    const leave = problem.filters.length === 1 ? 'leaves' : 'together leave';
    return `${filters} ${leave} no exchange to judge; remove or widen a filter (\`list exchanges\` shows all exchanges)`;
  }
  const { filter, value, allowed, nearest: close } = problem;
  const listed = someOf(allowed, 12);
  const where = recordings ? ` in the recording ${recordings.join(' and ')}` : '';
  const why = `${sourceOf(settings, filter)} "${value}" matches nothing${where}`;
  if (filter !== 'case' && filter !== 'exclude') return withAllowed(why, listed, close);
  const hasClients = allowed.some((id) => id.startsWith('clients/'));
  if (value.startsWith('clients/') && !hasClients && !recordings) {
    return `${why}\n  a live target is called in the dialects of clients with --clients built-in`;
  }
  return `${why}\n  nearest: ${listed}${recordings ? '' : ' (`list cases` shows all)'}`;
}

function withAllowed(why: string, allowed: string, close: string | undefined): string {
  return `${why}\n  allowed: ${allowed}${close === undefined ? '' : `\n  did you mean: ${close}`}`;
}
