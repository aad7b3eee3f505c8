/** Judges hostile peers in a process of its own, as a worker of a run does, and says the most memory that it ever held. */
import { readFileSync } from 'node:fs';
import { startPool } from '../../../lib/engine/pool.ts';
import { runExchange } from '../../../lib/engine/run-exchange.ts';
import { curlCommands } from '../../../lib/findings/curl.ts';
import { exchangeRecord } from '../../../lib/findings/exchange-record.ts';
import { findingLines, printableLines, sectionsOf } from '../../../lib/findings/finding-text.ts';
import { outcomeText, requestText } from '../../../lib/findings/http-message.ts';
import { judgeContext } from '../../../lib/judge/judge-context.ts';
import type { Exchange } from '../../../lib/model/exchange.ts';
import type { ExchangeRecord } from '../../../lib/model/running/results.ts';
import type { Pace } from '../../../lib/model/running/settings.ts';
import { planRun } from '../../../lib/run/plan-run.ts';
import { maskFor } from '../../../lib/secrets/mask.ts';
import { defaultSettings } from '../../../lib/settings/run-settings.ts';
import { guardedSender } from '../../../lib/transport/guarded-sender.ts';
import { openSender } from '../../../lib/transport/sender.ts';
import { peakMegabytes } from './peak-memory.ts';

/** What the process is asked, by a message. */
export interface Order {
  readonly baseUrl: string;
  readonly cases: readonly string[];
  readonly pace: Partial<Pace>;
}

/** What it answers. */
export interface Judged {
  readonly records: readonly ExchangeRecord[];
  /** Everything that reports would say of the exchanges, bytes of the wire included. */
  readonly said: string;
  readonly peakMegabytes: number;
}

const planned = planRun(defaultSettings, 'peers1');
if (!planned.ok) throw new Error(planned.message);
const { declarations, exchanges } = planned;
const { namespace, ticket, transport } = defaultSettings;
const mask = maskFor([ticket]);
const sections = sectionsOf(declarations.register);
const kind = 'external';
const compiled = judgeContext(declarations.contract, { baseUrl: '', namespace, kind }, declarations.register);

async function judge({ baseUrl, cases, pace }: Order): Promise<Judged> {
  const chosen = exchanges.filter(({ id }) => cases.includes(id));
  const context = { ...compiled, target: { baseUrl, namespace, kind } as const };
  const limits = { ...defaultSettings.pace, ...pace };
  const sender = guardedSender(openSender(baseUrl, { ...limits, ...transport }));
  const packetsGiven = new Map<string, string>();
  const pool = startPool(chosen, limits.concurrency, (exchange) =>
    runExchange(exchange, sender, context, { packetsGiven }),
  );
  const told = await Promise.all(chosen.map((exchange) => tell(exchange)));
  await sender.close();
  return {
    records: told.map(({ record }) => record),
    said: told.map(({ said }) => said).join('\n'),
    peakMegabytes: peakMegabytes(readFileSync('/proc/self/status', 'utf8')),
  };

  async function tell({ id }: Exchange): Promise<{ record: ExchangeRecord; said: string }> {
    const judged = await pool.verdict(id);
    if (!judged) throw new Error(`no verdict on ${id}`);
    const record = exchangeRecord(judged, curlCommands(baseUrl, ticket, mask), mask);
    const findings = record.findings.flatMap((finding) => findingLines(finding, sections));
    const wire = judged.steps.map(
      ({ request, outcome }) => `${requestText(baseUrl, request)}\n\n${outcomeText(outcome)}`,
    );
    return { record, said: [...findings, ...wire.map((text) => printableLines(mask(text)))].join('\n') };
  }
}

process.on('message', (order: Order) => {
  void judge(order).then((judged) => process.send?.(judged));
});
process.send?.('ready');
