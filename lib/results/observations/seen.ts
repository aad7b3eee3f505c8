import type { ResultObservation } from '../../model/running/results.ts';
import { mergeObservations } from './merge.ts';

/** Values of one observation that are told. */
const MOST_TOLD = 5;

/** What was seen of one thing, over all operations. */
export interface Seen {
  readonly what: string;
  /** Such as `Completed in 1,025 of 1,041 replies`. */
  readonly text: string;
  /** Id of an exchange that shows the first value. */
  readonly example: string;
}

/** Returns what was seen where a requirement leaves something open. */
export function seenOf(observations: readonly ResultObservation[], requirement: string): readonly Seen[] {
  return seen(observations.filter((one) => one.requirement === requirement));
}

/** Those that a reader of the console is told of, the first that there are. */
const SHORT: readonly string[] = ['PacketStatus', 'DeliveryResult', 'DeliveryTime', 'SendDate', 'refusal'];

/** Returns what was seen in a few words: at most five things. */
export function seenInShort(observations: readonly ResultObservation[]): readonly Seen[] {
  const all = seen(observations);
  return SHORT.flatMap((what) => all.find((one) => one.what === what) ?? []);
}

function seen(observations: readonly ResultObservation[]): readonly Seen[] {
  const overall = mergeObservations([observations.map((one) => ({ ...one, operation: '' }))]);
  return overall.map(({ what, of, most, values }) => {
    const [first] = values;
    if (most) return { what, text: number(Number(first?.value)), example: first?.example ?? '' };
    const told = values.slice(0, MOST_TOLD).map(({ value, count }, index) => {
      const shown = value === '' ? '(empty)' : value.replace(/^<([^<>]+)>$/, '$1');
      return `${shown} in ${number(count)}${index === 0 ? ` of ${number(of)}` : ''}`;
    });
    const left = of - values.slice(0, MOST_TOLD).reduce((sum, { count }) => sum + count, 0);
    const others = left === 0 ? [] : [`others in ${number(left)}`];
    return { what, text: [...told, ...others].join(', '), example: first?.example ?? '' };
  });
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
