import type { Masked } from '../../model/running/masked.ts';
import type { RequirementState, Results } from '../../model/running/results.ts';
import { neverShown } from '../../results/ending.ts';
import { ours } from '../../secrets/mask.ts';
import { plainJson } from '../../text/printable.ts';
import { knownText } from './format-helpers.ts';

/**
 * Returns a run as the JSON of an endpoint of shields.io (https://shields.io/badges/endpoint-badge). The badge is green
 * only for a complete run that conforms without known failures, of a service that has shown what it does.
 */
export function badgeJson(results: Results): Masked {
  const { outcome, exitCode, requirements } = results;
  const count = (wanted: RequirementState) => requirements.filter(({ state }) => state === wanted).length;
  const [held, notHeld] = [count('held'), count('broken') + count('untested')];
  const known = knownText(results);
  const isDoubtful = known !== undefined || neverShown(results) !== undefined;
  const counted = ours`${held} of ${held + notHeld} held${known === undefined ? '' : ours`, ${known}`}`;
  // What only should hold may be broken in a run that conforms, and what was not chosen is not tested.
  const good = notHeld === 0 ? ours`brightgreen` : ours`green`;
  const ended = ours`${outcome}`;
  const [message, color] = {
    conforms: [counted, isDoubtful ? ours`yellow` : good],
    deviates: [counted, ours`red`],
    'known failures out of date': [ended, ours`orange`],
    partial: [ours`partial, ${counted}`, exitCode === 0 ? ours`yellow` : ours`orange`],
    error: [ended, ours`red`],
  }[outcome];
  return ours`${plainJson({ schemaVersion: 1, label: 'SMS contract', message, color }, 2)}\n`;
}
