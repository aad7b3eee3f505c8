import type { Results } from '../model/running/results.ts';
import type { Gate } from '../model/running/settings.ts';

/** The gate of a run as its results say it. */
export function gateOf({ gate }: Pick<Results, 'gate'>): Gate {
  return gate === 'should' ? 'should' : 'must';
}
