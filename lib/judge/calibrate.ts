import { readFileSync } from 'node:fs';
import type { ParameterValues } from '../model/contract.ts';
import type { Calibration } from '../model/running/results.ts';
import { escapeAttribute } from '../wire/xml/escape.ts';
import { evidenceOf } from './evidence.ts';
import type { JudgeContext } from './judge-context.ts';
import { judgeStep } from './judge-step.ts';

/** A canned reply, and the ids of the rules that must find something in it, none where it is good. */
type CannedReply = { readonly status: number } & Readonly<
  Record<'name' | 'rules' | 'operation' | 'binding' | 'contentType' | 'body', string>
>;

/** Replies of the reference, and of its defects with the rules that those name; suites/proof/calibration.test.ts writes them. */
const canned = JSON.parse(readFileSync(new URL('../../cases/calibration.json', import.meta.url), 'utf8')) as {
  readonly namespace: string;
  readonly values: ParameterValues;
  readonly replies: readonly CannedReply[];
};

/** Has the judge judge canned replies: a good one must raise nothing, a bad one exactly the rules that it breaks. */
export function calibrate(context: JudgeContext): Calibration {
  const wrong: string[] = [];
  const right = { accepted: 0, rejected: 0 };
  for (const reply of canned.replies) {
    const { name, rules } = reply;
    const found = [...new Set(judgeCanned(reply, context))].sort().join(', ');
    if (found === rules) right[rules === '' ? 'accepted' : 'rejected'] += 1;
    else wrong.push(`${name}: expected ${rules || 'nothing'}, found ${found || 'nothing'}`);
  }
  return { ...right, wrong, schemaEngine: context.schemaEngine };
}

function judgeCanned(reply: CannedReply, context: JudgeContext): readonly string[] {
  const { contract, target } = context;
  const operation = contract.operations.find(({ name }) => name === reply.operation);
  const binding = contract.bindings.find(({ id }) => id === reply.binding);
  if (!operation || !binding) return [`no ${reply.operation} over ${reply.binding}`];
  const evidence = {
    operation,
    binding,
    values: Object.fromEntries(operation.parameters.map(({ name }) => [name, canned.values[name] ?? ''])),
    target,
    contract,
    // Stryker disable next-line ObjectLiteral,StringLiteral,ArrayDeclaration: no rule about replies looks at the request
    request: { method: binding.method, path: '/', headers: [], body: null },
    // Stryker disable next-line ObjectLiteral: no rule about replies looks at the request
    readBack: { fields: [], root: null },
  };
  const headers = [['Content-Type', reply.contentType]] as const;
  const body = reply.body.replaceAll(canned.namespace, () => escapeAttribute(target.namespace));
  // Stryker disable next-line StringLiteral: no rule looks at the reason
  const response = { status: reply.status, reason: '', headers, body: Buffer.from(body), durationMs: 0 };
  const history = { sent: null, lastReading: true, givenBefore: () => null };
  const read = evidenceOf(evidence, response, history, context);
  // Stryker disable next-line StringLiteral: calibration compares rules, not levels
  return judgeStep(read, context, { step: 0, level: 'must' }).findings.map(({ rule }) => rule);
}
