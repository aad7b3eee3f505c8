import { contract } from '../../lib/cases/testing.ts';
import { peers } from '../../suites/self/peers/index.ts';
import { type Judge, startJudge } from '../../suites/self/peers/judge.ts';
import type { Judged } from '../../suites/self/peers/judge-process.ts';
import type { Peer } from '../../suites/self/peers/peer.ts';

// For how long a peer that is out to do so keeps a worker from everything else, such as answers to other exchanges
// whose time runs out meanwhile. Beside it, what a text of the same size costs that is answered in good faith.

const LONGEST_BLOCK_MS = 1_000;
const ROWS = 15;
const PLAIN = 'has a text of 2.9 MB';

/** What a busy machine takes from the process is no block of its own; that comes again every time. */
const TRIES = 3;

/** Milliseconds of the longest block, the best of several tries. */
async function blockOf(judge: Judge, peer: Peer): Promise<number> {
  const blocks: number[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { longestBlockMs }: Judged = await judge.judged(peer);
    blocks.push(longestBlockMs);
  }
  return Math.min(...blocks);
}

const all = Object.values(peers).flat();
const judge = await startJudge(contract);
const measured: { readonly does: string; readonly ms: number }[] = [];
try {
  for (const peer of all) measured.push({ does: peer.does, ms: await blockOf(judge, peer) });
} finally {
  judge.stop();
}
const plain = measured.find(({ does }) => does === PLAIN);
if (!plain) throw new Error(`no peer ${PLAIN}`);
measured.sort((one, other) => other.ms - one.ms);
process.stdout.write(`${'a peer that'.padEnd(60)}${'block, ms'.padStart(10)}${'ratio'.padStart(8)}\n`);
for (const { does, ms } of [...measured.slice(0, ROWS), plain]) {
  const row = [String(ms).padStart(10), (ms / plain.ms).toFixed(1).padStart(8)];
  process.stdout.write(`${does.padEnd(60)}${row.join('')}${ms > LONGEST_BLOCK_MS ? '  missed' : ''}\n`);
}
const missed = measured.filter(({ ms }) => ms > LONGEST_BLOCK_MS).length;
process.stdout.write(
  `${all.length} peers, bar ${LONGEST_BLOCK_MS} ms: ${missed ? `${missed} missed` : 'held'}\n`,
);
process.exitCode = missed ? 1 : 0;
