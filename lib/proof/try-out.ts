import PQueue from 'p-queue';
import { runExchange } from '../engine/run-exchange.ts';
import { type JudgeContext, judgeContext } from '../judge/judge-context.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import { type Deviation, startReference } from '../reference/index.ts';
import type { Declarations } from '../run/built-in.ts';
import { defaultSettings } from '../settings/run-settings.ts';
import { openSender } from '../transport/sender.ts';
import type { Subject, Trial } from './subject.ts';

const CONCURRENCY = 16;
const TIMEOUT_MS = 10_000;
export const PROOF_NAMESPACE = 'http://postsms.example/sms';

/** Judges the reference with a deviation, or healthy, over sockets as a run does; in order where one at a time. */
export async function judgeService(
  deviations: readonly Deviation[],
  exchanges: readonly Exchange[],
  { contract, register }: Declarations,
  concurrency = CONCURRENCY,
): Promise<readonly JudgedExchange[]> {
  const reference = await startReference({
    contract,
    namespace: PROOF_NAMESPACE,
    // Nothing may differ between two trials but what deviates.
    clock: () => new Date(Date.UTC(2024, 0, 1)),
    defects: deviations,
  });
  const target = { baseUrl: reference.baseUrl, namespace: PROOF_NAMESPACE, kind: 'reference' } as const;
  const context: JudgeContext = judgeContext(contract, target, register);
  const sender = openSender(reference.baseUrl, {
    ...defaultSettings.pace,
    ...defaultSettings.transport,
    concurrency,
    timeoutMs: TIMEOUT_MS,
    // A deviation may end connections.
    keepAlive: deviations.length === 0,
  });
  try {
    const queue = new PQueue({ concurrency });
    const packetsGiven = new Map<string, string>();
    return await queue.addAll(
      exchanges.map((exchange) => () => runExchange(exchange, sender, context, { packetsGiven })),
    );
  } finally {
    await sender.close();
    await reference.close();
  }
}

/** What the healthy reference shows: findings of level gap that any service may show; by exchange and rule. */
export type Baseline = ReadonlySet<string>;

const pair = (exchange: string, rule: string) => `${exchange} ${rule}`;

/**
 * Judges the healthy reference over the whole plan.
 * @throws Error when the judge or the reference is wrong: no trial would mean anything
 */
export async function baselineOf(plan: readonly Exchange[], declarations: Declarations): Promise<Baseline> {
  const judged = await judgeService([], plan, declarations);
  const wrong = judged.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'observed');
  if (wrong.length > 0) {
    throw new Error(`the reference itself is judged wrong: ${wrong.map(({ id }) => id).join(', ')}`);
  }
  return new Set(judged.flatMap(({ id, findings }) => findings.map(({ rule }) => pair(id, rule))));
}

/** Tries a subject: what fires that is silent on the healthy reference. */
export async function tryOut(
  subject: Subject,
  exchanges: readonly Exchange[],
  baseline: Baseline,
  declarations: Declarations,
): Promise<Trial> {
  const started = performance.now();
  const judged = await judgeService([subject.deviation], exchanges, declarations);
  const fired: Record<string, string[]> = {};
  const broken = new Set<string>();
  const affected = new Set<string>();
  const own = ({ id }: JudgedExchange, { rule }: Finding) => !baseline.has(pair(id, rule));
  for (const one of judged) {
    for (const finding of one.findings.filter((each) => own(one, each))) {
      fired[finding.rule] = [...new Set([...(fired[finding.rule] ?? []), one.id])];
      for (const requirement of finding.requirements) broken.add(requirement);
      for (const requirement of finding.affected ?? []) affected.add(requirement);
    }
  }
  return {
    id: subject.id,
    exchanges: judged.length,
    fired,
    broken: [...broken].sort(),
    affected: [...affected].filter((id) => !broken.has(id)).sort(),
    faults: judged.flatMap(({ id, verdict, note }) =>
      verdict === 'harness-error' ? [`${id}: ${note}`] : [],
    ),
    durationMs: performance.now() - started,
  };
}
