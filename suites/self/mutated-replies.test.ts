import fc from 'fast-check';
import { expect, it } from 'vitest';
import { curlCommands } from '../../lib/findings/curl.ts';
import { exchangeRecord } from '../../lib/findings/exchange-record.ts';
import { findingLines, sectionsOf } from '../../lib/findings/finding-text.ts';
import { outcomeText } from '../../lib/findings/http-message.ts';
import { evidenceOf } from '../../lib/judge/evidence.ts';
import { judgeExchange, judgeStep } from '../../lib/judge/judge-step.ts';
import { verdictOf } from '../../lib/judge/verdict.ts';
import { isSendCall } from '../../lib/model/contract.ts';
import type { Finding } from '../../lib/model/judging/finding.ts';
import type { JudgedExchange, Verdict } from '../../lib/model/judging/verdict.ts';
import { maskFor } from '../../lib/secrets/mask.ts';
import { plainJson, printableLines } from '../../lib/text/printable.ts';
import { everyCall } from '../support/calls.ts';
import { plannedExchanges } from '../support/report.ts';
import { callOf, context, register, requestEvidence, target } from '../support/samples.ts';
import { type MutatedReply, mutatedReply } from './mutated/testing.ts';
import { ALIVE } from './peers/texts.ts';

const REPLIES = 10_000;
const SEED = 20_261_121;

const ticket = 'Tck&<t>"+%/=ğş-9';
const mask = maskFor([ticket]);
const sections = sectionsOf(register);
const [exchange] = plannedExchanges('SendBulkSms/canonical/soap11');

/** Every request, and the command that repeats it: no reply changes them. */
const requests = new Map(
  everyCall.map(([operation, binding]) => {
    const call = callOf(operation, binding, { ServiceTicket: ticket });
    return [`${operation} ${binding}`, requestEvidence(call)] as const;
  }),
);
const commands = curlCommands(target.baseUrl, ticket, mask);
const repeats = new Map([...requests.values()].map(({ request }) => [request, commands(request)]));

interface Told {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly said: string;
}

/** All that is done with a reply between the wire and the reports; its bytes are told of one reply in ten. */
function tell({ operation, binding, status, headers, body }: MutatedReply, number: number): Told {
  const evidence = requests.get(`${operation.name} ${binding}`);
  if (!evidence) throw new Error('no such call');
  const response = { status, reason: '', headers, body, durationMs: 0 };
  const place = { sent: isSendCall(evidence) ? evidence : null, lastReading: true, givenBefore: () => null };
  const read = evidenceOf(evidence, response, place, context);
  const ofStep = judgeStep(read, context, { step: 0, level: 'must' });
  const replies = [read.reached === 'reply' ? read : null];
  const whole = judgeExchange({ exchange, outcomes: [read], replies }, context);
  const findings = [...ofStep.findings, ...whole.findings];
  const verdict = verdictOf(findings, { harness: false, blocked: false, level: 'must' });
  const outcome = { kind: 'response', response } as const;
  const step = {
    operation: operation.name,
    binding,
    request: evidence.request,
    startedAt: 0,
    endedAt: 0,
    reached: read.reached,
    evaluated: ofStep.evaluated,
    outcome,
  };
  const judged: JudgedExchange = {
    id: exchange.id,
    verdict,
    findings,
    steps: [step],
    evaluated: whole.evaluated,
    durationMs: 0,
    startedAt: 0,
  };
  const record = exchangeRecord(judged, (request) => repeats.get(request) ?? null, mask);
  const lines = record.findings.flatMap((finding) => findingLines(finding, sections));
  const bytes = number % 10 === 0 ? printableLines(mask(outcomeText(outcome))) : '';
  const said = [...lines, bytes, plainJson(record, 2)].join('\n');
  return { verdict, findings, said };
}

it(`${REPLIES} good replies that were spoilt at random (seed ${SEED}) are judged without an end or a fault`, () => {
  const verdicts = new Map<Verdict, number>();
  const rules = new Set<string>();
  let judged = 0;
  const judge = (reply: MutatedReply) => {
    judged += 1;
    const told = tell(reply, judged);
    expect(told.said).not.toMatch(ALIVE);
    expect(told.said).not.toContain(ticket);
    verdicts.set(told.verdict, (verdicts.get(told.verdict) ?? 0) + 1);
    for (const { rule } of told.findings) rules.add(rule);
  };
  fc.assert(fc.property(mutatedReply, judge), { seed: SEED, numRuns: REPLIES });
  expect([...verdicts.keys()].every((verdict) => ['passed', 'warned', 'failed'].includes(verdict))).toBe(
    true,
  );
  // Spoilt enough to be found out mostly, and little enough to get past the first rule that could.
  expect(verdicts.get('failed')).toBeGreaterThan(REPLIES / 2);
  expect(verdicts.get('passed')).toBeGreaterThan(REPLIES / 100);
  expect(rules.size).toBeGreaterThan(15);
});
