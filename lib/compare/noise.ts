import { type CallTimes, callTimeShape } from '../reading/call-time.ts';
import { type Fact, isOfKind, type TimeFact } from '../reading/facts.ts';
import type { ExchangeValues } from '../reading/text-source.ts';
import { GUID, literalPattern, shapeOf, withShapes } from '../text/shapes.ts';
import { TIME } from '../text/times.ts';
import { asText, factText, type Values } from './facts.ts';

/** The values of the exchange of a reply, and the times between which its own lie. */
export interface ReplyMeanings extends ExchangeValues, CallTimes {
  readonly labelled: ReturnType<typeof labeller>;
}

/** Characters of a value that is looked for inside other texts; a shorter one is there by accident. */
const LEAST_INSIDE = 5;

/** Characters of a value that is part of a pattern, and of a pattern: V8 compiles no literal of 60,000 characters. */
const MOST_OF_VALUE = 100;
const MOST_OF_PATTERN = 20_000;

/** Returns a function that puts labels in the places of the values of an exchange in a text, the longest value first. */
export function labeller({ packets, sent, sentByOthers }: ExchangeValues): (text: string) => string {
  const returned = packets.map((text, index) => ({ text, name: `packet ${index + 1}` }));
  const all = [...returned, ...sent, ...sentByOthers].filter(({ text }) => text.length >= LEAST_INSIDE);
  const labels = new Map(all.toReversed().map(({ text, name }) => [text, `<${name}>`]));
  const longestFirst = [...labels.keys()].sort((a, b) => b.length - a.length);
  const long = longestFirst.filter(({ length }) => length > MOST_OF_VALUE);
  const patterns: string[] = [];
  for (const value of longestFirst.slice(long.length)) {
    const literal = literalPattern(value);
    const last = patterns.at(-1);
    if (last === undefined || last.length > MOST_OF_PATTERN) patterns.push(literal);
    else patterns[patterns.length - 1] = `${last}|${literal}`;
  }
  const places = [...long, ...patterns.map((pattern) => new RegExp(pattern, 'g'))];
  return (text) =>
    places.reduce<string>(
      (shown, place) => shown.replaceAll(place, (value) => labels.get(value) ?? value),
      text,
    );
}

/** A time in a text, but no part of an address or a version, such as 10.11.26.27. */
const TIMES = new RegExp(`(?<!\\d[.])${TIME.source}(?: [AP]M)?(?![.]?\\d)`, 'g');

/** Puts labels in the place of sent values, packets, GUIDs and the time of the reply. */
export function withoutNoise(
  text: string,
  { labelled, clock }: Pick<ReplyMeanings, 'labelled' | 'clock'>,
): string {
  const shown = (time: string) => {
    const shape = callTimeShape(time, clock);
    return shape === undefined ? time : `<${shape}>`;
  };
  return labelled(text).replace(GUID, '<GUID>').replace(TIMES, shown);
}

/** Words a value as a comparison shows it. */
export type Shown = (field: string, value: Fact, side?: 'old' | 'new', operation?: string) => string;

/** Values of a reply, or of one of its delivery results. */
interface ValuesOf {
  readonly exchange: string;
  readonly operation?: string;
  readonly isDelivery: boolean;
  readonly values: Values;
}

/** Different counts of recipients or characters that are one difference. */
const MANY_COUNTS = 5;

/** Different texts of a field, at least, that may be made anew for each exchange, and their share of all its texts. */
const LEAST_TEXTS = 5;
const MOST_TEXTS_SHARE = 0.75;

/**
 * Makes the function that hides offsets of times that the old side has by chance, fractions of seconds and numbers that vary on
 * the old side, counts that vary on either side, and texts of delivery results that the new side makes anew for most exchanges.
 */
export function noiseIn(old: readonly ValuesOf[], now: readonly ValuesOf[] = []): Shown {
  const seen = new Map<string, Set<string>>();
  const keyOf = (field: string, value: Fact) => `${field}\n${withoutVarying(value)}`;
  const [before = [], after = []] = [old, now].map((all) =>
    all.flatMap(({ values }) => Object.entries(values)),
  );
  const texts = before
    .filter(([, value]) => isOfKind(value, 'sent-until'))
    .map(([field, value]) => [field, asText(value)] as const);
  for (const [field, value] of [...before, ...texts, ...after.filter((entry) => hasCount(entry[1]))]) {
    const key = keyOf(field, value);
    seen.set(key, (seen.get(key) ?? new Set()).add(isTime(value) ? value.shape : factText(value)));
  }
  const steadyOffset = steadyOffsets(old, now);
  const ofNew = exchangesByText(now.filter(({ isDelivery }) => isDelivery));
  const generated = new Map([...ofNew].filter(([, exchanges]) => areGenerated(exchanges)));
  const [oldNumbers, newNumbers] = [old, now].map((all) =>
    exchangesByText(all, (field, text) => `${field}\n${withoutNumber(text)}`),
  );
  const ofChance = new Set(
    [...(oldNumbers ?? [])].flatMap(([key, texts]) => (areGenerated(texts) && haveLengths(texts) ? key : [])),
  );
  /** True if the old side has another number in each such text, and the side of the value no constant. */
  const isNumberOfChance = (key: string, side: 'old' | 'new' | undefined) =>
    ofChance.has(key) && (side !== 'new' || (newNumbers?.get(key)?.size ?? 0) > 1);
  return (field, value, side, operation = '') => {
    const numberless = typeof value === 'string' ? withoutNumber(value) : '';
    if (numberless !== value && isNumberOfChance(`${field}\n${numberless}`, side)) return numberless;
    const isSteady = (seen.get(keyOf(field, value))?.size ?? 0) < (hasCount(value) ? MANY_COUNTS : 2);
    if (isTime(value)) {
      const shape = isSteady ? value.shape : withoutVarying(value);
      return factText({ kind: 'time', shape, offset: steadyOffset(field, value, operation) });
    }
    if (!isSteady) return withoutVarying(value);
    const text = factText(value);
    const isGenerated = side === 'new' && typeof value === 'string' && generated.has(field);
    // A state of a gateway is in several exchanges.
    if (isGenerated && (generated.get(field)?.get(text)?.size ?? 0) < 2)
      return factText({ kind: 'generated' });
    return text;
  };
}

/** Exchanges of an operation with one offset that show it to be that of the operation. */
const LEAST_TIMES = 4;

/** Exchanges, and their share of all, at least, that have an offset which is not there by chance. */
const LEAST_OF_OFFSET = 2;
const LEAST_SHARE = 0.1;

/** Exchanges of the new side that may have an offset by chance: so many, and a multiple of those that the old side has so. */
const MOST_BY_CHANCE = 3;
const MOST_TIMES_CHANCE = 2;

/**
 * Makes the function that returns the offset of a time, or the most usual one of the old side in the place of offsets that the old
 * side has too, and of those that are about as rare as what the old side has by chance. Where both sides have one offset
 * each in an operation, it is returned as it is.
 */
function steadyOffsets(old: readonly ValuesOf[], now: readonly ValuesOf[]) {
  const [before, after] = [old, now].map(offsetsIn);
  const isSteady = (key: string) =>
    [before, after].every((side) => {
      const [exchanges, ...others] = side?.get(key)?.values() ?? [];
      return (exchanges?.size ?? 0) >= LEAST_TIMES && others.length === 0;
    });
  const shownOf = new Map(
    [...(before ?? [])].map(([key, offsets]) => {
      const later = after?.get(key) ?? new Map<string, Set<string>>();
      const uses = usesOf(offsets);
      const isUsual = (size = 0) => size === uses || size >= Math.max(LEAST_OF_OFFSET, LEAST_SHARE * uses);
      const usual = [...offsets].filter(([, { size }]) => isUsual(size));
      const byChance = usual.reduce((left, [, { size }]) => left - size, uses);
      const most = MOST_BY_CHANCE + (MOST_TIMES_CHANCE * byChance * usesOf(later)) / uses;
      const [first] = usual.toSorted(([, a], [, b]) => b.size - a.size);
      const shown = (first?.[1].size ?? 0) > byChance ? first?.[0] : undefined;
      const isOther = (offset: string) =>
        !isUsual(offsets.get(offset)?.size) && (offsets.size === 1 || (later.get(offset)?.size ?? 0) > most);
      return [key, (offset: string) => (isOther(offset) ? offset : shown)];
    }),
  );
  return (field: string, time: TimeFact, operation: string): string | undefined => {
    const [ofOperation = '', ofShape = '', ofField = ''] = offsetKeys(field, time, operation);
    const shown = shownOf.get(ofShape) ?? shownOf.get(ofField);
    const isKnown = time.offset !== undefined && shown && !isSteady(ofOperation);
    return isKnown ? shown(time.offset) : time.offset;
  };
}

/** Returns the keys of a time: of its operation, of its field and shape, and of its field. */
function offsetKeys(field: string, time: TimeFact, operation = ''): readonly string[] {
  const shape = withoutVarying(time);
  return [[operation, field, shape], [field, shape], [field]].map((key) => key.join('\n'));
}

/** Lists the exchanges that have each known offset, by the keys of its time. */
function offsetsIn(all: readonly ValuesOf[]) {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const { exchange, operation, values } of all)
    for (const [field, value] of Object.entries(values)) {
      if (!isTime(value) || value.offset === undefined) continue;
      for (const key of offsetKeys(field, value, operation)) {
        const offsets = found.get(key) ?? new Map<string, Set<string>>();
        const exchanges = offsets.get(value.offset) ?? new Set();
        found.set(key, offsets.set(value.offset, exchanges.add(exchange)));
      }
    }
  return found;
}

/** Lists the exchanges that have each text, by its field or another key. */
function exchangesByText(all: readonly ValuesOf[], keyOf = (field: string, _: string) => field) {
  const fields = new Map<string, Map<string, Set<string>>>();
  for (const { exchange, values } of all)
    for (const [field, value] of Object.entries(values)) {
      if (isOfKind(value, 'absent', 'nil', 'empty', 'elements')) continue;
      const text = factText(asText(value));
      const key = keyOf(field, text);
      const texts = fields.get(key) ?? new Map<string, Set<string>>();
      fields.set(key, texts.set(text, (texts.get(text) ?? new Set()).add(exchange)));
    }
  return fields;
}

function usesOf(texts: ReadonlyMap<string, ReadonlySet<string>>): number {
  return [...texts.values()].reduce((sum, { size }) => sum + size, 0);
}

/** True if most exchanges have a text of their own, which no request explains: no states, and nothing that an input gives. */
function areGenerated(texts: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const uses = usesOf(texts);
  return texts.size >= LEAST_TEXTS && texts.size >= MOST_TEXTS_SHARE * uses;
}

/** True if texts that differ in a number alone have it in several lengths. */
function haveLengths(texts: ReadonlyMap<string, unknown>): boolean {
  return new Set([...texts.keys()].map(({ length }) => length)).size > 1;
}

/** Leaves a number out of a text that has no other. */
function withoutNumber(text: string): string {
  return /^\D*\d+\D*$/.test(text) ? text.replace(/\d+/, '<digits>') : text;
}

function isTime(value: Fact): value is TimeFact {
  return isOfKind(value, 'time');
}

function hasCount(value: Fact): boolean {
  return isOfKind(value, 'items-fewer', 'items-more', 'sent-cut', 'sent-until');
}

function withoutVarying(value: Fact): string {
  // .NET leaves out zeros at the end of a fraction.
  if (typeof value !== 'string' && value.kind === 'time') return value.shape.replace(/f+/, 'f');
  const text = factText(value, 'N');
  return shapeOf(text) ?? withShapes(text);
}
