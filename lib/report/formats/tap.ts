import { isOneOfSeveral } from '../../cases/plan/shard.ts';
import { headline } from '../../findings/run/blocks.ts';
import type { Gate } from '../../model/contract.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { ours } from '../../secrets/mask.ts';
import { defined, entriesOf } from '../../text/defined.ts';
import { plainJson, printable } from '../../text/printable.ts';
import { incompleteText, sortOf } from './format-helpers.ts';

/**
 * Returns a run as TAP version 14 (https://testanything.org/tap-version-14-specification.html). Exchanges without a
 * verdict are missing from the output, and an incomplete run bails out, so that neither passes.
 */
export function tapText(results: Results): Masked {
  const { exchanges, notRun, summary, gate, shard, why, notes = [] } = results;
  const incomplete = incompleteText(results);
  const lines = [
    ...exchanges.map((exchange, index) => judgedLines(exchange, index + 1, gate)),
    ...notRun.map(
      ({ id, reason }, index) =>
        ours`ok ${exchanges.length + index + 1} - ${escapeTap(id)} # SKIP ${escapeTap(reason)}\n`,
    ),
  ];
  if (incomplete !== undefined) lines.push(ours`Bail out! ${escapeTap(incomplete)}\n`);
  else if (isOneOfSeveral(shard)) {
    lines.push(ours`# ${escapeTap(why ?? ours`shard ${shard.index} of ${shard.total}`)}\n`);
  }
  const noted = notes.map((note) => ours`# note: ${escapeTap(note)}\n`);
  return ours`TAP version 14\n1..${summary.planned}\n${noted}${lines}`;
}

function judgedLines(exchange: ResultExchange, number: number, gate: Gate): Masked {
  const { id, verdict } = exchange;
  const sort = sortOf(exchange, gate);
  const ok = sort === 'good' ? 'ok' : 'not ok';
  const todo = sort === 'skipped' ? ours` # TODO ${escapeTap(ours`${verdict}: ${headline(exchange)}`)}` : '';
  const line = ours`${ok} ${number} - ${escapeTap(id)}${todo}\n`;
  return verdict === 'passed' ? line : ours`${line}${diagnostics(exchange)}`;
}

/** Writes an exchange as a YAML block, whose values are JSON, which YAML takes. */
function diagnostics(exchange: ResultExchange): Masked {
  const { verdict, note, source, repeat, durationMs } = exchange;
  // JSON leaves out what is undefined.
  const findings = exchange.findings.map(({ rule, level, message, step, path, expected, actual, more }) => ({
    ...{ rule, level, message: onLine(message), step, at: onLine(path) },
    ...{ expected: onLine(expected), actual: onLine(actual), more: more || undefined },
  }));
  const said = defined({
    ...{ verdict, message: onLine(headline(exchange)), note: note && onLine(note) },
    source: onLine(ours`${source.file}:${source.line}`),
    ...{ duration_ms: durationMs, findings: findings.length > 0 ? findings : undefined },
    repeat: repeat && onLine(repeat),
  });
  const lines = entriesOf(said).map(([name, value]) => ours`  ${name}: ${plainJson(value)}\n`);
  return ours`  ---\n${lines}  ...\n`;
}

/** Escapes a text for a line of TAP, where `#` begins a directive. */
function escapeTap(text: Masked): Masked {
  return onLine(text).replaceAll(/[\\#]/g, '\\$&');
}

/** Escapes the characters that some readers of TAP and YAML take for the end of a line. */
function onLine(text: Masked): Masked {
  return printable(text).replaceAll('\u2028', '\\u{2028}').replaceAll('\u2029', '\\u{2029}');
}
