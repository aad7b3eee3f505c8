import type { Call, ReplyElement, ReplyNode } from '../seams.ts';
import { elementOf } from '../write/replies.ts';
import { isElement } from '../write/write-xml.ts';

type Children = ReplyElement['children'];

/** What an element is instead, in some of its members, or the nodes that appear in its place. */
export type ElementChange =
  | Partial<ReplyElement>
  | ((element: ReplyElement, call: Call) => Partial<ReplyElement> | Children);

/** Changes every element of a tree that is meant, innermost first. Nodes in the place of the root have one element. */
export function edit(
  root: ReplyElement,
  isMeant: (element: ReplyElement) => boolean,
  change: ElementChange,
  call: Call,
): ReplyElement {
  const edited = (element: ReplyElement): Children => {
    const children = element.children.flatMap((child) => (isElement(child) ? edited(child) : [child]));
    const copy = { ...element, children };
    if (!isMeant(element)) return [copy];
    const made = typeof change === 'function' ? change(copy, call) : change;
    return isNodes(made) ? made : [{ ...copy, ...made }];
  };
  return edited(root).find(isElement) ?? root;
}

/** Makes an element in the namespace of the service. */
export function own(name: string, ...children: Children): NodeOf {
  return ({ namespace }) => elementOf(name, namespace, ...children);
}

type NodeOf = (call: Call) => ReplyNode;

/** Puts a node before the children of an element. */
export function first(node: ReplyNode | NodeOf) {
  return ({ children }: ReplyElement, call: Call) => ({ children: [nodeOf(node, call), ...children] });
}

/** Puts a node behind the children of an element. */
export function last(node: ReplyNode | NodeOf) {
  return ({ children }: ReplyElement, call: Call) => ({ children: [...children, nodeOf(node, call)] });
}

function nodeOf(node: ReplyNode | NodeOf, call: Call): ReplyNode {
  return typeof node === 'function' ? node(call) : node;
}

/** Replace an element by nothing, by itself twice, by its content, or by itself emptied and then its content. */
export const nothing = () => [];
export const twice = (element: ReplyElement) => [element, element];
export const unwrapped = ({ children }: ReplyElement) => children;
export const emptied = (element: ReplyElement) => [{ ...element, children: [] }, ...element.children];

/** What makes an element hold itself once more. */
export const nested = (element: ReplyElement) => ({ children: [element] });

/** What puts an element into the namespace with this behind its name. */
export const movedTo =
  (suffix: string) =>
  ({ uri }: ReplyElement) => ({ uri: `${uri}${suffix}` });

/** The last child as the first. */
export const lastFirst = ({ children }: ReplyElement) => ({
  children: [...children.slice(-1), ...children.slice(0, -1)],
});

/** What gives an element more attributes. */
export const plus =
  (...added: readonly (readonly [name: string, value: string])[]) =>
  ({ attributes = [] }: ReplyElement) => ({ attributes: [...attributes, ...added] });

function isNodes(made: Partial<ReplyElement> | Children): made is Children {
  return Array.isArray(made);
}
