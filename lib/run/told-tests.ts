import type { TaskMeta } from 'vitest';

/** Tests that have ended and still hold what Allure was told of them. */
const KEPT = 500;

/** Vitest hands on what it has with the first test that ends a tenth of this later. */
const HANDED_ON_MS = 1_000;

interface Told {
  readonly meta: TaskMeta;
  readonly endedAt: number;
}

/**
 * Lets go in the worker of what Allure was told of a test, its requests and responses, and of its record, once Vitest has
 * long handed them on: it keeps its tests to the end of the run, and that would be half of what the worker holds.
 * @param now milliseconds of a clock that never goes back
 */
export function toldTests(now: () => number = () => performance.now()): { ended(meta: TaskMeta): void } {
  const told: Told[] = [];
  let first = 0;
  return {
    ended: (meta) => {
      told.push({ meta, endedAt: now() });
      for (;;) {
        const oldest = told[first];
        if (!oldest || told.length - first <= KEPT || now() - oldest.endedAt < HANDED_ON_MS) break;
        letGo(oldest.meta);
        first += 1;
      }
      if (first > KEPT) first -= told.splice(0, first).length;
    },
  };
}

/** The properties stay: without them V8 would keep the others in a table, which takes as much as was let go. */
function letGo(meta: { allureRuntimeMessages?: unknown; exchange?: unknown }): void {
  meta.allureRuntimeMessages = undefined;
  meta.exchange = undefined;
}
