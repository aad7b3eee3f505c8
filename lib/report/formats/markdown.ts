import { type Block, reportedBlocks } from '../../findings/run/blocks.ts';
import { factLines, factsOf } from '../../findings/run/facts.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { Results } from '../../model/running/results.ts';
import { neverShown } from '../../results/ending.ts';
import { joinTexts, ours } from '../../secrets/mask.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { codeBlock, codeSpan, knownText } from './format-helpers.ts';

/** Bytes of a summary, which people read, and of which GitHub shows a mebibyte. */
const MOST_BYTES = 1_000_000;

/**
 * Returns a run as Markdown for people. Texts of a target or a user are in blocks and spans of code, where Markdown
 * and HTML mean nothing. Above `most` bytes of UTF-8, the last findings are left out.
 */
export function markdown(results: Results, most = MOST_BYTES): Masked {
  const head = headText(results);
  const all = reportedBlocks(results, Number.POSITIVE_INFINITY).map(markdownBlock);
  const whole = ours`${head}${all}`;
  if (Buffer.byteLength(whole) <= most) return whole;
  let room = most - Buffer.byteLength(head) - ROOM_FOR_NOTE;
  const shown = all.filter((text) => {
    room -= room < 0 ? 0 : Buffer.byteLength(text);
    return room >= 0;
  });
  const left = counted(all.length - shown.length, 'cause');
  return ours`${head}${shown}_There is no room here for ${left}: results.json has them._\n\n`;
}

const ROOM_FOR_NOTE = 100;

function headText(results: Results): Masked {
  const { outcome, exitCode, suite, gate } = results;
  const known = knownText(results);
  const good = outcome === 'conforms' && exitCode === 0 && known === undefined && !neverShown(results);
  const sign = good ? '✅' : exitCode === 0 ? '⚠️' : '❌';
  const ended = known === undefined ? outcome : ours`${outcome}, with ${known}`;
  const facts = factsOf(results).flatMap(factLines);
  return ours`## ${sign} ${suite.name}: ${ended} (gate ${gate})\n\n${codeBlock(joinTexts(facts, '\n'))}\n\n`;
}

function markdownBlock({ label, example, lines }: Block): Masked {
  return ours`### ${label} ${codeSpan(printable(example.id))}\n\n${codeBlock(joinTexts(lines, '\n'))}\n\n`;
}
