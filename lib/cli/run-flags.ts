import type { Filters } from '../model/selection.ts';
import type { Gate } from '../model/settings.ts';

/** The flags of `run` as commander gives them. */
export interface RunFlags extends Filters {
  readonly target?: string;
  readonly namespace?: string;
  readonly gate: Gate;
  readonly concurrency: number;
  readonly timeout: number;
  readonly reportDir: string;
  readonly allure: boolean;
  readonly html: boolean;
  readonly dryRun?: true;
  readonly sends?: 'allow';
  readonly recipients?: readonly string[];
  readonly maxMessages?: number;
}
