import { printable } from '../../findings/finding-text.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { Results } from '../../model/running/results.ts';
import { type Block, toldBlocks } from '../../results/told/blocks.ts';
import { factsOf } from '../../results/told/facts.ts';
import { ownText } from '../../secrets/mask.ts';
import { knownText } from './format-helpers.ts';
import { codeBlock, codeSpan } from './markdown-code.ts';

const NO_LIMIT = Number.POSITIVE_INFINITY;

const ROOM_FOR_NOTE = 200;

/**
 * A run as Markdown for people: how it ended, what was counted and what is accepted for now, then the findings. Whatever
 * a target or a user had a part in stands in blocks and spans of code, where Markdown and HTML mean nothing.
 * @param most bytes at most, in UTF-8: findings are left out at the end, and the text says how many
 */
export function markdown(results: Results, most = NO_LIMIT): Masked {
  const blocks = toldBlocks(results, NO_LIMIT);
  const parts = [headText(results)];
  let room = most - Buffer.byteLength(parts.join('')) - ROOM_FOR_NOTE;
  for (const block of blocks) {
    const text = blockText(block);
    room -= Buffer.byteLength(text);
    if (room < 0) break;
    parts.push(text);
  }
  const left = blocks.length + 1 - parts.length;
  if (left > 0) parts.push(`_${left} more groups of findings have no room here: results.json has them._\n\n`);
  return ownText(parts.join(''));
}

function headText(results: Results): string {
  const { outcome, exitCode, suite, gate } = results;
  const known = knownText(results);
  const good = outcome === 'conforms' && exitCode === 0 && known === undefined;
  const sign = good ? '✅' : exitCode === 0 ? '⚠️' : '❌';
  const ended = known === undefined ? outcome : `${outcome}, with ${known}`;
  const facts = factsOf(results).flatMap(({ label, lines }) =>
    lines.map((line, index) => printable(`${(index === 0 ? label : '').padEnd(14)}${line}`)),
  );
  return `## ${sign} ${suite.name}: ${ended} (gate ${gate})\n\n${codeBlock(facts.join('\n'), 'text')}\n\n`;
}

function blockText({ label, example, lines }: Block): string {
  return `### ${label} ${codeSpan(printable(example.id))}\n\n${codeBlock(lines.join('\n'), 'text')}\n\n`;
}
