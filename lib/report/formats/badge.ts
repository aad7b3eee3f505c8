import type { Masked } from '../../model/running/masked.ts';
import type { RequirementState, Results } from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { plainJson } from '../../text/plain-json.ts';
import { knownText } from './format-helpers.ts';

/**
 * A run as the JSON that shields.io asks for at an endpoint (https://shields.io/badges/endpoint-badge): requirements
 * held of those that can be tested. Green is only what was judged to its end and conforms without known failures.
 */
export function badgeJson(results: Results): Masked {
  const badge = { schemaVersion: 1, label: 'SMS contract', ...stateOf(results) };
  return ownText(`${plainJson(badge, 2)}\n`);
}

interface BadgeState {
  readonly message: string;
  readonly color: string;
}

function stateOf(results: Results): BadgeState {
  const { outcome, exitCode, requirements } = results;
  const count = (state: RequirementState) => requirements.filter((one) => one.state === state).length;
  const [held, broken, untested] = [count('held'), count('broken'), count('untested')];
  const known = knownText(results);
  const counted = `${held} of ${held + broken + untested} held${known === undefined ? '' : `, ${known}`}`;
  if (outcome === 'error') return { message: 'error', color: 'red' };
  if (outcome === 'partial') {
    return { message: `partial, ${counted}`, color: exitCode === 0 ? 'yellow' : 'orange' };
  }
  if (outcome === 'deviates') return { message: counted, color: 'red' };
  if (known !== undefined) return { message: counted, color: 'yellow' };
  // What only should hold may be broken in a run that conforms, and what was not chosen is not tested.
  return { message: counted, color: broken + untested === 0 ? 'brightgreen' : 'green' };
}
