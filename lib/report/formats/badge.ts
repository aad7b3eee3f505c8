import type { Masked } from '../../model/running/masked.ts';
import type { RequirementState, Results } from '../../model/running/results.ts';
import { ours } from '../../secrets/mask.ts';
import { plainJson } from '../../text/printable.ts';
import { knownText } from './format-helpers.ts';

/**
 * A run as the JSON of an endpoint of shields.io (https://shields.io/badges/endpoint-badge): requirements held of those
 * that can be tested. Green is only what was judged to its end and conforms without known failures.
 */
export function badgeJson(results: Results): Masked {
  const { outcome, exitCode, requirements } = results;
  const count = (state: RequirementState) => requirements.filter((one) => one.state === state).length;
  const [held, others] = [count('held'), count('broken') + count('untested')];
  const known = knownText(results);
  const counted = ours`${held} of ${held + others} held${known === undefined ? '' : ours`, ${known}`}`;
  // What only should hold may be broken in a run that conforms, and what was not chosen is not tested.
  const good = others === 0 ? 'brightgreen' : 'green';
  const [message, color] = (
    {
      conforms: [counted, known === undefined ? good : 'yellow'],
      deviates: [counted, 'red'],
      'known failures out of date': [outcome, 'orange'],
      partial: [ours`partial, ${counted}`, exitCode === 0 ? 'yellow' : 'orange'],
      error: [outcome, 'red'],
    } as const
  )[outcome];
  const badge = { schemaVersion: 1, label: 'SMS contract', message, color } as const;
  return ours`${plainJson(badge, 2)}\n`;
}
