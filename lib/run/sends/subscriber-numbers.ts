import { sampleNumbers, type ValueSource } from '../../cases/plan/generate.ts';
import { type Exchange, isCapture } from '../../model/exchange.ts';
import type { Settings } from '../../settings/run-settings.ts';
import { allowList, needsPermission } from './permission.ts';

/** Count of numbers for the reference and loopback: more than the built-in cases need, so that each call has its own. */
const SAMPLE_NUMBERS = 20_000;

/**
 * Returns the numbers that a plan may draw from, in turn. Forbidden numbers come last and take no turn: an exchange that
 * reaches them needs more numbers than are allowed, and is not run.
 */
export function subscriberNumbers(settings: Settings): Required<Pick<ValueSource, 'numbers' | 'turning'>> {
  const samples = sampleNumbers(SAMPLE_NUMBERS);
  const allowed = [...allowList(settings.recipients)];
  if (allowed.length === 0) return { numbers: samples, turning: samples.length };
  const others = samples.filter((number) => needsPermission(settings) && !allowed.includes(number));
  return { numbers: [...allowed, ...others], turning: allowed.length };
}

/** Digits at the end of a number that all its notations share; a country code has three digits at most. */
const ENDING = 7;

/** Returns the subscriber numbers to mask, if the user asks for it: the allow-list and those that the plan writes. */
export function numbersToMask(settings: Settings, exchanges: readonly Exchange[]): readonly string[] {
  if (settings.mask !== 'numbers') return [];
  const values = exchanges.flatMap(({ steps }) => steps.flatMap((step) => Object.values(step.values)));
  const texts = values.flatMap((value) => (isCapture(value) ? [] : value));
  const endings = new Set(texts.map((text) => text.replace(/\D/g, '').slice(-ENDING)));
  const { numbers } = subscriberNumbers(settings);
  return numbers.filter((text) => settings.recipients.includes(text) || endings.has(text.slice(-ENDING)));
}
