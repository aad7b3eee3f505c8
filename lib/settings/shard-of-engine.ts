import { good } from './keys/kinds.ts';
import type { Candidate, Sources } from './read/candidates.ts';

const INDEX = 'CI_NODE_INDEX';
const TOTAL = 'CI_NODE_TOTAL';

/**
 * The shard as GitLab and others tell it to a job of which there are several; they count from 1. A total alone is that
 * of a job of which there is one.
 */
export function shardOfEngine({ environment }: Sources): Candidate | null {
  const { [INDEX]: index, [TOTAL]: total } = environment;
  if (!index) return null;
  return {
    origin: { kind: 'environment', name: INDEX },
    folder: process.cwd(),
    texts: total ? good([`${index}/${total}`]) : { ok: false, why: 'say of no total which part it is' },
    message: ({ why }) => {
      const zero =
        index === '0' ? `; of an engine that counts from 0 it is --shard 1/${total}, and so on` : '';
      return `${INDEX} and ${TOTAL}: ${why}${zero}; --shard i/n says it in their place, and --shard 1/1 that there is one job`;
    },
  };
}
