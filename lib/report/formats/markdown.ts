import { type Block, reportedBlocks } from '../../findings/run/blocks.ts';
import { factLines, factsOf } from '../../findings/run/facts.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { Results } from '../../model/running/results.ts';
import { joinTexts, ours } from '../../secrets/mask.ts';
import { printable } from '../../text/printable.ts';
import { codeBlock, codeSpan, knownText } from './format-helpers.ts';

const NO_LIMIT = Number.POSITIVE_INFINITY;

/**
 * A run as Markdown for people. What a target or a user had a part in is in blocks and spans of code, where Markdown
 * and HTML mean nothing. A text above `most` bytes of UTF-8 says that it has no findings.
 */
export function markdown(results: Results, most = NO_LIMIT): Masked {
  const head = headText(results);
  const text = ours`${head}${reportedBlocks(results, NO_LIMIT).map(blockText)}`;
  if (Buffer.byteLength(text) <= most) return text;
  return ours`${head}_The findings have no room here: results.json has them._\n\n`;
}

function headText(results: Results): Masked {
  const { outcome, exitCode, suite, gate } = results;
  const known = knownText(results);
  const good = outcome === 'conforms' && exitCode === 0 && known === undefined;
  const sign = good ? '✅' : exitCode === 0 ? '⚠️' : '❌';
  const ended = known === undefined ? outcome : ours`${outcome}, with ${known}`;
  const facts = factsOf(results).flatMap(factLines);
  return ours`## ${sign} ${suite.name}: ${ended} (gate ${gate})\n\n${codeBlock(joinTexts(facts, '\n'))}\n\n`;
}

function blockText({ label, example, lines }: Block): Masked {
  return ours`### ${label} ${codeSpan(printable(example.id))}\n\n${codeBlock(joinTexts(lines, '\n'))}\n\n`;
}
