import type { Candidate, Sources } from './candidates.ts';
import { good } from './kinds.ts';

const NODE_INDEX = 'CI_NODE_INDEX';
const NODE_TOTAL = 'CI_NODE_TOTAL';

/**
 * The shard as GitLab and others tell it to a job of which there are several; they count from 1. A total alone is that
 * of a job of which there is one.
 */
export function shardOfEngine({ environment }: Sources): Candidate | null {
  const index = environment[NODE_INDEX];
  if (!index) return null;
  return {
    origin: { kind: 'environment', name: NODE_INDEX },
    folder: process.cwd(),
    texts: good([`${index}/${environment[NODE_TOTAL] ?? ''}`]),
    message: ({ why }) =>
      `${NODE_INDEX} and ${NODE_TOTAL}: ${why}; --shard says it in their place, --shard 1/1 that there is one`,
  };
}
