import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { plannedMessages } from '../../cases/plan/plan-cost.ts';
import { type Selectable, select } from '../../cases/plan/select.ts';
import type { Side } from '../../compare/compare.ts';
import type { SideWsdls } from '../../compare/wsdls.ts';
import { type Refusal, refusal } from '../../model/result.ts';
import type { EndedRun } from '../../model/running/results.ts';
import { readRecording } from '../../recording/read-recordings.ts';
import { emptiedRecording, resultsFile } from '../../report-folder/report-folder.ts';
import { isFolder } from '../../report-folder/write-atomic.ts';
import { loadResults } from '../../results/load-results.ts';
import { defaultSettings, picked, type Settings } from '../../settings/run-settings.ts';
import { sourceOf } from '../../settings/sources.ts';
import { settingGroups } from '../../settings/table.ts';
import { counted } from '../../text/counted.ts';
import { firstProblems, formatProblem } from '../../yaml/format-problem.ts';
import { builtInDeclarations } from '../built-in.ts';
import { planRun, type RunPlan, selectionText } from '../plan-run.ts';
import { confirmation, planAllowed, uniqueText } from '../prepare.ts';
import type { AskToSend } from '../sends/permission.ts';
import { askForWsdl } from '../target/ask-for-wsdl.ts';
import { isUnreachable, readRecordedWsdls, readTargetWsdls } from '../target/read-wsdls.ts';

export type GivenSide = Side | Settings;

/** A side, and the WSDLs in files that stand for its own. */
type NamedSide<T> = readonly [name: string, side: T, inFiles?: SideWsdls | null | undefined];

/** Runs a side without a question and without output. */
type RunSide = (plan: RunPlan) => Promise<Refusal | EndedRun>;

/**
 * Opens the sides of a comparison: chooses from recordings, and runs targets one after the other with the same generated
 * values. One question asks for all messages; permission, recipients and budget hold for each target.
 * @param settings whose filters choose from recordings
 * @param folder where each run writes its own reports, in a folder of its name
 * @returns the sides, and the plans of two targets that may get smaller inputs, with the messages that are left for these
 */
export async function openSides(
  named: readonly NamedSide<GivenSide>[],
  settings: Settings,
  folder: string,
  ask: AskToSend,
  run: RunSide,
) {
  const runId = uniqueText();
  const paths = named.flatMap(([, side]) => ('calls' in side ? [side.name] : []));
  const opened: NamedSide<Side | RunPlan>[] = [];
  for (const [name, side, inFiles] of named) {
    const id = name === 'again' ? uniqueText() : runId;
    const given =
      'calls' in side ? side : (emptiedRecording(join(folder, name), paths) ?? planAllowed(side, id));
    if ('message' in given) return given;
    opened.push([name, given, inFiles]);
  }
  const planned = opened.flatMap(([, given]) => ('calls' in given ? [] : [given]));
  const recorded = opened.flatMap(([, given]) => ('calls' in given ? [given] : []));
  const filtered = filterFor(recorded, settings);
  if (typeof filtered === 'object') return filtered;
  const passed = beyondBudget(planned);
  if (passed) return passed;
  const shrunk = shrunkOf(planned, recorded);
  const withLeft = (plan: RunPlan) => {
    const messages = plan.sends && plan.sends.maxMessages - runsLike(plan, planned).messages;
    return { ...plan, smaller: shrunk.includes(plan) ? { messages } : null };
  };
  const confirmed = await confirmation(planned.map(withLeft), ask);
  if (!confirmed.ok) return confirmed;
  const unreachable = planned.length > 1 ? await whyUnreachable(planned) : undefined;
  if (unreachable) return unreachable;
  const sides: Side[] = [];
  for (const [name, given, inFiles] of opened) {
    const side = 'calls' in given ? filtered(given) : await sideOf(given, join(folder, name), run);
    if ('message' in side) return side;
    sides.push({ ...side, wsdls: inFiles ?? (await wsdlsOf(name, given)) });
  }
  return { sides, shrunk: shrunk.map(withLeft) };
}

/** Returns the plans of two different targets that may get smaller inputs; two senders to one would not keep its pace. */
function shrunkOf(planned: readonly RunPlan[], recorded: readonly Side[]): readonly RunPlan[] {
  const both = planned.slice(0, 2);
  const targets = new Set(both.flatMap(({ smaller, settings }) => (smaller ? [settings.target] : [])));
  return recorded.length === 0 && targets.size === 2 ? both : [];
}

/** Counts the runs with limited messages against the target of a plan, and their planned messages. */
function runsLike({ settings: { target } }: RunPlan, planned: readonly RunPlan[]) {
  const runs = planned.filter(({ settings, sends }) => settings.target === target && sends !== null);
  return { count: runs.length, messages: plannedMessages(runs.flatMap(({ exchanges }) => exchanges)) };
}

function beyondBudget(planned: readonly RunPlan[]): Refusal | undefined {
  // A run by itself is within its budget.
  for (const plan of planned) {
    const { target, maxMessages } = plan.settings;
    const { count, messages } = runsLike(plan, planned);
    if (messages <= maxMessages) continue;
    const cost = `${new URL(target ?? '').host} would get ${counted(messages, 'message')} in ${count} runs`;
    const advice = `narrow them with filters, or raise it to ${messages}`;
    return refusal(4, `${cost}; --max-messages allows ${maxMessages}, all runs together: ${advice}`);
  }
  return undefined;
}

/** Asks each target once for its WSDL, so that one that is down does not cost the whole run of the other. */
async function whyUnreachable(planned: readonly RunPlan[]): Promise<Refusal | undefined> {
  for (const { settings, declarations } of planned) {
    const { target, wait, wsdl } = settings;
    if (target === null || wait !== null || !wsdl) continue;
    const ask = () => askForWsdl(target, settings, declarations.contract.operations.slice(0, 1));
    const [outcome] = await ask();
    if (outcome?.outcome.kind !== 'failure') continue;
    const { message } = outcome.outcome.failure;
    if (isUnreachable(outcome.outcome))
      return refusal(3, `${target} cannot be reached, so neither side was called: ${message}`);
    const [again] = await ask();
    const why = `${target} ended when it was asked for its WSDL, so neither side was called: ${message}`;
    if (again && isUnreachable(again.outcome)) return refusal(3, `${why}; start it again and add --no-wsdl`);
  }
  return undefined;
}

/** Reads the WSDLs of a side: those that a recording has, or else at the path bases of the plan. */
async function wsdlsOf(name: string, given: Side | RunPlan): Promise<SideWsdls | null> {
  // A second run of a side is read for its replies alone.
  if (name === 'again') return null;
  if ('calls' in given) return readRecordedWsdls(given.calls, builtInDeclarations().contract);
  const { settings, exchanges, declarations } = given;
  if (!settings.wsdl || settings.target === null) return null;
  const called = new Set(exchanges.flatMap(({ steps }) => steps.map(({ operation }) => operation)));
  const { operations } = declarations.contract;
  const paths = operations.filter(({ name }) => called.has(name)).map(({ path }) => path);
  return readTargetWsdls(settings.target, settings, [...new Set(paths)]);
}

/** Makes the run of a side, which sends only its planned messages and no smaller inputs. */
async function sideOf(plan: RunPlan, reportDir: string, run: RunSide): Promise<Side | Refusal> {
  const reporter = [{ name: 'har', file: null }] as const;
  const settings = { ...plan.settings, reportDir, reporter, allure: false, html: false };
  const sends = plan.sends && { ...plan.sends, maxMessages: plannedMessages(plan.exchanges) };
  const ended = await run({ ...plan, settings, sends, smaller: null });
  if ('message' in ended) return ended;
  const { exchanges, summary, why } = ended.results;
  // A run of probes alone judges nothing, and has replies to compare all the same.
  const isWhole = exchanges.length === summary.planned && summary.harnessError === 0;
  if (ended.exitCode > 1 && !(ended.exitCode === 4 && isWhole)) {
    const reason = why === undefined ? '' : `: ${why}`;
    return refusal(ended.exitCode as 3 | 4 | 5, `the run against ${settings.target} is incomplete${reason}`);
  }
  const side = readSide(reportDir);
  return 'message' in side ? side : { ...side, name: settings.target ?? side.name };
}

/** Reads a recording: a HAR file, or a report folder with one. */
export function readSide(path: string): Side | Refusal {
  const read = readRecording(path, builtInDeclarations().contract);
  if (!read.ok) return refusal(2, read.error);
  const { entries: calls, tickets } = read.value;
  const recorded = { name: path, calls, tickets };
  if (!isFolder(path) || !existsSync(resultsFile(path))) return { ...recorded, results: null };
  const results = loadResults(resultsFile(path));
  if (!results.ok) return refusal(2, firstProblems(results.error.map(formatProblem)));
  return { ...recorded, results: results.value };
}

/**
 * Returns a function that keeps the calls of a recording whose exchanges the filters choose by id; foreign traffic has no
 * ids. A case that is not declared has the words of its id, and no tags.
 */
function filterFor(recordings: readonly Side[], settings: Settings): ((side: Side) => Side) | Refusal {
  const chosenBy = settingGroups.filters
    .filter((name) => settings[name].length > 0)
    .map((name) => sourceOf(settings, name));
  if (chosenBy.length === 0 || recordings.length === 0) return (side) => side;
  const foreign = recordings.find(({ calls }) => calls.some(({ place }) => place === null));
  if (foreign) {
    const filters = chosenBy.join(' and ');
    const why = `${foreign.name} is not the recording of a run, so ${filters} cannot choose from it`;
    return refusal(2, `${why}; remove ${filters}`);
  }
  const all = { ...settings, ...picked(defaultSettings, settingGroups.filters) };
  const plan = planRun({ ...all, target: null, probes: true, shard: null, known: null }, 'compare');
  if (!plan.ok) return plan;
  const declared = new Map<string, Selectable>(plan.selected.map((exchange) => [exchange.id, exchange]));
  const ids = recordings.flatMap(({ calls }) => calls.flatMap(({ place }) => place?.exchange ?? []));
  const exchanges = [...new Set(ids)].map((id) => ({ ...(declared.get(id) ?? fromId(id)), id }));
  const found = select(exchanges, settings);
  if (!found.ok) {
    const names = [...new Set(recordings.map(({ name }) => name))];
    return refusal(2, found.error.map((problem) => selectionText(problem, settings, names)).join('\n'));
  }
  const chosen = new Set<string | undefined>(found.value.map(({ id }) => id));
  // Its results are those of all its exchanges.
  return (side) => {
    const calls = side.calls.filter(({ place }) => chosen.has(place?.exchange));
    return { ...side, calls, results: null };
  };
}

function fromId(id: string): Selectable {
  const [operation = '', name = '', binding = '', variant = null] = id.split('/');
  return { operation, case: name, binding, variant, tags: [], level: 'unknown' };
}
