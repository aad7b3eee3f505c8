import type { Call, ReplyElement, ReplyNode } from '../reference/seams.ts';

export type Children = readonly ReplyNode[];
export type TreeChange = (root: ReplyElement, call: Call) => ReplyElement;

/** The tree with every element of this name changed, innermost first. */
export function edit(
  root: ReplyElement,
  name: string,
  change: (element: ReplyElement) => ReplyElement,
): ReplyElement {
  const children = root.children.map((child) => (isElement(child) ? edit(child, name, change) : child));
  const copy = { ...root, children };
  return root.name === name ? change(copy) : copy;
}

/** The tree with every element changed, innermost first. */
export function everywhere(
  root: ReplyElement,
  change: (element: ReplyElement) => ReplyElement,
): ReplyElement {
  const children = root.children.map((child) => (isElement(child) ? everywhere(child, change) : child));
  return change({ ...root, children });
}

/** The tree with every element of this name replaced by any number of nodes; the root itself stays. */
export function replace(
  root: ReplyElement,
  name: string,
  change: (element: ReplyElement) => Children,
): ReplyElement {
  const children = root.children.flatMap((child): Children => {
    if (!isElement(child)) return [child];
    const copy = replace(child, name, change);
    return child.name === name ? change(copy) : [copy];
  });
  return { ...root, children };
}

export function elementOf(name: string, uri: string, ...children: Children): ReplyElement {
  return { name, uri, children };
}

/** Makes an element in the namespace of the service. */
export function own(name: string, ...children: Children): NodeOf {
  return ({ namespace }) => elementOf(name, namespace, ...children);
}

type NodeOf = (call: Call) => ReplyNode;

/** Puts a node before the children of an element. */
export function first(node: ReplyNode | NodeOf): (children: Children, call: Call) => Children {
  return (children, call) => [typeof node === 'function' ? node(call) : node, ...children];
}

/** Puts a node behind the children of an element. */
export function last(node: ReplyNode | NodeOf): (children: Children, call: Call) => Children {
  return (children, call) => [...children, typeof node === 'function' ? node(call) : node];
}

/** What stands in the place of an element: nothing, the element twice, what it holds, or itself empty before that. */
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
export function lastFirst(children: Children): Children {
  return [...children.slice(-1), ...children.slice(0, -1)];
}

/** The element with more attributes. */
export function plus(
  element: ReplyElement,
  ...added: readonly (readonly [name: string, value: string])[]
): ReplyElement {
  return { ...element, attributes: [...(element.attributes ?? []), ...added] };
}

/** The first element of this name, in document order. */
export function find(root: ReplyElement, name: string): ReplyElement | undefined {
  if (root.name === name) return root;
  for (const child of root.children.filter(isElement)) {
    const found = find(child, name);
    if (found) return found;
  }
  return undefined;
}

export function isElement(node: ReplyNode): node is ReplyElement {
  return typeof node === 'object';
}

/** Name of the element that holds the packet result: EmPostSmsResult, or `<OperationName>Result` (contract §2.1). */
export function resultName(call: Call): string {
  const binding = call.contract.bindings.find(({ id }) => id === call.binding);
  return binding?.envelope === undefined
    ? call.contract.packetResult.element
    : `${call.operation.name}Result`;
}
