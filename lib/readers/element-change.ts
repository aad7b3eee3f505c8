import { groupedBy } from '../text/add-to.ts';
import {
  editElements,
  isWrittenElement,
  partsOfName,
  qualifiedName,
  type WrittenElement,
} from '../wire/xml/written.ts';
import { withRoot } from './namespace-style.ts';
import type { WrittenReply } from './written-reply.ts';

/** An element that the replies of two sides name in two ways, or that one side alone has. */
export interface ElementChange {
  /** Local name of the element that holds it. */
  readonly parent: string;
  readonly from?: string;
  readonly to?: string;
  /** The element as the new side has it, and the name of the element before it; absent where the old side has it. */
  readonly added?: WrittenElement;
  readonly behind?: string | undefined;
}

const localName = ({ name }: WrittenElement) => partsOfName(name).local;
const elementsIn = ({ children }: WrittenElement) => children.filter(isWrittenElement);
const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Finds the elements that are renamed, left out or added; an empty element that is left out is a way to write it. */
export function elementChanges(old: WrittenElement, now: WrittenElement): readonly ElementChange[] {
  const found = new Map<string, ElementChange>();
  const compare = (before: WrittenElement, after: WrittenElement): void => {
    const renamed = renamedElements(before, after);
    for (const change of changesWithin(before, after, renamed))
      found.set(JSON.stringify([change.parent, change.from, change.to]), change);
    const partners = groupedBy(elementsIn(after), localName);
    for (const [name, elements] of groupedBy(elementsIn(before), localName)) {
      const others = partners.get(renamed.get(name) ?? name) ?? [];
      for (const [place, other] of others.entries()) {
        const element = elements[place];
        if (element) compare(element, other);
      }
    }
  };
  compare(old, now);
  return [...found.values()];
}

/** Pairs the names that one element alone has with those of the other: the same letters, or the only name on each side. */
function renamedElements(before: WrittenElement, after: WrittenElement): ReadonlyMap<string, string> {
  const namesIn = (element: WrittenElement) => [...new Set(elementsIn(element).map(localName))];
  const [olds, news] = [namesIn(before), namesIn(after)];
  const left = olds.filter((name) => !news.includes(name));
  const added = news.filter((name) => !olds.includes(name));
  const isOnly = left.length === 1 && added.length === 1;
  return new Map(
    left.flatMap((from) => {
      const to = added.find((name) => isOnly || plainName(name) === plainName(from));
      return to === undefined ? [] : [[from, to] as const];
    }),
  );
}

function changesWithin(
  before: WrittenElement,
  after: WrittenElement,
  renamed: ReadonlyMap<string, string>,
): readonly ElementChange[] {
  const parent = localName(before);
  const hasContent = ({ children }: WrittenElement) => children.length > 0;
  const [olds, news] = [elementsIn(before).map(localName), elementsIn(after).map(localName)];
  const known = [...olds, ...renamed.values()];
  const left = elementsIn(before).filter(hasContent).map(localName);
  return [
    ...[...renamed].map(([from, to]) => ({ parent, from, to })),
    ...left.flatMap((from) => (news.includes(from) || renamed.has(from) ? [] : { parent, from })),
    ...elementsIn(after)
      .filter((element) => hasContent(element) && !known.includes(localName(element)))
      .map((added) => {
        const to = localName(added);
        return { parent, to, added, behind: news[news.indexOf(to) - 1] };
      }),
  ];
}

/** Writes a reply with a change of its elements. */
export function withElementChange(reply: WrittenReply, change: ElementChange): WrittenReply {
  const { parent, from, to, added, behind } = change;
  const root = editElements(reply.document.root, (element) => {
    if (localName(element) !== parent) return element;
    const children = element.children.flatMap((child) => {
      if (!isWrittenElement(child) || localName(child) !== from) return child;
      return to === undefined ? [] : { ...child, name: qualifiedName(partsOfName(child.name).prefix, to) };
    });
    if (added === undefined) return { ...element, children };
    const place = children.findLastIndex((child) => isWrittenElement(child) && localName(child) === behind);
    return { ...element, children: children.toSpliced(place + 1, 0, added) };
  });
  return withRoot(reply, root);
}
