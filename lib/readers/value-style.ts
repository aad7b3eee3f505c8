import { dateShape } from '../text/shapes.ts';
import { readTime, TIME } from '../text/times.ts';
import { escapeText } from '../wire/xml/escape.ts';
import { editElements, partsOfName, type WrittenElement, writtenElements } from '../wire/xml/written.ts';
import { decodedText } from './document-style.ts';
import { withRoot } from './namespace-style.ts';
import { property } from './style-property.ts';
import type { WrittenReply } from './written-reply.ts';

/** Texts by the names of their elements. */
type Texts = Readonly<Record<string, string>>;

/** Fields that say a state in the words of a gateway (contract §2.1, §2.2). */
const STATES = ['PacketStatus', 'DeliveryResult', 'DeliveryDetail'];

/** Fields of times (contract §2.2); a date in another field is what was sent. */
const TIMES = ['DeliveryTime', 'SendDate'];

/** Returns the texts of a reply by the names of their elements; of an element that occurs often all of its texts. */
export function fieldTexts(reply: WrittenReply): ReadonlyMap<string, ReadonlySet<string>> {
  const texts = new Map<string, Set<string>>();
  for (const { name, children } of writtenElements(reply.document.root)) {
    const { local } = partsOfName(name);
    const [text, ...more] = children;
    if (more.length > 0 || typeof text === 'object') continue;
    texts.set(local, (texts.get(local) ?? new Set()).add(decodedText(text ?? '')));
  }
  return texts;
}

/** Changes the texts of elements. */
export function withTexts(
  reply: WrittenReply,
  textOf: (name: string, text: string) => string | undefined,
): WrittenReply {
  const root = editElements(reply.document.root, (element): WrittenElement => {
    const [text = '', ...more] = element.children;
    if (more.length > 0 || typeof text === 'object') return element;
    const changed = textOf(partsOfName(element.name).local, decodedText(text));
    return changed === undefined
      ? element
      : { ...element, children: changed === '' ? [] : [escapeText(changed)] };
  });
  return withRoot(reply, root);
}

/** Returns the texts of the fields of states that have the same text in each delivery result. */
function statesOf(reply: WrittenReply): Texts | undefined {
  const texts = fieldTexts(reply);
  const found = STATES.flatMap((name) => {
    const [text, ...others] = texts.get(name) ?? [];
    return text === undefined || others.length > 0 ? [] : [[name, text] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Returns the shapes of times by field, such as `yyyy-MM-ddTHH:mm:ss+03:00`. */
function timesOf(reply: WrittenReply): Texts | undefined {
  const texts = fieldTexts(reply);
  const found = TIMES.flatMap((name) => {
    const [text = ''] = texts.get(name) ?? [];
    const [, shape] = /^<([yMdHmsfTzZ:., /-]+)>$/.exec(readTime(text) ? dateShape(text) : '') ?? [];
    return shape === undefined ? [] : [[name, shape.replace('zzz', TIME.exec(text)?.at(-1) ?? '')] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Writes a time in a shape, by the clock of its zone. */
function timeIn(shape: string, time: number): string {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):?(\d\d)$/.exec(shape) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const numbers = new Date(time + offset).toISOString().match(/\d+/g) ?? [];
  return shape.replace(/f+|([yMdHms])\1*/g, (run, letter?: string) => {
    const number = numbers['yMdHms'.indexOf(letter ?? '')] ?? '';
    return letter === undefined
      ? (numbers[6] ?? '').padEnd(run.length, '0').slice(0, run.length)
      : number.slice(-run.length);
  });
}

function withTimes(reply: WrittenReply, shapes: Texts): WrittenReply {
  return withTexts(reply, (name, text) => {
    const time = readTime(text)?.readings.find((reading) => !Number.isNaN(reading));
    const shape = TIMES.includes(name) ? shapes[name] : undefined;
    return shape === undefined || time === undefined ? undefined : timeIn(shape, time);
  });
}

/** Properties of the values that a gateway chooses, first of all: what the document is like comes behind them. */
export const valueProperties = [
  property('states', statesOf, (reply, states) =>
    withTexts(reply, (name, text) => (text === '' ? undefined : states[name])),
  ),
  property('times', timesOf, withTimes),
] as const;
