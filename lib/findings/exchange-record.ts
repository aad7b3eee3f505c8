import type { Finding, Value } from '../model/judging/finding.ts';
import type {
  ClientState,
  JudgedExchange,
  PlannedKnownFailure,
  StepRecord,
} from '../model/judging/verdict.ts';
import { NOT_FORWARDED, type SendOutcome, type WireRequest } from '../model/judging/wire.ts';
import { gravest } from '../model/requirement.ts';
import type { Kept, Masked } from '../model/running/masked.ts';
import type { ExchangeRecord, Repetition, ResultFinding } from '../model/running/results.ts';
import { headerValue } from '../reading/headers.ts';
import { replacedCharacters } from '../reading/text-change.ts';
import { type Mask, maskAll, ours, ownWords } from '../secrets/mask.ts';
import { defined } from '../text/defined.ts';
import { beginningOf } from '../text/printable.ts';
import { type CurlCommands, curlDifference } from './curl.ts';
import { namesOf, sentenceOf } from './finding-text.ts';
import type { Meaning } from './known-messages.ts';
import { changeText, meaningsOf, otherNamespace, readAs } from './meaning.ts';
import { invocation } from './suite-command.ts';
import { commonText, onlyText, pairText, smallestText, valueText } from './value-text.ts';

/**
 * Returns what leaves the worker about a judged exchange: findings and the way to repeat it; no bytes. Only texts that a
 * target or the runtime can have had a part in are masked: ids and rules are found again by their names.
 * @param keepsInputs whether the smallest inputs come along as they are, of which cases are written
 */
export function exchangeRecord(
  judged: JudgedExchange,
  curl: CurlCommands,
  mask: Mask,
  keepsInputs = false,
): ExchangeRecord {
  const last = judged.steps[gravest(judged.findings)?.step ?? judged.steps.length - 1] ?? judged.steps.at(-1);
  const { verdict, findings, steps, note, answer, client, readers, classes } = judged;
  const words = ownWords({
    ...{ id: judged.id, blockedBy: judged.blockedBy, evaluated: judged.evaluated },
    steps: steps.map(({ operation, binding, reached, evaluated }) => ({
      operation,
      binding,
      reached,
      evaluated,
    })),
    known: judged.known?.map((entry) => recordedKnown(entry, mask)),
  });
  return defined({
    id: words.id,
    verdict,
    findings: findings.map((finding) =>
      defined({
        ...recordedFinding(finding, steps[finding.step]?.operation, mask),
        only: kindOfRequest(steps, finding.step, mask),
      }),
    ),
    durationMs: Math.round(judged.durationMs * 10) / 10,
    status: last ? statusOf(last.outcome) : null,
    steps: words.steps,
    evaluated: words.evaluated,
    ...(last && verdict !== 'passed' && repetition(words.id, last.request, curl)),
    note: note === undefined ? undefined : mask(note),
    kept: steps.some(isKept) || undefined,
    blockedBy: words.blockedBy,
    answer: answer && { ...maskAll(answer, mask), kind: answer.kind },
    client: client && maskedClient(client, mask),
    readers: readers && maskAll(readers, mask),
    known: words.known,
    classes: classes?.map(({ answer = '', ...state }) => ({ ...state, answer: mask(answer) })),
    smallestInputs:
      keepsInputs && findings.some(({ smallestInputs }) => smallestInputs)
        ? findings.map(({ smallestInputs = null }) => smallestInputs)
        : undefined,
  });
}

function maskedClient({ answer, because, ...client }: ClientState, mask: Mask): ClientState<Masked> {
  return defined({
    ...ownWords(client),
    answer: answer && { ...maskAll(answer, mask), kind: answer.kind },
    because: because === undefined ? undefined : mask(because),
  });
}

/** Returns the command that repeats a request of an exchange, and where it differs from the request. */
export function repetition(id: Masked, request: WireRequest, curl: CurlCommands): Repetition {
  // A request that plain curl cannot send is shown as bytes.
  const repeat = curl(request) ?? ours`${invocation()} show ${id}`;
  return defined({ repeat, repeatDiffers: curlDifference(request) });
}

/** Words a finding and masks all of it but its names. */
export function recordedFinding(finding: Finding, operation: string | undefined, mask: Mask): ResultFinding {
  const { level, step, more, path, about } = finding;
  const [meaning, ...others] = meaningsOf(finding);
  const { rule, requirements, affected, since } = ownWords(finding);
  const smallest = finding.smallestInputs && smallestText(finding.smallestInputs);
  const details = {
    packet: about?.packet,
    earlier: about?.earlier,
    otherNamespace: otherNamespace(finding),
    readAs: readAs(finding),
    replaced: replacedIn(finding),
  };
  const names = about && namesOf(about);
  const texts = maskAll({ path, ...pairText(finding), names, smallest, ...details }, (text) =>
    mask(cut(text)),
  );
  const message = sentenceOf({ rule, level, ...(texts.names && { names: texts.names }) });
  const common = (value: Value) => commonText(value, mask, operation);
  const explained = (meant: Meaning | undefined) => {
    const difference = common(meant?.text ?? '');
    const end = difference === '' ? '' : ours`; ${difference}`;
    const texts = { meaning: meant && valueText(meant.text), change: changeText(finding, meant) };
    return {
      ...maskAll(texts, (text) => mask(cut(text))),
      observed: ownWords(meant?.name),
      cause: cut(ours`${rule}: ${common(finding.actual)} instead of ${common(finding.expected)}${end}`),
    };
  };
  return defined({
    ...{ rule, requirements, affected, level },
    ...texts,
    ...explained(meaning),
    alternatives: others.length === 0 ? undefined : others.map((other) => defined(explained(other))),
    ...{ message, step, more, since },
  });
}

/** Names the packet of a report where another packet was found, or else the kind of a request that few others of a run have. */
function kindOfRequest(steps: readonly StepRecord[], step: number, mask: Mask): Masked | undefined {
  const { givenPacket: given, request } = steps[step] ?? {};
  const isOtherFound = steps.some(
    ({ givenPacket: other }) => other?.isFound && other.packet !== given?.packet,
  );
  if (given && !given.isFound && isOtherFound) return ours`packet ${mask(given.packet)}`;
  const { chunks, kept } = request?.framing ?? {};
  if (chunks) return ours`chunks`;
  if (headerValue(request?.headers ?? [], 'expect') !== '') return ours`expect`;
  const isLater = steps.slice(0, step).some((made) => made.request.framing?.kept?.name === kept?.name);
  return kept && isLater ? ours`kept` : undefined;
}

/** Characters of a text that became others, kept for the causes of a run. */
const MOST_REPLACED = 100;

/** Returns the characters of a text that became others, each with what it became. */
function replacedIn({ expected, actual }: Finding): readonly (readonly string[])[] | undefined {
  const [sent, back] = [onlyText(expected), onlyText(actual)];
  const all = sent !== undefined && back !== undefined ? replacedCharacters(sent, back) : undefined;
  return all && [...all].slice(0, MOST_REPLACED);
}

/** Characters of a finding's texts, because a target can put any amount of anything there. */
const MOST_CHARACTERS = 2000;

function cut<T extends string>(text: T): Kept<T> {
  return beginningOf(text, MOST_CHARACTERS) as Kept<T>;
}

function recordedKnown({ patterns: _, exchanges: __, ...known }: PlannedKnownFailure, mask: Mask) {
  const { rules, expires, stale, ...said } = known;
  return { ...maskAll(said, mask), rules, expires, ...(stale && { stale }) };
}

function isKept({ outcome }: StepRecord): boolean {
  return outcome.kind === 'failure' && outcome.failure.code === NOT_FORWARDED;
}

/** Returns the status of a response, also of one that did not come to its end. */
function statusOf(outcome: SendOutcome): number | null {
  if (outcome.kind === 'response') return outcome.response.status;
  const { head, statusLine = '' } = outcome.failure;
  const [, code] = / (\d{3})\b/.exec(statusLine) ?? [];
  return head?.status ?? (code === undefined ? null : Number(code));
}
