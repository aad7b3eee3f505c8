import type { Children, ReplyElement, Served } from '../seams.ts';
import { replyElement } from '../write/replies.ts';

type NodeOf = string | ((call: Served) => ReplyElement);

/** Makes an element in the namespace of the service. */
export function child(name: string, ...children: Children): NodeOf {
  return ({ namespace }) => replyElement(name, namespace, ...children);
}

/** Puts a node before, or behind, the children of an element. */
export const first = (node: NodeOf) => (element: ReplyElement, call: Served) => ({
  children: [nodeOf(node, call), ...element.children],
});
export const last = (node: NodeOf) => (element: ReplyElement, call: Served) => ({
  children: [...element.children, nodeOf(node, call)],
});

const nodeOf = (node: NodeOf, call: Served) => (typeof node === 'function' ? node(call) : node);

/** Replaces an element by nothing, by itself twice, by its content, or by itself emptied and then its content. */
export const nothing = () => [];
export const twice = (element: ReplyElement) => [element, element];
export const unwrapped = ({ children }: ReplyElement) => children;
export const emptied = (element: ReplyElement) => [{ ...element, children: [] }, ...element.children];

export const nested = (element: ReplyElement) => ({ children: [element] });

/** Moves an element into the namespace with a suffix behind its name. */
export const movedTo =
  (suffix: string) =>
  ({ uri }: ReplyElement) => ({ uri: `${uri}${suffix}` });

export const lastFirst = ({ children }: ReplyElement) => ({
  children: [...children.slice(-1), ...children.slice(0, -1)],
});

export const plus =
  (...added: readonly (readonly [name: string, value: string])[]) =>
  ({ attributes = [] }: ReplyElement) => ({ attributes: [...attributes, ...added] });
