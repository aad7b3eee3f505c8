import { type Breakage, replyPairs } from '../../compare/breakage.ts';
import type { Pair } from '../../compare/replies.ts';
import type { Contract } from '../../model/contract.ts';
import type { WireResponse } from '../../model/judging/wire.ts';
import type { Result } from '../../model/result.ts';
import { type DifferentPair, differentPairs, type ReplyChange } from '../../readers/broken-readers.ts';
import { contentOf, type WrittenReply } from '../../readers/written-reply.ts';
import { withoutCodings } from '../../reading/headers.ts';
import { type EndedProgram, endText, runToEnd, splitCommand } from '../target/programs.ts';

/** Starts of a command in a comparison. */
const MOST_STARTS = 60;

/** Milliseconds that a command may take for a reply. */
const LIMIT = 10_000;

/**
 * Tries a user's readers, commands that read the body of a reply on their standard input, on replies of both sides. A reader
 * breaks where a reply that means the same gives another output or exit code.
 * @returns what they stumble over; an error where a reader reads no reply of the old side
 */
export async function commandBreakages(
  commands: readonly string[],
  pairs: readonly Pair[],
  contract: Contract,
): Promise<Result<readonly Breakage[], string>> {
  const tried = commands.length === 0 ? [] : differentPairs(replyPairs(pairs, contract));
  const breakages: Breakage[] = [];
  for (const command of commands) {
    const words = splitCommand(command);
    const broken = words.ok ? await breakagesOf(command, words.value, tried) : words;
    if (!broken.ok) return { ok: false, error: `--reader ${JSON.stringify(command)}: ${broken.error}` };
    breakages.push(...broken.value);
  }
  return { ok: true, value: breakages };
}

async function breakagesOf(
  command: string,
  words: readonly [string, ...string[]],
  tried: readonly DifferentPair[],
): Promise<Result<readonly Breakage[], string>> {
  const readBy = commandReader(words);
  const found = new Map<string, Breakage>();
  const refused: EndedProgram[] = [];
  for (const { pair, changes, together } of tried) {
    const before = await readBy(pair.old);
    if (before === undefined) break;
    if (before.code !== 0) {
      refused.push(before);
      continue;
    }
    const alone = await changesThatBreak(before, changes, readBy);
    const broken = alone.length > 0 ? alone : await changesThatBreak(before, [together], readBy);
    for (const { property, from, to, after } of broken) {
      const because = `${property}  ${from} -> ${to} (${endText(after)})`;
      const change = { kind: 'readers', field: property, from, to } as const;
      found.set(`${property} ${from} ${to}`, { who: command, because, gates: true, change });
    }
  }
  const [sample] = tried;
  if (sample && found.size > 0) {
    const [before, again] = [await readBy(sample.pair.old), await commandReader(words)(sample.pair.old)];
    if (before?.output !== again?.output)
      return { ok: false, error: 'it prints another text each time that it reads the same reply' };
  }
  const [first] = refused;
  if (first && refused.length === tried.length)
    return { ok: false, error: `it reads no reply of OLD: ${endText(first)}` };
  return { ok: true, value: [...found.values()] };
}

/** Says why a user's readers cannot be started, before anything is sent for them; undefined where all can. */
export async function whyNotStarted(commands: readonly string[]): Promise<string | undefined> {
  for (const command of commands) {
    const words = splitCommand(command);
    const why = words.ok ? (await runToEnd(words.value, { limit: LIMIT })).why : words.error;
    // One that takes too long has started.
    if (why !== undefined && (!words.ok || why.startsWith('spawn ')))
      return `--reader ${JSON.stringify(command)}: ${why}`;
  }
  return undefined;
}

/** Tries a user's readers on a response; returns those that do not end with exit code 0, with how. */
export async function failingCommands(commands: readonly string[], response: WireResponse) {
  const input = withoutCodings(response).body;
  const tried = commands.map(async (command) => {
    const words = splitCommand(command);
    if (!words.ok) return { reader: command, failure: words.error };
    const ended = await runToEnd(words.value, { input, limit: LIMIT });
    return ended.code === 0 ? [] : { reader: command, failure: endText(ended) };
  });
  return (await Promise.all(tried)).flat();
}

type ReadBy = ReturnType<typeof commandReader>;

/** Makes the function that starts a command once for each distinct body; undefined where it was started too often. */
function commandReader(words: readonly [string, ...string[]]) {
  const known = new Map<string, Promise<EndedProgram>>();
  return async (reply: WrittenReply): Promise<EndedProgram | undefined> => {
    const input = contentOf({ ...reply, coding: 'identity' });
    const key = Buffer.from(input).toString('base64');
    if (!known.has(key) && known.size < MOST_STARTS) known.set(key, runToEnd(words, { input, limit: LIMIT }));
    return known.get(key);
  };
}

async function changesThatBreak(before: EndedProgram, changes: readonly ReplyChange[], readBy: ReadBy) {
  const broken: (ReplyChange & { readonly after: EndedProgram })[] = [];
  for (const change of changes) {
    const after = await readBy(change.reply);
    // Where a text has changed, the output may.
    const isOther =
      after?.code !== before.code || (change.field === undefined && after.output !== before.output);
    if (after && isOther) broken.push({ ...change, after });
  }
  return broken;
}
