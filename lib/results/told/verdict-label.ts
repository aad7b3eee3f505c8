import type { Verdict } from '../../model/judging/verdict.ts';

/** A verdict as the heading of what is told about it, such as `TRANSPORT ERROR`. */
export function verdictLabel(verdict: Verdict): string {
  return verdict.toUpperCase().replace('-', ' ');
}
