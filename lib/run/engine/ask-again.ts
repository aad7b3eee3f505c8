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
import type { ExchangeRun, JudgedCall, ReportPatience } from './calls.ts';

/** Milliseconds after its send at which a report that was refused is asked again, until its packet is known. */
const PAUSES = [25, 50, 100, 200, 400, 800, 1600, 3200];

export const reportPatience = (): ReportPatience => ({
  enoughMs: 0,
  knownMs: Number.POSITIVE_INFINITY,
  tried: new Map(),
});

const isBroken = ({ level }: Finding) => level !== 'gap';

/**
 * Returns a refused report on a new packet as it is once its packet is known, or as it was. The first one over a binding
 * finds out how long that takes: it is refused again at least once, so that one wrong reply is not taken for a late one,
 * and no other packet was known as early.
 * @param ask makes the call again, judged
 * @param pause waits so many milliseconds
 */
export async function onceKnown(
  { source, exchange, calls }: ExchangeRun,
  first: JudgedCall,
  ask: () => Promise<JudgedCall>,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): Promise<JudgedCall> {
  const sentAt = calls[exchange.steps[calls.length]?.reportsOn ?? -1]?.record.endedAt;
  const patience = source.kind === 'live' ? source.patience : undefined;
  if (!patience || sentAt === undefined || exchange.probe) return first;
  const { operation, binding, startedAt } = first.record;
  const ageMs = startedAt - sentAt;
  const isRefused = ({ evidence, reply }: JudgedCall) =>
    evidence.reached !== 'outcome' && isRefusal(evidence) && !reply?.deliveries.length;
  if (!isRefused(first)) patience.knownMs = Math.min(patience.knownMs, ageMs);
  const isEarly = ageMs < (patience.enoughMs || patience.knownMs);
  if (!isRefused(first) || !isEarly || !first.findings.some(isBroken)) return first;
  const isKnownAfter = async (ms: number) => {
    await pause(sentAt + ms - Date.now());
    const again = await ask();
    return isRefused(again) ? undefined : again;
  };
  const find = async () => {
    const pauses = PAUSES.filter((ms) => sentAt + ms > Date.now());
    for (const [place, ms] of pauses.entries()) {
      const isKnown = (await isKnownAfter(ms)) !== undefined;
      if (isKnown && place > 0) patience.enoughMs = Math.max(patience.enoughMs, ms);
      if (isKnown) return;
    }
  };
  const key = `${operation} ${binding}`;
  const tried = patience.tried.get(key) ?? find();
  patience.tried.set(key, tried);
  await tried;
  return (patience.enoughMs > ageMs && (await isKnownAfter(patience.enoughMs))) || first;
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
