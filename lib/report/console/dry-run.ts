import type { Exchange } from '../../model/exchange.ts';
import type { NotRun } from '../../model/running/results.ts';
import type { PlanCost } from '../../plan/plan-cost.ts';
import { counted, numberLines, partsLine } from './cost.ts';

/** A plan as lines: every exchange with the messages it asks for, what would not be run and why, and the sums. */
export function dryRunText(
  exchanges: readonly Exchange[],
  { notRun, notes }: { readonly notRun: readonly NotRun[]; readonly notes: readonly string[] },
  cost: PlanCost,
  numbersShown: boolean,
): string {
  const lines = exchanges.map(
    ({ id, messages, steps }) =>
      `${id}  ${counted(steps.length, 'request')}, ${counted(messages, 'message')}`,
  );
  const left = notRun.map(({ id, reason }) => `${id}  not run: ${reason}`);
  const total = [
    counted(cost.exchanges, 'exchange'),
    counted(cost.requests, 'request'),
    counted(cost.messages, 'message'),
    ...(notRun.length === 0 ? [] : [`${notRun.length} not run`]),
  ];
  const numbers = numbersShown ? numberLines(cost) : [];
  const planned = `planned       ${total.join(', ')}; nothing was sent`;
  const parts = partsLine(cost).map((line) => `              ${line}`);
  const noted = notes.map((note) => `note          ${note}`);
  return [...lines, ...left, '', ...numbers, planned, ...parts, ...noted, ''].join('\n');
}
