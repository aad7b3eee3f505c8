import type { Finding } from '../model/judging/finding.ts';
import type { Answer } from '../model/judging/reply.ts';
import type { JudgedExchange, StepRecord } from '../model/judging/verdict.ts';
import type { PlannedKnownFailure } from '../model/running/known-failure.ts';
import type { Masked } from '../model/running/masked.ts';
import type { ExchangeRecord, RecordedKnown, ResultFinding } from '../model/running/results.ts';
import { type Mask, ownText } from '../secrets/mask.ts';
import { given } from '../text/given.ts';
import type { CurlCommands } from './curl.ts';
import { sentenceOf } from './wording.ts';

/**
 * What leaves the worker about a judged exchange: findings and the way to repeat it; no bytes. Masked is what a
 * target or the runtime can have had a part in, and nothing else: ids and rules are found again by their names.
 */
export function exchangeRecord(judged: JudgedExchange, curl: CurlCommands, mask: Mask): ExchangeRecord {
  const last = judged.steps[judged.findings[0]?.step ?? judged.steps.length - 1] ?? judged.steps.at(-1);
  const { id, verdict, findings, steps, note, blockedBy, answer, known } = judged;
  return given({
    ...{ id, verdict, findings: findings.map((finding) => recorded(finding, mask)) },
    durationMs: Math.round(judged.durationMs * 10) / 10,
    status: last ? statusOf(last.outcome) : null,
    steps: steps.map(({ operation, binding, reached, evaluated }) => ({
      ...{ operation, binding, reached, evaluated: evaluated.join(' ') },
    })),
    evaluated: judged.evaluated.join(' '),
    // A request that plain curl cannot send is shown as bytes.
    repeat:
      last && verdict !== 'passed' ? (curl(last.request) ?? ownText(`postsms-conformance show ${id}`)) : null,
    note: note === undefined ? undefined : mask(note),
    blockedBy,
    answer: answer && maskedAnswer(answer, mask),
    known: known?.map((one) => recordedKnown(one, mask)),
  });
}

function recorded(finding: Finding, mask: Mask): ResultFinding {
  const { rule, requirements, affected, level, path, expected, actual, step, more } = finding;
  const names =
    finding.names &&
    Object.fromEntries(Object.entries(finding.names).map(([key, text]) => [key, mask(text)]));
  return given({
    ...{ rule, requirements, affected, level },
    ...{ path: mask(path), expected: mask(expected), actual: mask(actual), names },
    ...{ message: sentenceOf({ rule, level, ...(names && { names }) }), step, more },
  });
}

function maskedAnswer({ kind, code, text }: Answer, mask: Mask): Answer<Masked> {
  return given({ kind, code: code === undefined ? undefined : mask(code), text: mask(text) });
}

function recordedKnown(known: PlannedKnownFailure, mask: Mask): RecordedKnown {
  const { place, rules, reason, owner, link, expires, expired } = known;
  return given({
    ...{ place: mask(place), rules, reason: mask(reason) },
    owner: owner === undefined ? undefined : mask(owner),
    link: link === undefined ? undefined : mask(link),
    ...{ expires, expired },
  });
}

/** Status of a response, also of one that did not come to its end. */
function statusOf(outcome: StepRecord['outcome']): number | null {
  return outcome.kind === 'response' ? outcome.response.status : (outcome.failure.head?.status ?? null);
}
