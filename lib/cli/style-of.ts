import { existsSync } from 'node:fs';
import type { Call, Contract } from '../model/contract.ts';
import { type Result, refusal } from '../model/result.ts';
import {
  type GatewayStyle,
  gatewayStyle,
  inStyle,
  onlyProperties,
  propertyNames,
  type Style,
} from '../readers/style.ts';
import { contentOf, framingFields, writtenReply } from '../readers/written-reply.ts';
import { readReply } from '../reading/read-reply.ts';
import { readRecording } from '../recording/read-recordings.ts';
import type { Deviation } from '../reference/seams.ts';
import { isFolder, writeToCommit } from '../report-folder/write-atomic.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { maskFor } from '../secrets/mask.ts';
import { entriesOf } from '../text/defined.ts';
import { didYouMean } from '../text/nearest.ts';
import { firstProblems, formatProblem } from '../yaml/format-problem.ts';
import { schemaProblems } from '../yaml/schema.ts';
import { parseYaml, readYamlFile, type YamlSource, yaml } from '../yaml/yaml-source.ts';
import type { Ended, Invocation } from './usage.ts';

interface StyleOfFlags {
  readonly output: string;
}

/** Runs `style-of FILE`, which writes how a recorded gateway writes its replies, and overwrites nothing. */
export async function styleOfCommand(
  { flags: { output }, io, found }: Invocation<StyleOfFlags>,
  recording: string,
): Promise<Ended> {
  if (existsSync(output))
    return refusal(2, `${output} exists; remove it, or choose another file with --output`);
  const read = recordedStyle(recording, builtInDeclarations().contract);
  if (!read.ok) return refusal(2, read.error);
  const { style, tickets, replies } = read.value;
  if (replies === 0) return refusal(4, `${recording} has no reply with a packet result`);
  const text = maskFor(tickets)(found.mask(yaml().stringify(style, { lineWidth: 0 })));
  await writeToCommit(output, text);
  const bindings = Object.keys(style).join(', ');
  io.stdout.write(`${found.mask(`${output}  how ${replies} replies over ${bindings} are written`)}\n`);
  return 0;
}

/** Reads the style of the replies of a recording, which is a stranger's file: what no style may have is an error. */
function recordedStyle(path: string, contract: Contract) {
  const read = readRecording(path, contract);
  if (!read.ok) return read;
  const { file, entries, tickets } = read.value;
  const replies = entries.flatMap(({ recognised, outcome, inexact }) => {
    if (recognised.kind !== 'call' || outcome.kind !== 'response' || inexact.includes('response body'))
      return [];
    const { call } = recognised;
    return writtenReply(outcome.response, readReply(call, outcome.response, contract), call, contract) ?? [];
  });
  const style = gatewayStyle(replies);
  const problem =
    replies.length === 0 ? undefined : mistakeIn(parseYaml(`style of ${file}`, yaml().stringify(style)));
  if (problem !== undefined) return { ok: false, error: problem } as const;
  return { ok: true, value: { style, tickets, replies: replies.length } } as const;
}

function mistakeIn(source: YamlSource): string | undefined {
  const problems = schemaProblems('style', source);
  return problems.length === 0 ? undefined : firstProblems(problems.map(formatProblem));
}

/** Reads how a gateway writes from a file of `style-of`, or from a recording. */
export function readStyle(path: string, contract: Contract): Result<GatewayStyle, string> {
  if (!/\.ya?ml$/i.test(path) || isFolder(path)) {
    const read = recordedStyle(path, contract);
    return read.ok ? { ok: true, value: read.value.style } : read;
  }
  const source = readYamlFile(path);
  const error = mistakeIn(source);
  return error === undefined ? { ok: true, value: source.value as GatewayStyle } : { ok: false, error };
}

export interface LikeFlags {
  readonly like: readonly string[];
  readonly except?: string;
  readonly onlyChange?: string;
}

/**
 * Returns the styles in which the reference writes, those of the files one after the other; `except` and `onlyChange`
 * choose properties of the last file.
 * @throws Error with the mistake of a flag or a file
 */
export function likeStyles(
  { like, except, onlyChange }: LikeFlags,
  contract: Contract,
): readonly GatewayStyle[] {
  if (like.length === 0 && (except ?? onlyChange) !== undefined)
    throw new Error('--except and --only-change choose properties of a style; name its file with --like');
  const left = namedProperties('--except', except);
  const taken = onlyChange === undefined ? propertyNames : namedProperties('--only-change', onlyChange);
  return like.map((path, place) => {
    const read = readStyle(path, contract);
    if (!read.ok) throw new Error(`--like ${read.error}`);
    const isLast = place === like.length - 1;
    const names = isLast ? taken.filter((name) => !left.includes(name)) : propertyNames;
    const chosen = entriesOf(read.value).map(
      ([binding, style]) => [binding, onlyProperties(style, names)] as const,
    );
    return Object.fromEntries(chosen);
  });
}

function namedProperties(flag: string, list = '') {
  return list.split(/[\s,]+/).flatMap((word) => {
    const name = propertyNames.find((known) => known === word);
    if (word !== '' && name === undefined) {
      const meant = didYouMean(word, propertyNames);
      throw new Error(
        `${flag}: unknown property "${word}"${meant} (properties: ${propertyNames.join(', ')})`,
      );
    }
    return name ?? [];
  });
}

/** Returns what writes the packet results of the reference in a style. */
export function styleDeviation(gateway: GatewayStyle): Deviation {
  return {
    wire: (reply, { contract, operation, binding, values, namespace }) => {
      const style: Style = gateway[binding.id] ?? {};
      const target = { baseUrl: '', namespace, kind: 'reference' } as const;
      const call: Call = { operation, binding, values, target };
      const date = ['Date', new Date().toUTCString()] as const;
      const response = { ...reply, headers: [...reply.headers, date], durationMs: 0 };
      const plain = writtenReply(response, readReply(call, response, contract), call, contract);
      if (!plain) return reply;
      const written = inStyle({ ...plain, chunked: 'no' }, style);
      const body = contentOf(written);
      const [, status = '200', reason = ''] = /^\S+ (\d+) ?(.*)$/.exec(written.statusLine) ?? [];
      return {
        ...{ status: Number(status), reason, body, date: false },
        headers: [...written.headers, ...framingFields(written, body.length)],
        head: (text) => {
          const head = text.replace(/^[^\r]*/, () => written.statusLine);
          return written.chunked === 'end of the connection'
            ? head.replace(/content-length:.*\r\n/i, '')
            : head;
        },
      };
    },
  };
}
