import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../model/contract.ts';
import type { Result } from '../model/result.ts';
import { reportFormats } from '../model/running/report-format.ts';
import { readingsHandedOn } from '../reading/handed-on.ts';
import { packetNamed, readReply } from '../reading/read-reply.ts';
import { type ReadCall, type Recognised, recognise } from '../reading/recognise.ts';
import { isFolder } from '../report-folder/write-atomic.ts';
import { slashed } from '../text/paths.ts';
import { readText } from '../yaml/read-text.ts';
import { namedTickets } from './named-tickets.ts';
import { type HarEntry, readHar } from './read-har.ts';
import { ticketsIn } from './recorded-values.ts';
import { type RecognisedCall, recordingName } from './replay.ts';

export interface Traffic {
  /** In the order in which they were made. */
  readonly calls: readonly RecognisedCall[];
  readonly probes: number;
  /** Why other entries are no calls of the contract. */
  readonly others: readonly string[];
  /** Values named like a ticket in what this suite did not record, calls or not. */
  readonly tickets: readonly string[];
}

/** An entry of a recording whose request was read. */
export interface RecognisedEntry extends HarEntry {
  readonly recognised: Recognised;
}

/** Reads the requests of a recording, each once. */
export function recogniseEntries(
  entries: readonly HarEntry[],
  contract: Contract,
): readonly RecognisedEntry[] {
  return entries.map((entry) => ({ ...entry, recognised: recognise(entry.request, entry.origin, contract) }));
}

/** Reads recordings, or those of report folders, and recognises the calls in them. */
export function readRecordings(paths: readonly string[], contract: Contract): Result<Traffic, string> {
  const calls: RecognisedCall[] = [];
  const others: string[] = [];
  const tickets: string[] = [];
  let probes = 0;
  const handOn = readingsHandedOn();
  const heldBy = new Map<string, string>();
  for (const path of paths) {
    const read = readRecording(path, contract);
    if (!read.ok) return read;
    const { file, entries } = read.value;
    const clash = clashOf(path, entries, heldBy);
    if (clash !== undefined) return { ok: false, error: clash };
    tickets.push(...read.value.tickets);
    for (const { recognised: found, ...recorded } of entries) {
      if (recorded.place?.probe) probes += 1;
      else if (found.kind === 'call')
        calls.push({ file, recorded, ...answeredCall(found, recorded, contract, handOn) });
      else others.push(found.kind === 'unknown' ? found.why : 'a request for a description of the service');
    }
  }
  return { ok: true, value: { calls, probes, others, tickets } };
}

/** Returns a call with the parts of its reply that say to which exchange it belongs. */
function answeredCall(
  { call, readBack }: ReadCall,
  recorded: Pick<HarEntry, 'request' | 'outcome'>,
  contract: Contract,
  handOn: ReturnType<typeof readingsHandedOn>,
) {
  const { outcome } = recorded;
  if (outcome.kind === 'failure') return { call, readElsewhere: handOn({ request: readBack }, recorded) };
  const read = readReply(call, outcome.response, contract);
  const { body } = read;
  const packet = packetNamed(read, contract.packetResult.identifier);
  const replyNamespace = body.xml.kind === 'document' ? body.xml.root.uri : undefined;
  return {
    call,
    packet,
    replyNamespace,
    readElsewhere: handOn({ request: readBack, reply: body }, recorded),
  };
}

/** Says which earlier recording has an exchange of this one, or exchanges of its name: one call would hide another. */
function clashOf(path: string, entries: readonly HarEntry[], heldBy: Map<string, string>) {
  const unnamed = `exchanges named ${recordingName(path)}`;
  for (const name of new Set(entries.map(({ place }) => place?.exchange ?? unnamed))) {
    const earlier = heldBy.get(name);
    const fix = name === unnamed ? 'rename one of them' : 'judge each by itself';
    if (earlier !== undefined) return `${earlier} and ${path} both have ${name}; ${fix}`;
    heldBy.set(name, path);
  }
  return undefined;
}

const RECORDING = reportFormats.har.file;

/** Reads a HAR file, or the recording of a report folder; a call that did not go over HTTP is refused. */
export function readRecording(path: string, contract: Contract) {
  const file = isFolder(path) ? slashed(join(path, RECORDING)) : path;
  const failed = (error: string) => ({ ok: false, error }) as const;
  if (isFolder(path) && !existsSync(file))
    return failed(`${path} has no ${RECORDING}; run with --reporter har, or name a HAR file`);
  const text = readText(file);
  if (!text.ok) return failed(`${file} cannot be read: ${text.error}`);
  const read = readHar(text.value);
  if (!read.ok) return failed(`${file} is ${read.error}`);
  const entries = recogniseEntries(read.value, contract);
  const tickets: string[] = [];
  for (const { place, entry, request, recognised } of entries) {
    if (place !== null) continue;
    if (recognised.kind === 'call') tickets.push(...ticketsIn([recognised.call]));
    const named = namedTickets(request, contract);
    if (!named.ok) return failed(`${file}, entry ${entry}: request: ${named.error}; take the entry out`);
    tickets.push(...named.value);
  }
  const strange = entries.find(
    ({ origin, recognised }) => !/^https?:/.test(origin) && recognised.kind === 'call',
  );
  if (!strange) return { ok: true, value: { file, entries, tickets: [...new Set(tickets)] } } as const;
  const { entry, origin } = strange;
  return failed(`${file}, entry ${entry}: request.url of a call: expected http: or https:, got ${origin}`);
}
