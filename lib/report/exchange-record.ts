import type { ExchangeRecord } from '../model/results.ts';
import type { JudgedExchange } from '../model/verdict.ts';
import { curlCommand } from './curl.ts';
import { type Mask, maskDeep } from './mask.ts';

/** What leaves the worker about a judged exchange: findings and the way to repeat it, masked; no bytes. */
export function exchangeRecord(
  judged: JudgedExchange,
  baseUrl: string,
  ticket: string,
  mask: Mask,
): ExchangeRecord {
  const last = judged.steps[judged.findings[0]?.step ?? judged.steps.length - 1] ?? judged.steps.at(-1);
  const status = last?.outcome.kind === 'response' ? last.outcome.response.status : null;
  return maskDeep(
    {
      id: judged.id,
      verdict: judged.verdict,
      findings: judged.findings,
      durationMs: Math.round(judged.durationMs * 10) / 10,
      status,
      steps: judged.steps.map(({ operation, binding, reached }) => ({ operation, binding, reached })),
      repeat: last ? curlCommand(baseUrl, last.request, ticket) : null,
      ...(judged.note === undefined ? {} : { note: judged.note }),
    },
    mask,
  );
}
