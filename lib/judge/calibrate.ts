import type { ParameterValue } from '../model/contract.ts';
import type { Call } from '../model/judging/wire.ts';
import type { Calibration } from '../model/running/results.ts';
import { CANNED_PACKET, type CannedReply, cannedReplies } from './calibration-exchanges.ts';
import type { JudgeContext } from './judge-context.ts';
import { judgeStep } from './judge-step.ts';
import { readResponse } from './read-response.ts';

/**
 * Has the judge judge canned good and bad replies, with the very context that it will use on the target, before
 * it may judge that: a good one must raise nothing, a bad one exactly the rules that it breaks.
 */
export function calibrate(context: JudgeContext): Calibration {
  const judged = cannedReplies(context.contract, context.target.namespace).map((canned) => {
    // Stryker disable next-line MethodExpression: the canned replies name their rules in alphabetical order already
    const expected = [...canned.rules].sort().join(', ');
    const found = [...new Set(judgeCanned(canned, context))].sort().join(', ');
    return { name: canned.name, expected, found };
  });
  const right = judged.filter(({ expected, found }) => expected === found);
  const accepted = right.filter(({ expected }) => expected === '').length;
  const wrong = judged
    .filter((one) => !right.includes(one))
    .map(
      ({ name, expected, found }) =>
        `${name}: expected ${expected || 'nothing'}, found ${found || 'nothing'}`,
    );
  return { accepted, rejected: right.length - accepted, wrong };
}

function judgeCanned(canned: CannedReply, context: JudgeContext): readonly string[] {
  const call = callOf(canned, context);
  const evidence = {
    ...call,
    contract: context.contract,
    // Stryker disable next-line ObjectLiteral,StringLiteral,ArrayDeclaration: no rule about replies looks at the request
    request: { method: call.binding.method, path: '/', headers: [], body: null },
    // Stryker disable next-line ObjectLiteral: no rule about replies looks at the request
    readBack: { fields: [], root: null },
  };
  const response = {
    status: canned.status,
    // Stryker disable next-line StringLiteral: no rule looks at this text
    reason: '',
    headers: [['Content-Type', canned.contentType]] as const,
    // Stryker disable next-line StringLiteral: Node reads an empty encoding name as utf8
    body: Buffer.from(canned.body, 'utf8'),
    durationMs: 0,
  };
  const place = { sent: null, lastReading: true, givenBefore: () => null };
  const read = readResponse(evidence, response, place, context);
  // Stryker disable next-line StringLiteral: calibration compares rules, not levels
  return judgeStep(read, 0, 'must', context).findings.map(({ rule }) => rule);
}

function callOf({ operation, binding }: CannedReply, { target }: JudgeContext): Call {
  // Stryker disable next-line StringLiteral: no rule looks at this text
  // Stryker disable next-line ConditionalExpression: calibration knows no send to compare the others with
  const value = (role: string | undefined): ParameterValue => (role === 'packet' ? CANNED_PACKET : '');
  const values = Object.fromEntries(operation.parameters.map(({ name, role }) => [name, value(role)]));
  return { operation, binding, values, target };
}
