import type { Exchange } from '../model/exchange.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { PreparedRun, Recordings, RunPlan } from '../model/running/prepared-run.ts';
import type { Settings } from '../model/running/settings.ts';
import { namedTickets } from '../recording/named-tickets.ts';
import {
  hasMaskedNumbers,
  numbersIn,
  ownPlace,
  type RecognisedCall,
  type RecordedCalls,
  readRecordings,
  replayOf,
  rootOf,
  ticketsIn,
} from '../recording/replay.ts';
import { dayOf } from '../results/known-failures/entries.ts';
import { readKnownFailures } from '../results/known-failures/known-failures.ts';
import { counted } from '../text/counted.ts';

export interface RecordingsGiven extends Recordings {
  /** Null where the recordings say it themselves. */
  readonly namespace: string | null;
  /** Where the calls should have gone; null where the recordings say it themselves. */
  readonly baseUrl?: string;
  /** Exchanges that clients were told to make, or were seen to make; one of which no call came is blocked. */
  readonly exchanges?: readonly Exchange[];
  readonly notes?: readonly string[];
  /** Tickets that were heard, also in requests that are not recorded; where absent, the recordings are searched for them. */
  readonly tickets?: readonly string[];
}

interface RecordedPlan extends Pick<PreparedRun, 'target' | 'recordings'> {
  readonly ok: true;
  readonly plan: RunPlan;
  /** Tickets and subscriber numbers of the recorded calls. */
  readonly tickets: readonly string[];
  readonly numbers: readonly string[];
}

/** Reads recordings and sorts their calls into exchanges, which take the place of those of a plan. */
export function recordedPlan(
  plan: RunPlan,
  file: Settings['known'],
  given: RecordingsGiven,
): RecordedPlan | Refusal {
  const { contract } = plan.declarations;
  const read = readRecordings(given.sources, contract);
  if (!read.ok) return refusal(2, read.error);
  const recognised = read.value.calls;
  if (recognised.length === 0) return refusal(4, nothingRecognised(read.value));
  const told = given.exchanges ?? [];
  const planned = new Map([...plan.selected, ...told].map((exchange) => [exchange.id, exchange]));
  const { exchanges: made, steps, inexact } = replayOf(recognised, contract, planned);
  const exchanges = [...made, ...told.filter(({ id }) => !steps.has(id))];
  if (exchanges.length === 0) {
    const none = `none of ${counted(inexact.length, 'exchange')} was recorded to the byte`;
    return refusal(4, `nothing can be judged: ${none}`);
  }
  const known = readKnownFailures(
    file,
    exchanges.map(({ id }) => id),
    dayOf(new Date()),
  );
  if (!known.ok) return known;
  const notes = [...notesOf(inexact.length, read.value), ...(given.notes ?? [])];
  const calls = recognised.map(({ call }) => call);
  const named = given.tickets ?? read.value.foreign.flatMap(({ request }) => namedTickets(request, contract));
  const baseUrl = given.baseUrl ?? mostFrequent(calls.map(({ target }) => target.baseUrl)) ?? '';
  const namespace = given.namespace ?? namespaceOf(recognised) ?? plan.settings.namespace;
  const { sources, requestsOnly = false, answers } = given;
  const own = !given.exchanges && recognised.every((call) => ownPlace(call, planned) !== undefined);
  return {
    ok: true,
    plan: { ...plan, exchanges, known: known.value, notes },
    target: { baseUrl, namespace, kind: 'external' },
    recordings: { sources, requestsOnly, own, ...(answers === undefined ? {} : { answers }) },
    ...{ tickets: [...new Set([...ticketsIn(calls), ...named])], numbers: numbersIn(calls) },
  };
}

/** The namespace of the recorded envelopes; where all calls are over GET or POST, that of their replies. */
function namespaceOf(calls: readonly RecognisedCall[]): string | undefined {
  const ofRequests = calls.flatMap(({ call: { target } }) =>
    target.namespace === '' ? [] : [target.namespace],
  );
  const ofReplies = () => calls.flatMap(({ recorded }) => rootOf(recorded)?.uri || []);
  return mostFrequent(ofRequests) ?? mostFrequent(ofReplies());
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function nothingRecognised({ others, probes }: RecordedCalls): string {
  const first = others[0] ?? (probes > 0 ? 'a probe, which is never judged' : undefined);
  const why = first === undefined ? ': the recordings have no entries' : `; the first entry: ${first}`;
  return `nothing recognised: no entry is a call of the contract${why}`;
}

function notesOf(inexact: number, { calls, probes, others }: RecordedCalls): readonly string[] {
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
