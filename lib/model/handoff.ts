import type { Contract } from './contract.ts';
import type { Exchange } from './exchange.ts';
import type { Requirement } from './requirement.ts';
import type { Gate, Pace, Transport } from './settings.ts';
import type { Target } from './wire.ts';

/**
 * A prepared run, as plain data: handed from the process that prepares and reports to the worker that sends
 * and judges.
 */
export interface Handoff {
  readonly contract: Contract;
  readonly register: readonly Requirement[];
  /** Ids of the deliberate deviations that break a requirement, by its id. */
  readonly defects: Readonly<Record<string, readonly string[]>>;
  readonly exchanges: readonly Exchange[];
  readonly target: Target;
  readonly gate: Gate;
  readonly pace: Pace;
  readonly transport: Transport;
  /** Texts that must never be written: every ServiceTicket that the plan sends. */
  readonly secrets: readonly string[];
  /** Subscriber numbers that must never be written either; none unless the user asks for it. */
  readonly numbers: readonly string[];
  readonly reportDir: string;
  /** Whether tests describe themselves for Allure. */
  readonly allure: boolean;
}
