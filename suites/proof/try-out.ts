import { type Change, isOneSided, pairsOf, type Replies, repliesOf } from '../../lib/compare/replies.ts';
import { judgeRun } from '../../lib/judge/judge-step.ts';
import type { Contract } from '../../lib/model/contract.ts';
import type { Exchange } from '../../lib/model/exchange.ts';
import type { JudgedExchange } from '../../lib/model/judging/verdict.ts';
import type { Declarations } from '../../lib/model/running/prepared-run.ts';
import type { HarEntry } from '../../lib/recording/read-har.ts';
import { recogniseEntries } from '../../lib/recording/read-recordings.ts';
import type { Lab } from './lab.ts';
import type { Subject, Trial } from './subject.ts';

/** What the healthy reference shows, by exchange. */
export type Baseline = ReadonlyMap<string, { readonly rules: readonly string[]; readonly replies: Replies }>;

/**
 * Judges the healthy reference.
 * @throws Error when the judge or the reference is wrong: no trial would mean anything
 */
export async function baselineOf(
  exchanges: readonly Exchange[],
  lab: Lab,
  contract: Contract,
): Promise<Baseline> {
  const judged = await lab.judge([], exchanges);
  const wrong = judged.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'observed');
  if (wrong.length > 0) {
    throw new Error(`the reference itself is judged wrong: ${wrong.map(({ id }) => id).join(', ')}`);
  }
  return new Map(
    judged.map((exchange) => {
      // Findings of level gap, which any service may show.
      const rules = exchange.findings.map(({ rule }) => rule);
      return [exchange.id, { rules, replies: recorded(exchange, contract) }];
    }),
  );
}

/** What the exchanges together show, as those of a whole run do. */
export function foundInAll(judged: readonly JudgedExchange[], register: Declarations['register']) {
  const evaluated = judged.flatMap((exchange) =>
    [exchange, ...exchange.steps].flatMap((part) => part.evaluated),
  );
  return judgeRun(new Set(evaluated), register);
}

/** Tries a subject: what fires that is silent on the healthy reference. */
export async function tryOut(
  subject: Subject,
  exchanges: readonly Exchange[],
  baseline: Baseline,
  lab: Lab,
  { contract, register }: Pick<Declarations, 'contract' | 'register'>,
): Promise<Trial> {
  const judged = await lab.judge([subject], exchanges);
  const ofRun = foundInAll(judged, register).map((finding) => ({ ...finding, id: 'the whole run' }));
  const ofExchanges = judged.flatMap(({ id, findings }) =>
    findings
      .filter(({ rule }) => !baseline.get(id)?.rules.includes(rule))
      .map((finding) => ({ ...finding, id })),
  );
  const found = [...ofExchanges, ...ofRun];
  const fired: Record<string, string[]> = {};
  for (const { rule, id } of found) fired[rule] = [...new Set([...(fired[rule] ?? []), id])];
  const broken = new Set(found.flatMap(({ requirements }) => requirements));
  const affected = new Set(found.flatMap((finding) => finding.affected ?? []));
  const errors = judged.filter(({ verdict }) => verdict === 'harness-error');
  return {
    id: subject.id,
    exchanges: judged.length,
    fired,
    broken: [...broken].sort(),
    affected: [...affected].filter((id) => !broken.has(id)).sort(),
    faults: [
      ...errors.slice(0, 1).map(({ id, note }) => `harness error in ${id}: ${note}`),
      ...miscompared(subject, judged, baseline, contract),
    ],
  };
}

/**
 * What is wrong with what `compare` reports between the replies of the reference and those of a subject: it must report a
 * difference for a defect, one of meaning for a twin with other values, and none of meaning for any other twin.
 */
function miscompared(
  { kind, hasOtherValues }: Subject,
  judged: readonly JudgedExchange[],
  baseline: Baseline,
  contract: Contract,
): readonly string[] {
  /** The first change that is meant; a recording is read only until one is found. */
  const firstOf = (isMeant: (change: Change) => boolean) => {
    for (const exchange of judged) {
      const old = baseline.get(exchange.id)?.replies ?? new Map();
      const pairs = [...pairsOf(old, recorded(exchange, contract)).values()];
      const changes = pairs.flatMap((pair) => (isOneSided(pair) ? [] : pair.changes));
      const change = changes.find(isMeant);
      if (change) return change;
    }
    return undefined;
  };
  if (kind === 'defect') return firstOf(() => true) ? [] : ['compare reports no difference'];
  const ofMeaning = firstOf((change) => change.kind === 'meaning');
  if (hasOtherValues) return ofMeaning ? [] : ['compare reports no difference of meaning'];
  return ofMeaning ? [`compare reports a difference of meaning: ${ofMeaning.field}`] : [];
}

/** What a recording of an exchange holds. */
function recorded({ id, steps }: JudgedExchange, contract: Contract): Replies {
  const entries = steps.map(
    (step, index): HarEntry => ({
      ...step,
      entry: index + 1,
      place: { exchange: id, step: index },
      origin: 'http://127.0.0.1',
      inexact: [],
    }),
  );
  return repliesOf(recogniseEntries(entries, contract), contract);
}
