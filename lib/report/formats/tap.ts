import { isOneOfSeveral } from '../../cases/plan/shard.ts';
import { headline } from '../../findings/run/blocks.ts';
import type { Gate } from '../../model/contract.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { defined } from '../../text/defined.ts';
import { plainJson, printable } from '../../text/printable.ts';
import { incompleteText, sortOf } from './format-helpers.ts';

/**
 * A run as TAP version 14 (https://testanything.org/tap-version-14-specification.html). What has no verdict is missing
 * from the plan, and a run that did not come to its end bails out, so that neither passes.
 */
export function tapText(results: Results): Masked {
  const { exchanges, notRun, summary, gate, shard, why } = results;
  const incomplete = incompleteText(results);
  const lines = [
    ...exchanges.map((exchange, index) => judgedLines(exchange, index + 1, gate)),
    ...notRun.map(
      ({ id, reason }, index) =>
        `ok ${exchanges.length + index + 1} - ${escaped(id)} # SKIP ${escaped(reason)}\n`,
    ),
  ];
  if (incomplete !== undefined) lines.push(`Bail out! ${escaped(incomplete)}\n`);
  else if (isOneOfSeveral(shard)) {
    lines.push(`# ${escaped(why ?? `shard ${shard.index} of ${shard.total}`)}\n`);
  }
  return ownText(`TAP version 14\n1..${summary.planned}\n${lines.join('')}`);
}

function judgedLines(exchange: ResultExchange, number: number, gate: Gate): string {
  const { id, verdict } = exchange;
  const sort = sortOf(exchange, gate);
  const ok = sort === 'good' ? 'ok' : 'not ok';
  const todo = sort === 'skipped' ? ` # TODO ${escaped(`${verdict}: ${headline(exchange)}`)}` : '';
  const line = `${ok} ${number} - ${escaped(id)}${todo}\n`;
  return verdict === 'passed' ? line : `${line}${diagnostics(exchange)}`;
}

/** YAML, which takes JSON. */
function diagnostics(exchange: ResultExchange): string {
  const { verdict, note, source, repeat, durationMs } = exchange;
  const findings = exchange.findings.map(({ rule, level, message, step, path, expected, actual, more }) =>
    defined({ rule, level, message, step, at: path, expected, actual, more: more || undefined }),
  );
  const said = defined({
    ...{ verdict, message: headline(exchange), note, source: `${source.file}:${source.line}` },
    ...{ duration_ms: durationMs, findings: findings.length > 0 ? findings : undefined, repeat },
  });
  const shown = JSON.parse(JSON.stringify(said), (_, value) =>
    typeof value === 'string' ? onLine(value) : value,
  ) as object;
  const lines = Object.entries(shown).map(([name, value]) => `  ${name}: ${plainJson(value)}\n`);
  return `  ---\n${lines.join('')}  ...\n`;
}

/** A text on a line of TAP, where `#` begins a directive. */
function escaped(text: string): string {
  return onLine(text).replace(/[\\#]/g, '\\$&');
}

/** Without what some readers of TAP and YAML take for the end of a line. */
function onLine(text: string): string {
  return printable(text).replace(/[\u2028\u2029]/g, (one) => `\\u{${one.charCodeAt(0).toString(16)}}`);
}
