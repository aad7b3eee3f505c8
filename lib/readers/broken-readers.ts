import type { Call, Contract } from '../model/contract.ts';
import type { WireResponse } from '../model/judging/wire.ts';
import { headerValue } from '../reading/headers.ts';
import { attempt } from '../text/reason-of.ts';
import { steadyTimeShape, withShapes } from '../text/shapes.ts';
import { isNoTime, isUnset, plainDigits, readTime, WHOLE_TIME } from '../text/times.ts';
import { documentText, isWrittenElement, partsOfName, writtenElements } from '../wire/xml/written.ts';
import { elementChanges, withElementChange } from './element-change.ts';
import { markupIn } from './http-readers.ts';
import { prefixesOf, serviceNamespace } from './namespace-style.ts';
import { type Reader, type ReadFields, readWith, type WrittenFor } from './reader.ts';
import { readers } from './readers.ts';
import { received, rootIn, rootOf } from './receive.ts';
import { inStyle, isParts, onlyProperties, propertyNames, styleOf, styleProperties } from './style.ts';
import type { StyleProperty } from './style-property.ts';
import { fieldTexts, withTexts } from './value-style.ts';
import { replyBytes, responseBytes, type WrittenReply } from './written-reply.ts';
import { textByNamespace } from './xml-readers.ts';

export interface ReplyPair {
  readonly old: WrittenReply;
  readonly now: WrittenReply;
}

/** A difference between the replies of two sides, and the readers that stumble over it. */
export interface BrokenReaders {
  /** The name of a property or of a field, such as `prefix`. */
  readonly property: string;
  readonly from: string;
  readonly to: string;
  readonly readers: readonly Reader[];
  /** How the first of them fails. */
  readonly failure: string;
}

/** A change of the old reply towards the new one. */
export interface ReplyChange {
  readonly property: string;
  readonly from: string;
  readonly to: string;
  readonly reply: WrittenReply;
  /** The field whose texts are others; absent where both replies mean the same. */
  readonly field?: string;
}

/** Properties that leave what a reply says; texts that a gateway chooses are changes of values. */
const WRITING: readonly string[] = propertyNames.filter((name) => name !== 'states' && name !== 'times');

/** A pair of replies with each change between them, and with all changes of writing at once. */
export interface DifferentPair {
  readonly pair: ReplyPair;
  readonly changes: readonly ReplyChange[];
  readonly together: ReplyChange;
}

/** Pairs of replies that are tried; those that differ in the same way are one. */
const MOST_PAIRS = 40;

/** Returns what the author of a program saw, whose gateway wrote that reply. */
function writtenFor(reply: WrittenReply): WrittenFor {
  const { call, contract, headers } = reply;
  const service = serviceNamespace(reply);
  return {
    contract,
    operation: call.operation.name,
    isSoap: call.binding.envelope !== undefined,
    namespace: service.uri,
    envelopePrefix: prefixesOf(reply).envelope ?? '',
    servicePrefix: service.prefix,
    contentType: headerValue(headers, 'content-type'),
    markup: markupIn(documentText(reply.document)),
  };
}

/**
 * Finds the readers that understand replies of the old side and not those of the new one, and because of what: the old reply
 * is changed towards the new one in one property at a time.
 * @returns the ids of the readers that understand the old side, and the differences that break any
 */
export function brokenReaders(pairs: readonly ReplyPair[]) {
  const understanding = new Set<string>();
  const found = new Map<string, BrokenReaders>();
  for (const { pair, changes, together } of differentPairs(pairs)) {
    const written = writtenFor(pair.old);
    const truthOf = ({ document }: WrittenReply) => textByNamespace(rootOf(documentText(document)), written);
    const truth = truthOf(pair.old);
    const old = received(replyBytes(pair.old));
    const responseOf = ({ reply, ...change }: ReplyChange) => {
      const expected = change.field === undefined ? undefined : truthOf(reply);
      return { ...change, response: received(replyBytes(reply)), expected };
    };
    const single = changes.map(responseOf);
    const all = [responseOf(together)];
    for (const reader of readers) {
      const before = readWith(reader, old, written);
      if (!before.ok || !isUnderstood(before.value, truth)) continue;
      understanding.add(reader.id);
      const failing = (tried: readonly ReturnType<typeof responseOf>[]) =>
        tried.flatMap(({ response, expected = before.value, ...change }) => {
          const failure = failureOf(readWith(reader, response, written), expected, change.field);
          return failure === undefined ? [] : { ...change, failure };
        });
      const alone = failing(single);
      for (const { property, from, to, failure } of alone.length > 0 ? alone : failing(all)) {
        const key = JSON.stringify([property, from, to]);
        const known = found.get(key) ?? { property, from, to, readers: [], failure };
        found.set(key, { ...known, readers: [...new Set([...known.readers, reader])] });
      }
    }
  }
  const broken = [...found.values()].toSorted((a, b) => b.readers.length - a.readers.length);
  return { understanding, broken };
}

/**
 * Tries the readers, written for replies of ASMX, on a response; a stored reply is no reader of another service.
 * @returns those that fail, with how; undefined where the response is no packet result with a list of several
 */
export function failingReaders(wire: WireResponse, call: Call, contract: Contract) {
  const { operation, binding, target } = call;
  const { mediaType, charset } = binding.response;
  const written: WrittenFor = {
    ...{ contract, operation: operation.name, isSoap: binding.envelope !== undefined },
    ...{ namespace: target.namespace, envelopePrefix: 'soap', servicePrefix: '', markup: '' },
    contentType: `${mediaType}; charset=${charset}`,
  };
  const response = received(responseBytes(wire));
  const truth = attempt(() => textByNamespace(rootIn(response), written));
  if (!truth || truth.deliveries.length < 2) return undefined;
  return ofAsmx.flatMap((reader) => {
    const read = readWith(reader, response, written);
    if (read.ok && isUnderstood(read.value, truth)) return [];
    return { reader: reader.title, failure: read.ok ? OTHER_TEXTS : read.error };
  });
}

const OTHER_TEXTS = 'it reads other texts';

const ofAsmx = readers.filter(({ id }) => id !== 'stored-reply');

/** Titles of the readers of replies of ASMX. */
export const READERS_OF_ASMX: readonly string[] = ofAsmx.map(({ title }) => title);

/** Returns pairs with the changes between them; of pairs that differ in the same ways over a binding the smallest. */
export function differentPairs(pairs: readonly ReplyPair[]): readonly DifferentPair[] {
  const byWay = new Map<string, DifferentPair>();
  for (const pair of pairs.toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
    if (byWay.size >= MOST_PAIRS) break;
    const { binding, operation } = pair.old.call;
    const { old, now } = pair;
    const ofElements = elementChanges(old.document.root, now.document.root);
    // What follows from another name is no difference of its own.
    const named = { old: ofElements.reduce(withElementChange, old), now };
    const [ofStyle, ofTexts] = [styleDifferences(named), textDifferences(named)];
    const ways = [
      ...ofElements.map(({ parent, from, to }) => [parent, from, to]),
      ...ofStyle.map(({ property: { name }, to }) => [name, to]),
      // Texts that look like numbers are read in other ways.
      ...ofTexts.map(({ field, others }) => [field, others.some((text) => /^[+\d]/.test(text))]),
    ];
    const key = JSON.stringify([binding.id, operation.kind, ways]);
    if (byWay.has(key)) continue;
    const style = onlyProperties(
      styleOf([now]),
      ofStyle.map(({ property: { name } }) => name),
    );
    const several = { property: 'several properties', from: 'old', to: 'new' };
    const together = { ...several, reply: inStyle(old, style) };
    const changes = [...changesOfElements(old, ofElements), ...changesOf(pair, ofStyle, ofTexts)];
    byWay.set(key, { pair, changes, together });
  }
  return [...byWay.values()];
}

/** A list of two shows more than one of one, and as much as a long one. */
function sizeOf({ old }: ReplyPair): number {
  const { name } = old.contract.packetResult.list;
  const list = writtenElements(old.document.root).find((element) => partsOfName(element.name).local === name);
  const length = list?.children.filter(isWrittenElement).length ?? 0;
  return length < 2 ? Number.MAX_SAFE_INTEGER - length : length;
}

const isOther = (from: unknown, to: unknown) => JSON.stringify(from) !== JSON.stringify(to);

function styleDifferences({ old, now }: ReplyPair) {
  const ofWriting = styleProperties.filter(({ name }) => WRITING.includes(name));
  return (ofWriting as readonly StyleProperty[]).flatMap((property) => {
    const { read, differs = isOther } = property;
    const [from, to] = [read(old), read(now)];
    const isDifferent = from !== undefined && to !== undefined && differs(from as never, to as never);
    return isDifferent ? { property, from, to } : [];
  });
}

/** Returns the fields whose texts are others, with the texts of both sides in their order. */
function textDifferences({ old, now }: ReplyPair) {
  const after = fieldTexts(now);
  return [...fieldTexts(old)].flatMap(([field, before]) => {
    const [texts, others] = [[...before], [...(after.get(field) ?? [])]];
    const isSame = others.length !== texts.length || texts.every((text) => others.includes(text));
    return isSame ? [] : { field, texts, others };
  });
}

/** Changes the old reply in one element at a time: another name, none, or one more. */
function changesOfElements(
  old: WrittenReply,
  changes: ReturnType<typeof elementChanges>,
): readonly ReplyChange[] {
  const { packetResult, deliveryResult } = old.contract;
  const isField = (name: string) =>
    [...packetResult.fields, ...deliveryResult.fields].some((field) => field.name === name);
  const tag = (name?: string) => (name === undefined ? 'absent' : `<${name}>`);
  return changes.map((change) => {
    const { from, to = '', added } = change;
    // A field that is there now is read as another text.
    const field = added && isField(to) ? { field: to } : {};
    const shownNames = { from: tag(from), to: tag(change.to) };
    return { property: from ?? to, ...shownNames, ...field, reply: withElementChange(old, change) };
  });
}

/** Changes the old reply in one property, or in the texts of one field, at a time. */
function changesOf(
  { old }: ReplyPair,
  ofStyle: ReturnType<typeof styleDifferences>,
  ofTexts: ReturnType<typeof textDifferences>,
): readonly ReplyChange[] {
  return [
    ...ofStyle.map(({ property: { name, write }, from, to }) => {
      return { property: name, ...shownChange(from, to), reply: write(old, to) };
    }),
    ...ofTexts.map(({ field, texts, others }) => {
      const replaced = new Map(texts.map((text, place) => [text, others[place] ?? text]));
      const reply = withTexts(old, (name, text) => (name === field ? replaced.get(text) : undefined));
      const place = texts.findIndex((text, at) => text !== others[at]);
      return { property: field, field, from: shape(texts[place]), to: shape(others[place]), reply };
    }),
  ];
}

/** Shows two values of a property: of one with parts those that differ. */
function shownChange(from: unknown, to: unknown): { readonly from: string; readonly to: string } {
  if (!isParts(from) || !isParts(to)) return { from: shown(from), to: shown(to) };
  const different = Object.keys({ ...from, ...to }).filter((key) => isOther(from[key], to[key]));
  const values = (side: typeof from) => different.map((key) => shown(side[key])).join(', ');
  return { from: values(from), to: values(to) };
}

/** Shows a text without what changes from run to run; zeros before a number stay, over which programs stumble. */
function shape(text = ''): string {
  const time = readTime(text);
  if (time && isUnset(time)) return text;
  if (WHOLE_TIME.test(plainDigits(text)) && (time || isNoTime(text)))
    return `<${steadyTimeShape(text, time !== undefined)}>`;
  const [zeros = ''] = /^0*/.exec(text) ?? [];
  return shown(zeros + withShapes(text.slice(zeros.length)));
}

function shown(value: unknown): string {
  if (value === undefined || value === '') return 'none';
  const text = Array.isArray(value) ? value.join(' ') : String(value);
  return /^\s|\s$|[\r\n\t]/.test(text) ? JSON.stringify(text) : text;
}

/**
 * Returns how a reader fails with a changed reply, which means the same or has a changed text; undefined where it does not.
 * @param field the field with the changed text
 */
function failureOf(
  read: ReturnType<typeof readWith>,
  expected: ReadFields,
  field: string | undefined,
): string | undefined {
  if (!read.ok) return read.error;
  const textsOf = ({ packet, deliveries }: ReadFields) =>
    [packet, ...deliveries].map((fields) => (field === undefined ? fields : (fields[field] ?? '')));
  return isOther(textsOf(read.value), textsOf(expected)) ? OTHER_TEXTS : undefined;
}

/** True if a reader found each text; what is absent and what is empty is the same to most programs. */
function isUnderstood(read: ReadFields, truth: ReadFields): boolean {
  const texts = ({ packet, deliveries }: ReadFields) =>
    [packet, ...deliveries].map((fields) => Object.entries(fields).map(([name, text]) => [name, text ?? '']));
  return !isOther(texts(read), texts(truth));
}
