/** Replies that are nearly right: what a broken network, proxy or program could make of a good one. */
import fc from 'fast-check';
import type { BindingId, Operation } from '../../../lib/model/contract.ts';
import type { HeaderList } from '../../../lib/model/judging/wire.ts';
import { contract } from '../../support/cases.ts';
import { correctText } from '../../support/samples.ts';

export interface MutatedReply {
  readonly operation: Operation;
  readonly binding: BindingId;
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

/** A change of a body; places are fractions of its length, so that they mean something after other changes. */
type Change = (body: Buffer) => Buffer;

const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (body: Buffer, where: number) => Math.floor(where * body.length);
const splice = (body: Buffer, from: number, to: number, put: Uint8Array) =>
  Buffer.concat([body.subarray(0, from), put, body.subarray(to)]);

/** What appears in markup or next to it, and what decoders stumble over. */
const pieces = [
  ...['<', '>', '&', '"', "'", '/>', '</', '<!--', '-->', '<![CDATA[', ']]>', '<?', '?>', '<!DOCTYPE x ['],
  ...['&#0;', '&#x10FFFF;', '&#38;', '&amp;', '&x;', ' xmlns=""', ' xmlns:a="u"', 'a:', ' xsi:nil="true"'],
  ...['\0', '\r', '\n', '<?xml version="1.0" encoding="utf-16"?>', '\uFEFF', '\u202E', '\u001B[31m'],
  ...['\u{1F600}', '__proto__', '<Fault>'],
];
const piece = fc.oneof(
  fc.constantFrom(...pieces).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
);

/** The tags of a body: where each begins and ends. */
function tags(body: Buffer): readonly (readonly [start: number, end: number])[] {
  return [...body.toString('latin1').matchAll(/<[^<>]*>/g)].map(({ index, 0: tag }) => [
    index,
    index + tag.length,
  ]);
}

/** The elements that hold text only: where each begins and ends. */
function leaves(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(/<([\w:]+)([^<>]*)>([^<>]*)<\/\1>/g)];
}

/** What can become of an element without making the rest unreadable. */
const remade: readonly ((element: RegExpExecArray, text: string) => string)[] = [
  () => '',
  ([whole]) => whole + whole,
  ([, name = '', attributes = '', content = '']) => `<${name}x${attributes}>${content}</${name}x>`,
  ([, name = '', attributes = '', content = '']) =>
    `<${name.toLowerCase()}${attributes}>${content}</${name.toLowerCase()}>`,
  ([, name = '', , content = '']) => `<${name} xmlns="urn:other">${content}</${name}>`,
  ([, name = '', , content = '']) => `<${name}><b>${content}</b></${name}>`,
  ([whole]) => `<b>${whole}</b>`,
  ([whole]) => `${whole}text`,
  ([, name = ''], text) => `<${name}>${text.replaceAll(/[<&]/g, '')}</${name}>`,
  ([, name = ''], text) => `<${name}><![CDATA[${text}]]></${name}>`,
];

const sound: fc.Arbitrary<Change> = fc
  .tuple(place, fc.constantFrom(...remade), fc.string({ unit: 'grapheme', maxLength: 20 }))
  .map(
    ([which, remake, text]): Change =>
      (body) => {
        const whole = body.toString('utf8');
        const all = leaves(whole);
        const found = all[Math.floor(which * (all.length - 1))];
        if (!found) return body;
        const end = found.index + found[0].length;
        return Buffer.from(whole.slice(0, found.index) + remake(found, text) + whole.slice(end));
      },
  );

const flip =
  (where: number, bits: number): Change =>
  (body) => {
    const flipped = Buffer.from(body);
    const index = Math.min(at(body, where), body.length - 1);
    if (index >= 0) flipped[index] = (flipped[index] ?? 0) ^ bits;
    return flipped;
  };
const cut =
  (where: number): Change =>
  (body) =>
    body.subarray(0, at(body, where));
const insert =
  (where: number, put: Uint8Array): Change =>
  (body) =>
    splice(body, at(body, where), at(body, where), put);
/** Copies what appears between two places to a third, or removes it where there is none. */
const copy =
  (first: number, second: number, where?: number): Change =>
  (body) => {
    const [start, end] = [at(body, Math.min(first, second)), at(body, Math.max(first, second))];
    if (where === undefined) return splice(body, start, end, Buffer.alloc(0));
    return splice(body, at(body, where), at(body, where), body.subarray(start, end));
  };
const moveTag =
  (which: number, where: number): Change =>
  (body) => {
    const all = tags(body);
    const [start, end] = all[Math.floor(which * (all.length - 1))] ?? [0, 0];
    const rest = splice(body, start, end, Buffer.alloc(0));
    const target = tags(rest)[Math.floor(where * (all.length - 2))]?.[0] ?? 0;
    return splice(rest, target, target, body.subarray(start, end));
  };

const unsound: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(([where, bits]) => flip(where, bits)),
  place.map(cut),
  fc.tuple(place, piece).map(([where, put]) => insert(where, put)),
  fc.tuple(place, place, place).map(([first, second, where]) => copy(first, second, where)),
  fc.tuple(place, place).map(([first, second]) => copy(first, second)),
  fc.tuple(place, place).map(([which, where]) => moveTag(which, where)),
);

const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  fc.constantFrom(
    '',
    'text/xml',
    'text/html; charset=utf-16',
    'application/soap+xml; charset="iso-8859-9"',
    'x;;',
    'a/b; charset=',
  ),
  fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[\r\n\0]/g, '')),
);
const header = fc.tuple(
  fc.constantFrom('Content-Type', 'Content-Encoding', 'content-length', '__proto__', 'X-Other'),
  fc.string({ unit: 'binary-ascii', maxLength: 30 }),
);

/** A good reply of some operation over some binding with up to six changes, and other header fields or status. */
export const mutatedReply: fc.Arbitrary<MutatedReply> = fc
  .record({
    operation: fc.constantFrom(...contract.operations),
    binding: fc.constantFrom(...contract.bindings),
    changes: fc.tuple(fc.array(sound, { maxLength: 4 }), fc.array(unsound, { maxLength: 2 })),
    status: fc.oneof({ weight: 8, arbitrary: fc.constant(200) }, fc.integer({ min: 200, max: 999 })),
    type: contentType,
    more: fc.array(header, { maxLength: 2 }),
  })
  .map(({ operation, binding, changes, status, type, more }) => {
    const good = Buffer.from(correctText(operation.name, binding.id));
    const { mediaType, charset } = binding.response;
    return {
      operation,
      binding: binding.id,
      status,
      headers: [['Content-Type', type ?? `${mediaType}; charset=${charset}`], ...more],
      body: changes.flat().reduce<Buffer>((body, change) => change(body), good),
    };
  });
