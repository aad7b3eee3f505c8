import { printable } from '../../findings/finding-text.ts';
import type { Results } from '../../model/running/results.ts';
import { farApart } from './far-apart.ts';
import { type Input, isShard, type ShardInput, type ShardResults } from './shard-results.ts';
import { strangeText } from './strange-text.ts';

type Checked =
  | { readonly ok: true; readonly shards: readonly ShardInput[] }
  | { readonly ok: false; readonly message: string };

/**
 * The shards of one run, in their order; or why these folders do not hold exactly those.
 *
 * @param runId of the run that they have to be of; null where nobody says which
 */
export function checkShards(inputs: readonly Input[], runId: string | null): Checked {
  for (const { folder, results } of inputs) {
    const strange = strangeText(results);
    if (strange !== undefined) {
      return wrong(`${folder}: ${strange} holds control characters, which a run never writes`);
    }
  }
  const whole = inputs.find((input) => !isShard(input));
  if (whole) {
    return wrong(`${whole.folder} is a run without --shard; expected a shard`);
  }
  const shards = inputs.filter(isShard);
  const mistake =
    differenceIn(shards) ??
    ofAnotherRun(shards, runId) ??
    twiceIn(shards) ??
    missingIn(shards) ??
    brokenIn(shards) ??
    farApart(shards);
  if (mistake !== undefined) return wrong(mistake);
  return { ok: true, shards: shards.toSorted((a, b) => a.results.shard.index - b.results.shard.index) };
}

function wrong(message: string): Checked {
  return { ok: false, message };
}

type Same = readonly [what: string, of: (results: ShardResults) => string, hint?: string];

/** What shards of one run have in common, as it is told where they do not. */
const same: readonly Same[] = [
  [
    'runs',
    ({ shard }) => shard.runId ?? 'one without an id',
    'merge what one run has written, whose shards have the same --run-id, or that of their CI engine',
  ],
  ['versions of the suite', ({ suite }) => `${suite.name} ${suite.version}`],
  ['targets', ({ target: { kind, baseUrl } }) => (kind === 'reference' ? 'the embedded reference' : baseUrl)],
  ['namespaces', ({ target }) => target.namespace],
  ['certificates', ({ target }) => (target.insecure ? 'not verified' : 'verified')],
  ['gates', ({ gate }) => gate],
  ['numbers of shards', ({ shard }) => String(shard.total)],
  ['permissions to send', ({ shard }) => shard.permission ?? 'none'],
  ['budgets of messages', ({ shard }) => String(shard.plan.budget ?? 'none')],
  [
    'plans',
    ({ shard: { plan } }) => `${plan.exchanges} exchanges, ${plan.digest.slice(0, 12)}`,
    'give every shard the same filters, cases, values, packets and recipients',
  ],
  ['known failures', ({ shard }) => shard.plan.known.slice(0, 12), 'give every shard the same file'],
  ['registers', (results) => JSON.stringify(namesIn(results)), 'give every shard the same cases folder'],
];

function namesIn({ requirements, rules = [] }: Results): readonly string[] {
  return [...requirements.map(({ id }) => id), ...rules.map(({ id }) => id)];
}

/** Characters of a value that are worth showing beside another. */
const MOST_SHOWN = 200;

function differenceIn([first, ...others]: readonly ShardInput[]): string | undefined {
  if (!first) return undefined;
  for (const other of others) {
    const found = same.find(([, of]) => of(first.results) !== of(other.results));
    if (!found) continue;
    const [what, of, hint] = found;
    const values = [of(first.results), of(other.results)];
    const shown = values.some(({ length }) => length > MOST_SHOWN)
      ? ''
      : `: ${values.map(printable).join(' and ')}`;
    const advice = hint === undefined ? '' : `; ${hint}`;
    return `${first.folder} and ${other.folder} are of different ${what}${shown}${advice}`;
  }
  return undefined;
}

/** Where all folders were left by one run, and it is not the one to be merged. */
function ofAnotherRun([first]: readonly ShardInput[], runId: string | null): string | undefined {
  if (first === undefined || runId === null) return undefined;
  const { runId: own } = first.results.shard;
  if (own === runId) return undefined;
  const is = own === undefined ? 'does not say which run it is of' : `is of run ${printable(own)}`;
  return `${first.folder} ${is}, and ${runId} is to be merged: a job that wrote nothing leaves what a run before has written; to merge another run, give its id with --run-id`;
}

function twiceIn(shards: readonly ShardInput[]): string | undefined {
  const byIndex = new Map<number, string>();
  for (const { folder, results } of shards) {
    const { index, total } = results.shard;
    const before = byIndex.get(index);
    if (before !== undefined) return `${before} and ${folder} both hold shard ${index} of ${total}`;
    byIndex.set(index, folder);
  }
  return undefined;
}

function missingIn(shards: readonly ShardInput[]): string | undefined {
  const total = shards[0]?.results.shard.total ?? 0;
  const there = new Map(shards.map(({ folder, results }) => [results.shard.index, folder]));
  // Of a file that says millions, the first few are enough.
  const missing: number[] = [];
  for (let index = 1; index <= total && missing.length < 10; index += 1) {
    if (!there.has(index)) missing.push(index);
  }
  if (missing.length === 0) return undefined;
  const found = [...there].sort(([a], [b]) => a - b).map(([index, folder]) => `${index} in ${folder}`);
  const what = missing.length === 1 ? 'shard' : 'shards';
  const more = total - there.size > missing.length ? ', …' : '';
  return `${what} ${missing.join(', ')}${more} of ${total} ${missing.length === 1 ? 'is' : 'are'} missing: there are ${found.join(', ')}`;
}

/** What cannot be of runs that went to their end in one piece. */
function brokenIn(shards: readonly ShardInput[]): string | undefined {
  const places = new Map<number, string>();
  for (const { folder, results } of shards) {
    const { exchanges, notRun, shard, startedAt } = results;
    const { places: own, plan, index, total } = shard;
    if (Number.isNaN(Date.parse(startedAt))) return `${folder}: startedAt is not a time`;
    const fits =
      index <= total &&
      own.exchanges.length === exchanges.length &&
      own.notRun.length === notRun.length &&
      [...own.exchanges, ...own.notRun].every((place) => place < plan.exchanges);
    if (!fits) return `${folder}: the places of its exchanges do not fit its plan; was results.json changed?`;
    for (const place of [...own.exchanges, ...own.notRun]) {
      const before = places.get(place);
      if (before !== undefined) return `${before} and ${folder} both hold exchange ${place} of the plan`;
      places.set(place, folder);
    }
  }
  const planned = shards.reduce((sum, { results }) => sum + results.summary.planned, 0);
  const whole = shards[0]?.results.shard.plan.exchanges ?? 0;
  if (planned === whole) return undefined;
  return `the shards were to judge ${planned} exchanges together, and their plan has ${whole}; a pattern of \`vitest -t\` makes a shard smaller`;
}
