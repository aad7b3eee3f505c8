import { readFileSync, statSync } from 'node:fs';
import { type Described, describeWsdl } from '../../clients/wsdl/describe-wsdl.ts';
import { readWsdl, type WsdlDocument } from '../../clients/wsdl/wsdl-document.ts';
import type { SideWsdls } from '../../compare/wsdls.ts';
import type { Contract } from '../../model/contract.ts';
import type { SendOutcome } from '../../model/judging/wire.ts';
import { type Refusal, type Result, refusal } from '../../model/result.ts';
import type { Pace } from '../../model/running/settings.ts';
import type { RecognisedEntry } from '../../recording/read-recordings.ts';
import { reasonOf } from '../../text/reason-of.ts';
import type { SenderOptions } from '../../wire/transport/connection/connect.ts';
import { requestPace } from '../../wire/transport/pace.ts';
import { openSender } from '../../wire/transport/sender.ts';
import { decodeBytes } from '../../wire/xml/decode-bytes.ts';

/** A WSDL and what it imports: documents, bytes of each, and the time for all of a target. */
const MOST_DOCUMENTS = 20;
const MOST_BYTES = 1_000_000;
const MOST_SECONDS = 10;
const REQUEST_MS = 2_000;

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'];

export function isUnreachable(outcome: SendOutcome): boolean {
  return outcome.kind === 'failure' && UNREACHABLE.includes(outcome.failure.code);
}

/** Reads the WSDLs of path bases of a target, and what they import from the same host, at its rate; sends no message. */
export async function readTargetWsdls(
  baseUrl: string,
  options: SenderOptions & Pick<Pace, 'rate'>,
  paths: readonly string[],
  seconds = MOST_SECONDS,
): Promise<SideWsdls> {
  const limits = { connectTimeout: REQUEST_MS, firstByteTimeout: REQUEST_MS, timeout: REQUEST_MS };
  const unpaced = openSender(baseUrl, { ...options, ...limits, maxResponseBytes: MOST_BYTES });
  const sender = requestPace(options.rate).paced(unpaced);
  const over = AbortSignal.timeout(seconds * 1_000);
  const textAt = async ({ pathname, search }: URL): Promise<Result<string, string>> => {
    const request = { method: 'GET', path: `${pathname}${search}`, headers: [], body: null } as const;
    const sent = () =>
      sender.send(request, over).catch((error) => {
        if (error !== over.reason) throw error;
      });
    const outcome = await sent();
    if (!outcome) return { ok: false, error: `was not read within ${seconds} s` };
    if (outcome.kind === 'failure') {
      const again = isUnreachable(outcome) ? undefined : await sent();
      const hasEnded = again !== undefined && isUnreachable(again);
      const why = hasEnded ? 'ended the target that was asked for it' : 'cannot be read';
      // No flag raises these limits.
      return { ok: false, error: `${why}: ${outcome.failure.message.replace(/ \(--[^)]*\)/, '')}` };
    }
    const { status, body } = outcome.response;
    const { text } = decodeBytes(body, null);
    if (status !== 200) return { ok: false, error: `is answered with status ${status}` };
    return text === null ? { ok: false, error: 'is not in its encoding' } : { ok: true, value: text };
  };
  try {
    const base = baseUrl.replace(/\/$/, '');
    const starts = paths.map((path) => readFrom(new URL(`${base}${path}?WSDL`), path, textAt));
    return sideOf(await Promise.all(starts));
  } finally {
    await sender.close();
  }
}

/** Reads a WSDL and what it imports, breadth first. What is imported is nothing without the WSDL itself. */
async function readFrom(start: URL, path: string, textAt: (url: URL) => Promise<Result<string, string>>) {
  const documents: WsdlDocument[] = [];
  const notes: string[] = [];
  const urls = [start];
  const known = new Set([start.href]);
  const follow = (location: string, from: URL) => {
    const url = URL.canParse(location, from.href) ? new URL(location, from) : null;
    if (known.has(url?.href ?? location)) return;
    known.add(url?.href ?? location);
    const isThere = url?.host === start.host && /^https?:$/.test(url.protocol);
    if (isThere && urls.length < MOST_DOCUMENTS) urls.push(url);
    else if (isThere)
      notes.push(`${path} imports ${location}, which was not read: it is one of more than ${MOST_DOCUMENTS}`);
    else notes.push(`${path} imports ${location}, which is not on its host and was not read`);
  };
  for (const url of urls) {
    const text = await textAt(url);
    const document = text.ok ? readWsdl(text.value) : text.error;
    if (typeof document === 'string') {
      notes.push(`${url.pathname}${url.search} ${document}`);
      continue;
    }
    documents.push(document);
    for (const location of document.imports) follow(location, url);
  }
  return { path, wsdl: describeWsdl(documents, path, start), notes };
}

/** Reads the WSDLs that a recording has as replies, with what they import. */
export async function readRecordedWsdls(
  calls: readonly RecognisedEntry[],
  { operations }: Contract,
): Promise<SideWsdls> {
  const texts = new Map<string, string>();
  for (const { request, origin, outcome } of calls) {
    if (request.method !== 'GET' || outcome.kind !== 'response' || outcome.response.status !== 200) continue;
    const text = decodeBytes(outcome.response.body, null).text;
    if (text !== null) texts.set(`${origin}${request.path}`, text);
  }
  const textAt = async ({ href }: URL): Promise<Result<string, string>> => {
    const text = texts.get(href);
    return text === undefined ? { ok: false, error: 'is not recorded' } : { ok: true, value: text };
  };
  const paths = [...new Set(operations.map(({ path }) => path))];
  const starts = paths.flatMap((path) => {
    const url = [...texts.keys()].find((each) => each.toLowerCase().endsWith(`${path}?wsdl`.toLowerCase()));
    return url === undefined ? [] : [readFrom(new URL(url), path, textAt)];
  });
  return sideOf(await Promise.all(starts));
}

function sideOf(read: readonly Awaited<ReturnType<typeof readFrom>>[]): SideWsdls {
  const described = new Map(read.map(({ path, wsdl }) => [path, wsdl]));
  return { described, notes: read.flatMap(({ notes }) => notes) };
}

/** Reads files as the WSDLs of sides, each of the path base that its address or its operations name; none is null. */
export function readWsdlFiles(
  sides: readonly (readonly string[])[],
  { operations }: Contract,
): readonly (SideWsdls | null)[] | Refusal {
  const all: (SideWsdls | null)[] = [];
  for (const files of sides) {
    const described = new Map<string, Described | undefined>();
    const notes: string[] = [];
    for (const file of files) {
      const read = readFileText(file);
      const document = read.ok ? readWsdl(read.value) : read.error;
      if (typeof document === 'string') return refusal(2, `${file} ${document}`);
      const found = pathBaseOf(document, operations);
      if (found === undefined) return refusal(2, `${file} has no operation and no path base of the contract`);
      const again = `${file} is a second WSDL of ${found}; give one file for each path base`;
      if (described.has(found)) return refusal(2, again);
      described.set(found, describeWsdl([document], found, null));
      notes.push(...document.imports.map((each) => `${file} imports ${each}, which was not read`));
    }
    all.push(files.length > 0 ? { described, notes } : null);
  }
  return all;
}

function pathBaseOf(document: WsdlDocument, operations: Contract['operations']): string | undefined {
  const describes = (isIts: (endpoint: Described, name: string) => boolean) =>
    operations.find(({ path, name }) => {
      const endpoints = describeWsdl([document], path, null)?.inside?.values() ?? [];
      return [...endpoints].some((endpoint) => isIts(endpoint, name));
    })?.path;
  return (
    describes(({ values }) => values.address === 'as asked') ??
    describes(({ inside }, name) => inside?.has(name) === true)
  );
}

function readFileText(file: string): Result<string, string> {
  try {
    if (statSync(file).size > MOST_BYTES) return { ok: false, error: `has more than ${MOST_BYTES} bytes` };
    const { text } = decodeBytes(readFileSync(file), null);
    return text === null ? { ok: false, error: 'is not in its encoding' } : { ok: true, value: text };
  } catch (error) {
    return { ok: false, error: `cannot be read: ${reasonOf(error)}` };
  }
}
