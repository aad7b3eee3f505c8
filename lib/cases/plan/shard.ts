import { createHash } from 'node:crypto';
import type { DeclaredCase, Exchange, NotRun } from '../../model/exchange.ts';
import type { PlannedKnownFailure } from '../../model/judging/verdict.ts';
import type { Shard } from '../../model/running/prepared-run.ts';

/** Returns the shard of an exchange, from 1: by the hash of its id, so that it depends on nothing else that is chosen. */
export function shardOf(id: string, total: number): number {
  // Six bytes are as many as a double holds exactly.
  return (createHash('sha256').update(id).digest().readUIntBE(0, 6) % total) + 1;
}

/** True if a run is a part of its plan; the only shard of a plan is all of it. */
export function isOneOfSeveral<T extends Shard>(shard: T | null | undefined): shard is T {
  return (shard?.total ?? 1) > 1;
}

export function inShard<T extends { readonly id: string }>(planned: readonly T[], { index, total }: Shard) {
  return planned.filter(({ id }) => shardOf(id, total) === index);
}

/**
 * Returns the SHA-256 of a plan in hexadecimal digits: its exchanges in their order, which of them are not run, and what
 * their cases (those of `cases` with an exchange) declare. Values of requests, which hold tickets and differ, are left out.
 */
export function planDigest(
  plan: readonly Exchange[],
  notRun: readonly NotRun[],
  cases: readonly DeclaredCase[],
  values: Readonly<Record<string, string>>,
): string {
  const reasons = new Map(notRun.map(({ id, reason }) => [id, reason]));
  const planned = new Set(plan.map(({ operation, case: id }) => `${operation}/${id}`));
  return digestOf([
    plan.map(({ id, steps }) => [
      id,
      steps.map((step) => [step.operation, step.binding, step.form, step.reportsOn, step.rereads]),
      reasons.get(id),
    ]),
    cases
      .filter(({ operation, id }) => planned.has(`${operation}/${id}`))
      .map(({ source, title, because, tags, ...judgedBy }) => judgedBy),
    Object.entries(values).sort(([first], [second]) => (first < second ? -1 : 1)),
  ]);
}

/** Returns the SHA-256 of known failures; the place of an entry in its file and its owner do not count. */
export function knownDigest(known: readonly PlannedKnownFailure[]): string {
  return digestOf(known.map(({ patterns, rules, expires }) => [patterns, rules, expires]));
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
