import type { Exchange } from '../model/exchange.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import type { Lab } from './lab.ts';
import type { Subject, Trial } from './subject.ts';

/** What the healthy reference shows: findings of level gap that any service may show; by exchange and rule. */
export type Baseline = ReadonlySet<string>;

const pair = (exchange: string, rule: string) => `${exchange} ${rule}`;

/**
 * Judges the healthy reference.
 * @throws Error when the judge or the reference is wrong: no trial would mean anything
 */
export async function baselineOf(exchanges: readonly Exchange[], lab: Lab): Promise<Baseline> {
  const judged = await lab.judge([], exchanges);
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
  lab: Lab,
): Promise<Trial> {
  const started = performance.now();
  const judged = await lab.judge([subject], exchanges);
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
