import type { Exchange } from '../model/exchange.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { Environment } from '../model/running/settings.ts';
import type { Traffic } from '../recording/read-recordings.ts';
import { hasMaskedNumbers, numbersIn, ticketsIn } from '../recording/recorded-values.ts';
import { ownPlace, type RecognisedCall, replayOf } from '../recording/replay.ts';
import { clearReports } from '../report-folder/own-folder.ts';
import { dayOf } from '../results/known-failures/entries.ts';
import { readKnownFailures } from '../results/known-failures/known-failures.ts';
import type { Settings } from '../settings/run-settings.ts';
import { groupedBy } from '../text/add-to.ts';
import { counted } from '../text/counted.ts';
import { defined } from '../text/defined.ts';
import { adaptedNotes } from './built-in.ts';
import { knownFile, planRun } from './plan-run.ts';
import { type Prepared, preparedOf } from './prepare.ts';

/** Calls that were made before, of recordings or of clients of this process, which are judged instead of a target. */
export interface Recordings {
  readonly traffic: Traffic;
  /** Null where the calls say it themselves. */
  readonly namespace: string | null;
  readonly baseUrl: string | null;
  /** True if the responses are ours, so that only the requests are judged. */
  readonly requestsOnly: boolean;
  /** True if a run that leaves out exchanges without exact bytes still counts as whole. */
  readonly allowsInexact?: boolean;
  /** A clause that tells who answered the clients of this process. */
  readonly answers?: string;
  /** Exchanges of a scenario, and others that clients were seen to make; an exchange without a call is blocked. */
  readonly exchanges: readonly Exchange[];
  readonly notes: readonly string[];
}

/** Prepares a run of calls that were made before: their exchanges replace those of a plan, and nothing is sent. */
export async function prepareRecording(
  settings: Settings,
  { traffic, exchanges: wanted, requestsOnly, answers, ...given }: Recordings,
  environment: Environment,
  begin: () => void,
): Promise<Prepared | Refusal> {
  const plan = planRun({ ...settings, target: null, known: null }, 'judge0');
  if (!plan.ok) return plan;
  const recognised = traffic.calls;
  if (recognised.length === 0) return refusal(4, nothingRecognised(traffic));
  const planned = new Map([...plan.selected, ...wanted].map((exchange) => [exchange.id, exchange]));
  const replay = replayOf(recognised, planned);
  const exchanges = [...replay.exchanges, ...wanted.filter(({ id }) => !replay.calls.has(id))];
  if (exchanges.length === 0) {
    const none = `none of ${counted(replay.inexact.length, 'exchange')} was recorded to the byte`;
    return refusal(4, `nothing can be judged: ${none}`);
  }
  const ids = exchanges.map(({ id }) => id);
  const known = readKnownFailures(knownFile(settings), ids, dayOf(new Date()));
  if (!known.ok) return known;
  const inexact = given.allowsInexact ? [] : replay.inexact;
  const adapted = adaptedNotes(plan.declarations.contract);
  const notes = [...adapted, ...notesOf(replay.inexact.length - inexact.length, traffic), ...given.notes];
  const isOurs = answers === undefined && recognised.every((call) => ownPlace(call, planned) !== undefined);
  const scope = answers === undefined ? scopeOf(exchanges, isOurs ? plan.selected : null) : undefined;
  const said = { exchanges, notRun: inexact, known: known.value, notes, scope };
  const run = preparedOf({ ...plan, ...said }, environment);
  const cleared = await clearReports(run, begin);
  if (!cleared.ok) return cleared;
  const calls = recognised.map(({ call }) => call);
  const baseUrl = given.baseUrl ?? mostFrequent(calls.map(({ target }) => target.baseUrl)) ?? '';
  const namespace = given.namespace ?? recordedNamespace(recognised) ?? settings.namespace;
  return {
    ok: true,
    run: {
      ...run,
      target: { baseUrl, namespace, kind: 'external' },
      recordings: defined({ calls: replay.calls, requestsOnly, own: isOurs, answers }),
      secrets: [...new Set([...run.secrets, ...ticketsIn(calls), ...traffic.tickets])],
      numbers: settings.mask === 'numbers' ? [...new Set([...run.numbers, ...numbersIn(calls)])] : [],
      smaller: null,
    },
    close: cleared.release,
  };
}

/** Says what part of `all` was recorded, null for traffic of others; undefined where it is everything that is judged. */
function scopeOf(recorded: readonly Exchange[], all: readonly Exchange[] | null): string | undefined {
  const judged = (exchanges: readonly Exchange[]) => exchanges.filter(({ probe }) => !probe).length;
  if (all && judged(recorded) >= judged(all)) return undefined;
  const part = all
    ? `${judged(recorded)} of ${counted(judged(all), 'exchange')}`
    : counted(judged(recorded), 'exchange');
  return `recorded: ${part}; not a judgement of the contract`;
}

/** Returns the namespace of the recorded envelopes; where all calls are over GET or POST, that of their replies. */
function recordedNamespace(calls: readonly RecognisedCall[]): string | undefined {
  const ofRequests = calls.flatMap(({ call }) => call.target.namespace || []);
  const ofReplies = () => calls.flatMap(({ replyNamespace }) => replyNamespace || []);
  return mostFrequent(ofRequests) ?? mostFrequent(ofReplies());
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const same = [...groupedBy(texts, (text) => text)];
  return same.sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

function nothingRecognised({ others, probes }: Traffic): string {
  const first = others[0] ?? (probes > 0 ? 'a probe, which is never judged' : undefined);
  const why = first === undefined ? ': the recordings have no entries' : `; the first entry: ${first}`;
  return `nothing recognised: no entry is a call of the contract${why}`;
}

function notesOf(inexact: number, { calls, probes, others }: Traffic): readonly string[] {
  const masked = calls.filter(({ call }) => hasMaskedNumbers(call)).length;
  const strange = others.length;
  const are = strange === 1 ? 'is not a call' : 'are not calls';
  const notes: readonly (readonly [count: number, note: string])[] = [
    [probes, `${counted(probes, 'probe')} of the recordings: never judged`],
    [inexact, `not exact: ${counted(inexact, 'exchange')} not recorded to the byte, and not judged`],
    [
      masked,
      `not exact: numbers of ${counted(masked, 'call')} are masked, so the form of a number was not judged`,
    ],
    [strange, `${counted(strange, 'entry', 'entries')} of the recordings ${are} of the contract`],
  ];
  return notes.flatMap(([count, note]) => (count === 0 ? [] : [note]));
}
