import { operationOf } from '../../cases/plan/recipients.ts';
import type { JudgeContext } from '../../judge/judge-context.ts';
import { capturedText } from '../../judge/reading/packet.ts';
import type { Call } from '../../model/call.ts';
import type { ParameterValue } from '../../model/contract.ts';
import { isCapture, type PlannedStep } from '../../model/exchange.ts';
import type { ReplyEvidence } from '../../model/judging/evidence.ts';
import type { Result } from '../../model/result.ts';

/** The field that the reply to an earlier step lacks, and which step, from 0. */
export interface MissingCapture {
  readonly missing: string;
  readonly from: number;
}

/** Puts captures of earlier replies into a planned step. */
export function resolveCall(
  step: PlannedStep,
  replies: readonly (ReplyEvidence | null)[],
  { contract, target }: Pick<JudgeContext, 'contract' | 'target'>,
): Result<Call, MissingCapture> {
  const operation = operationOf(step, contract);
  const binding = contract.bindings.find(({ id }) => id === step.binding);
  if (!binding) throw new Error(`the contract has no binding ${step.binding}`);
  const values: Record<string, ParameterValue> = {};
  for (const [name, value] of Object.entries(step.values)) {
    if (!isCapture(value)) {
      values[name] = value;
      continue;
    }
    const { field, delivery } = value;
    const packet = replies[value.step]?.packet;
    const captured = capturedText(value, packet);
    if (captured === undefined || captured.trim() === '') {
      const where = delivery === undefined ? '' : ` in delivery result ${delivery}`;
      const missing = `the reply of step ${value.step + 1} has no ${field}${where}`;
      return { ok: false, error: { missing, from: value.step } };
    }
    values[name] = captured;
  }
  return { ok: true, value: { operation, binding, values, target } };
}
