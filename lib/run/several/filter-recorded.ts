import type { Side } from '../../compare/comparison.ts';
import { type Refusal, refusal } from '../../model/result.ts';
import type { Settings } from '../../model/running/settings.ts';
import { type Selectable, select } from '../../plan/select.ts';
import type { RecordedCall } from '../../recording/read-har.ts';
import { planRun, selectionText } from '../plan-run.ts';

/** A side of a comparison with its recorded calls. */
export interface OpenedSide extends Side {
  readonly calls: readonly RecordedCall[];
}

/**
 * Leaves of recordings the calls that the filters choose, by the ids of their exchanges. A case that is not among the
 * declared ones has what its id says, and no tags. A filter that chooses nothing of all recordings is an error, and so is
 * one for traffic of others, which has no ids.
 */
export function filterRecorded(
  recordings: readonly OpenedSide[],
  settings: Settings,
): readonly OpenedSide[] | Refusal {
  const given = Object.entries(settings.filters).flatMap(([name, values]) =>
    values?.length ? [`--${name}`] : [],
  );
  if (given.length === 0 || recordings.length === 0) return recordings;
  const foreign = recordings.find(({ calls }) => calls.some(({ place }) => place === null));
  if (foreign) {
    const filters = given.join(' and ');
    const why = `${foreign.name} is not the recording of a run, so ${filters} cannot choose from it`;
    return refusal(2, `${why}; remove ${filters}`);
  }
  const all = { ...settings, target: null, filters: {}, probes: true, shard: null };
  const plan = planRun({ ...all, known: { path: null, mustExist: false } }, 'compare');
  if (!plan.ok) return plan;
  const declared = new Map<string, Selectable>(plan.selected.map((exchange) => [exchange.id, exchange]));
  const ids = recordings.flatMap(({ calls }) => calls.flatMap(({ place }) => place?.exchange ?? []));
  const exchanges = [...new Set(ids)].map((id) => ({ ...(declared.get(id) ?? fromId(id)), id }));
  const found = select(exchanges, settings.filters);
  if (!found.ok) {
    const names = [...new Set(recordings.map(({ name }) => name))];
    return refusal(2, found.error.map((problem) => selectionText(problem, names)).join('\n'));
  }
  const chosen = new Set<string | undefined>(found.value.map(({ id }) => id));
  // Its results are those of all its exchanges.
  return recordings.map(({ name, calls }) => ({
    name,
    calls: calls.filter(({ place }) => chosen.has(place?.exchange)),
    results: null,
  }));
}

function fromId(id: string): Selectable {
  const [operation = '', name = '', binding = '', variant = null] = id.split('/');
  return { operation, case: name, binding, variant, tags: [], level: 'unknown' };
}
