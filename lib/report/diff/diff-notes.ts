import type { Masked } from '../../model/running/masked.ts';
import type { Results } from '../../model/running/results.ts';
import { isOneOfSeveral } from '../../plan/shard.ts';
import { type Mask, ownText } from '../../secrets/mask.ts';

/** What differs between two runs besides the target's answers, or makes one of them doubtful. No note is an error. */
export function diffNotes(old: Results, now: Results, mask: Mask): readonly Masked[] {
  const differs = (what: string, one: string, other: string) =>
    one === other ? [] : [ownText(`${what}: ${mask(one)} before, ${mask(other)} now`)];
  return [
    ...differs('another version of the suite', versionOf(old), versionOf(now)),
    ...differs('another target', targetOf(old), targetOf(now)),
    ...differs('another namespace', old.target.namespace, now.target.namespace),
    ...differs('another gate, and that of NEW counts', old.gate, now.gate),
    ...differs('certificates', verifiedText(old), verifiedText(now)),
    ...differs('replies the judge was calibrated with', calibrationText(old), calibrationText(now)),
    ...(now.startedAt < old.startedAt
      ? [ownText('NEW began before OLD: are they the wrong way round?')]
      : []),
    ...doubtful('OLD', old),
    ...doubtful('NEW', now),
    ...partOf('OLD', old),
    ...partOf('NEW', now),
    ...untold(old, now),
  ];
}

function versionOf({ suite: { name, version } }: Results): string {
  return `${name} ${version}`;
}

/** The reference has another port in every run. */
function targetOf({ target: { kind, baseUrl } }: Results): string {
  return kind === 'reference' ? 'the embedded reference' : baseUrl;
}

function verifiedText({ target }: Results): string {
  return target.insecure ? 'not verified' : 'verified';
}

function calibrationText({ calibration }: Results): string {
  return calibration ? String(calibration.accepted + calibration.rejected) : 'none';
}

function doubtful(name: string, { exitCode, outcome }: Results): readonly Masked[] {
  if (exitCode !== 3 && exitCode !== 4 && exitCode !== 5) return [];
  return [ownText(`${name} ended with exit code ${exitCode} (${outcome})`)];
}

function partOf(name: string, { shard }: Results): readonly Masked[] {
  if (!isOneOfSeveral(shard)) return [];
  const { index, total } = shard;
  return [
    ownText(`${name} is shard ${index} of ${total}, so what it lacks may be in another: merge them first`),
  ];
}

function untold(old: Results, now: Results): readonly Masked[] {
  const silent = [...(old.rules ? [] : ['OLD']), ...(now.rules ? [] : ['NEW'])];
  if (silent.length === 0) return [];
  return [
    ownText(`${silent.join(' and ')} cannot tell which rules were evaluated: rules are compared by findings`),
  ];
}
