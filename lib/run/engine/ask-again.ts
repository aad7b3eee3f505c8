import { setTimeout } from 'node:timers/promises';
import { outcomeText } from '../../findings/http-message.ts';
import { isRefusal } from '../../judge/answer.ts';
import type { Gate } from '../../model/contract.ts';
import type { Finding } from '../../model/judging/finding.ts';
import type { JudgedExchange } from '../../model/judging/verdict.ts';
import type { AskedAgain, ExchangeRecord, Unstable } from '../../model/running/results.ts';
import { causeKey } from '../../results/causes.ts';
import { isRed } from '../../results/verdict-counts.ts';
import type { Mask } from '../../secrets/mask.ts';
import { beginningOf } from '../../text/printable.ts';
import type { ExchangeRun, JudgedCall, LatenessOfKind, ReportPatience } from './calls.ts';

/** Milliseconds after its send at which a report that was refused is asked again, first at once, until its packet is known. */
const PAUSES = [0, 25, 50, 100, 200, 400, 800, 1600, 3200];

/** What the pause that is enough is a multiple of. */
const STEP_MS = 25;

/** Reports that were refused at first, before they may show together that a gateway is late. */
const LEAST_REFUSED = 3;

/** Milliseconds that a report waits for others which show it, as often as said. */
const WAIT_MS = 50;
const MOST_WAITS = 20;

const noLateness = () => ({ enoughMs: 0, atOnce: { refused: 0, known: 0 } });

export const reportPatience = (): ReportPatience => ({ ...noLateness(), byKind: new Map() });

const isBroken = ({ level }: Finding) => level !== 'gap';

/**
 * Returns a refused report on a new packet as it is once its packet is known, or as it was. The first one of an operation over a
 * binding finds out how long that takes: it is refused again at least once, or most others were refused at first, so that one
 * wrong reply is not taken for a late one, and no other packet was known as early to that operation over that binding. On a busy
 * machine the times of requests say little of when a server read them: a refused report counts with the least age that its packet
 * can have had, a known one with the most.
 * @param ask makes the call again, judged
 * @param pause waits so many milliseconds
 */
export async function onceKnown(
  { source, exchange, calls }: ExchangeRun,
  first: JudgedCall,
  ask: () => Promise<JudgedCall>,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): Promise<JudgedCall> {
  const sent = calls[exchange.steps[calls.length]?.reportsOn ?? -1]?.record;
  const patience = source.kind === 'live' ? source.patience : undefined;
  if (!patience || !sent || exchange.probe) return first;
  const { operation, binding } = first.record;
  const sentAt = sent.endedAt;
  const ageMs = first.record.startedAt - sentAt;
  const isRefused = ({ evidence, reply }: JudgedCall) =>
    evidence.reached !== 'outcome' && isRefusal(evidence) && !reply?.deliveries.length;
  const key = `${operation} ${binding}`;
  const noneYet: LatenessOfKind = { knownMs: Number.POSITIVE_INFINITY, ...noLateness() };
  const ofKind = patience.byKind.get(key) ?? noneYet;
  patience.byKind.set(key, ofKind);
  const both = [ofKind, patience];
  for (const { atOnce } of both) atOnce[isRefused(first) ? 'refused' : 'known'] += 1;
  if (!isRefused(first)) ofKind.knownMs = Math.min(ofKind.knownMs, first.record.endedAt - sent.startedAt);
  const isEarly = ageMs < (ofKind.enoughMs || ofKind.knownMs);
  if (!isRefused(first) || !isEarly || !first.findings.some(isBroken)) return first;
  const askAfter = async (ms: number) => {
    await pause(Math.max(0, sentAt + ms - Date.now()));
    const leastAge = Date.now() - sentAt;
    return { leastAge, ...(await ask()) };
  };
  const areMostRefused = async () => {
    const areMost = () =>
      both.some(({ atOnce: { refused, known } }) => refused >= LEAST_REFUSED && refused > known);
    for (let waits = 0; waits < MOST_WAITS && !areMost(); waits += 1) await pause(WAIT_MS);
    return areMost();
  };
  const find = async () => {
    const pauses = PAUSES.filter((ms) => ms === 0 || sentAt + ms > Date.now());
    for (const [place, ms] of pauses.entries()) {
      const again = await askAfter(ms);
      if (isRefused(again) && again.leastAge < ofKind.knownMs) continue;
      const isLate = !isRefused(again) && (place > 0 || (await areMostRefused()));
      // It may have been read much later than it was asked.
      const enough = Math.ceil((again.record.endedAt - sentAt) / STEP_MS) * STEP_MS;
      if (isLate) for (const each of both) each.enoughMs = Math.max(each.enoughMs, enough, STEP_MS);
      return;
    }
  };
  ofKind.tried ??= find();
  await ofKind.tried;
  if (patience.enoughMs <= ageMs) return first;
  const again = await askAfter(patience.enoughMs);
  return isRefused(again) ? first : again;
}

/** Exchanges at most that wait for the end of a run to be asked again, and reports that are asked again. */
const MOST_KEPT = 50;
const MOST_ASKED = 10;

/** Bytes of a reply that is kept until the end of a run. */
const MOST_BYTES = 100_000;

const sizeOf = (outcome: JudgedCall['record']['outcome']) =>
  outcome.kind === 'response' ? outcome.response.body.length : 0;

/** Keeps the reports of a run that are wrong alone among their like, and asks for each once more after the run. */
export function rechecks(
  askAgain: (run: ExchangeRun, step: number) => Promise<JudgedCall | undefined>,
  gate: Gate,
  mask: Mask,
) {
  const runs = new Map<string, ExchangeRun>();
  const records: ExchangeRecord[] = [];
  const timesOf = new Map<string, number>();
  return {
    /** Keeps a judged exchange whose findings are in reports alone. */
    keep: (run: ExchangeRun, { id, findings }: JudgedExchange) => {
      const wrong = findings.filter(isBroken);
      const ofReports = wrong.every(({ step }) => run.calls[step]?.evidence.operation.kind === 'report');
      const isSmall = run.calls.every(({ record: { outcome } }) => sizeOf(outcome) <= MOST_BYTES);
      if (wrong.length > 0 && ofReports && isSmall && run.source.kind === 'live' && runs.size < MOST_KEPT)
        runs.set(id, run);
    },
    /** Counts the causes of an exchange that is reported. */
    count: (record: ExchangeRecord) => {
      for (const key of record.findings.filter(isBroken).map(causeKey))
        timesOf.set(key, (timesOf.get(key) ?? 0) + 1);
      if (runs.has(record.id) && isRed(record.verdict, gate)) records.push(record);
    },
    /** Asks again, one report after the other, and returns those that are right then. */
    ask: async (): Promise<AskedAgain['unstable']> => {
      const alone = records.filter(({ findings }) =>
        findings.filter(isBroken).every((finding) => timesOf.get(causeKey(finding)) === 1),
      );
      const unstable: Unstable[] = [];
      for (const { id, findings } of alone.slice(0, MOST_ASKED)) {
        const run = runs.get(id);
        const step = findings.find(isBroken)?.step ?? 0;
        const first = run?.calls[step];
        if (!run || !first) continue;
        const again = await askAgain(run, step);
        if (!again || again.findings.some(isBroken)) continue;
        const text = ({ record }: JudgedCall) =>
          mask(beginningOf(outcomeText(record.outcome), MOST_OF_REPLY));
        unstable.push({ id, step, first: text(first), again: text(again) });
      }
      return unstable;
    },
  };
}

/** Characters of each reply that results keep. */
const MOST_OF_REPLY = 6_000;
