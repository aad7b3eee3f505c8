import type { Level } from '../model/contract.ts';
import type { Finding } from '../model/finding.ts';
import type { Verdict } from '../model/verdict.ts';

/** What became of the exchange besides its findings. */
export interface Circumstances {
  /** A request of ours was wrong, or the harness broke. */
  readonly harness: boolean;
  /** A step could not be made because an earlier one did not give what it needs. */
  readonly blocked: boolean;
  /** Level of the case. */
  readonly level: Level;
}

/**
 * The verdict of an exchange: the harness's own fault first, then a missing answer, a missing prerequisite, and
 * else the strongest finding. Where the case is of level should or gap, its findings are capped, and neither a
 * missing answer nor a missing prerequisite outranks them.
 */
export function verdictOf(findings: readonly Finding[], { harness, blocked, level }: Circumstances): Verdict {
  if (harness) return 'harness-error';
  const strongest = (wanted: Level) => findings.some((finding) => finding.level === wanted);
  if (findings.some((finding) => finding.rule === 'http/response' && finding.level === 'must'))
    return 'transport-error';
  if (blocked && level === 'must') return 'blocked';
  if (strongest('must')) return 'failed';
  if (strongest('should') || (blocked && level === 'should')) return 'warned';
  return strongest('gap') || blocked ? 'observed' : 'passed';
}
