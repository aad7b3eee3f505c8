import { good, type Kind, single, wrong } from './kinds.ts';

/** Characters at most: enough for the id of any engine, and few enough to stand in a message. */
const MOST = 200;

/** What a CI engine calls a run. Any word will do: it is compared, and nothing else. */
export const runId: Kind<string | null> = single('<id>', (given) =>
  /^[^\s\p{C}]+$/u.test(given) && given.length <= MOST
    ? good(given)
    : wrong(given, `the id of a run, one word of at most ${MOST} characters`),
);
