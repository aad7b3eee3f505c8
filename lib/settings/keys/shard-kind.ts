import type { Shard } from '../../model/running/shard.ts';
import { type Environment, good, type Kind, type Reading, single } from './kinds.ts';

/** Shards at most: more jobs than any engine starts for one pipeline. */
const MOST = 10_000;

const WANTED = `a shard i/n, with i from 1 to n and n at most ${MOST}, or auto/n`;

/** `2/3`, or `auto/3` where Kubernetes says which pod of an indexed Job this is. */
export const shard: Kind<Shard | null> = single('<i/n>', (given, _folder, environment) => {
  const [, first = '', last = ''] = /^(\d{1,9}|auto)\/(\d{1,9})$/.exec(given) ?? [];
  if (first === 'auto') return ofIndexedJob(Number(last), given, environment);
  return shardOf(Number(first || 'NaN'), Number(last), given);
});

function shardOf(index: number, total: number, given: string): Reading<Shard> {
  if (index >= 1 && index <= total && total <= MOST) return good({ index, total });
  const why = `${JSON.stringify(given)} is not ${WANTED}`;
  if (Number.isNaN(index) || total < 1 || total > MOST) return { ok: false, why };
  return { ok: false, why, given, allowed: [`${index < 1 ? 1 : total}/${total}`] };
}

/** Of a Kubernetes Job whose completionMode is Indexed; it counts from 0. */
const JOB_INDEX = 'JOB_COMPLETION_INDEX';

function ofIndexedJob(total: number, given: string, environment: Environment): Reading<Shard> {
  const index = environment[JOB_INDEX] ?? '';
  const what = `${JSON.stringify(given)} needs ${JOB_INDEX}, which Kubernetes sets in an indexed Job`;
  if (index === '') return { ok: false, why: `${what}; here it is not set` };
  if (!/^\d{1,9}$/.test(index)) return { ok: false, why: `${what}; ${JSON.stringify(index)} is no index` };
  if (Number(index) < total) return shardOf(Number(index) + 1, total, given);
  return {
    ok: false,
    why: `${JSON.stringify(given)}: ${JOB_INDEX} is ${index} and counts from 0, so there are more pods than ${total}: let n be the completions of the Job`,
  };
}
