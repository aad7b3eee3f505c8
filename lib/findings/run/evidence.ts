import { isOfRequest } from '../../judge/traits.ts';
import type { JudgedExchange } from '../../model/judging/verdict.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ExchangeRecord, ResultEvidence } from '../../model/running/results.ts';
import { causeKey, noteKey } from '../../results/causes.ts';
import { isRed } from '../../results/verdict-counts.ts';
import { type Mask, ours } from '../../secrets/mask.ts';
import type { CurlCommands } from '../curl.ts';
import { repetition } from '../exchange-record.ts';
import { outcomeText, requestText } from '../http-message.ts';
import { placeInMessage, type Span } from './place-in-message.ts';

/** Exchanges of each cause of which messages are kept. */
const MOST_OF_CAUSE = 3;

/** Characters that are kept of a message, those before its first mark, and those of all messages of a run. */
const MOST_OF_MESSAGE = 6_000;
const BEFORE_MARK = 2_000;
const MOST_OF_RUN = 1_000_000;

/**
 * Adds the messages that show the findings of an exchange to its record: those of the first exchanges of each cause, or of
 * each note that explains a red exchange without findings, so a run of any size hands over no more than a page can show.
 */
export function evidenceKeeper(baseUrl: string, curl: CurlCommands, mask: Mask) {
  const kept = new Map<string, number>();
  let room = MOST_OF_RUN;
  const isNew = (key: string) => {
    const count = kept.get(key) ?? 0;
    if (count < MOST_OF_CAUSE) kept.set(key, count + 1);
    return count < MOST_OF_CAUSE;
  };
  return (judged: JudgedExchange, record: ExchangeRecord): ExchangeRecord => {
    const { findings, verdict } = record;
    if (judged.steps.length === 0 || (findings.length === 0 && !isRed(verdict, 'should'))) return record;
    const keys = findings.length > 0 ? findings.map(causeKey) : [noteKey(record)];
    const shown = [...new Set(keys)].filter(isNew);
    if (shown.length === 0 || room <= 0) return record;
    const found = findings.filter((finding) => shown.includes(causeKey(finding))).map(({ step }) => step);
    const steps = found.length > 0 ? new Set(found) : [judged.steps.length - 1];
    const evidence = [...steps].flatMap((step): readonly ResultEvidence[] => {
      const made = judged.steps[step];
      if (!made || room <= 0) return [];
      const message = (side: 'request' | 'reply', text: string) => {
        const masked = mask(text);
        const marks = findings.flatMap((found, finding) => {
          const isHere = found.step === step && isOfRequest(found) === (side === 'request');
          const span = isHere && placeInMessage(masked, found.path);
          return span ? [{ finding, span }] : [];
        });
        const cut = cutAround(masked, marks);
        room -= cut.text.length;
        return { text: cut.text, marks: cut.marks.map((mark) => ({ ...mark, in: side })) };
      };
      const request = message('request', requestText(baseUrl, made.request));
      const reply = message('reply', outcomeText(made.outcome));
      const marks = [...request.marks, ...reply.marks];
      const repeated = repetition(record.id, made.request, curl);
      room -= repeated.repeat.length;
      return [{ step, request: request.text, reply: reply.text, marks, ...repeated }];
    });
    return evidence.length === 0 ? record : { ...record, evidence };
  };
}

/** Cuts a message to the most characters around its first mark, and says what is left out. */
function cutAround(text: Masked, marks: readonly { readonly finding: number; readonly span: Span }[]) {
  const first = marks.length === 0 ? 0 : Math.min(...marks.map(({ span: [from] }) => from));
  const start = text.length > MOST_OF_MESSAGE && first > MOST_OF_MESSAGE / 2 ? first - BEFORE_MARK : 0;
  const end = Math.min(text.length, start + MOST_OF_MESSAGE);
  const before = start > 0 ? ours`… (${start} characters before)\n` : ours``;
  const after = end < text.length ? ours`… (${text.length - end} more characters)` : ours``;
  return {
    text: ours`${before}${text.slice(start, end)}${after}`,
    marks: marks.flatMap(({ finding, span: [from, to] }) => {
      if (from < start || from >= end) return [];
      const moved = before.length - start;
      return [{ finding, from: from + moved, to: Math.min(to, end) + moved }];
    }),
  };
}
