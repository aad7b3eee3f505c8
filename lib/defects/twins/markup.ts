import type { BindingId } from '../../model/contract.ts';
import type { Call, HttpReply, ReplyElement } from '../../reference/index.ts';
import { isElement } from '../tree.ts';
import { withText } from '../wire.ts';

export const overSoap: readonly BindingId[] = ['soap11', 'soap12'];
export const overPlain: readonly BindingId[] = ['http-get', 'http-post'];

/** A twin's change of the text of a reply. */
export function written(change: (text: string, call: Call) => string) {
  return {
    seam: 'wire' as const,
    change: (reply: HttpReply, call: Call) => withText(reply, (text) => change(text, call)),
  };
}

/** A twin's change of every tag. The reference writes `<` and `>` in texts and attributes as references. */
export function inTags(change: (tag: string, call: Call) => string) {
  return written((text, call) => text.replace(/<[^?>][^>]*>/g, (tag) => change(tag, call)));
}

/** A twin's change of every field's characters as they are written, empty fields left out. */
export function inTexts(change: (characters: string) => string) {
  return written((text) =>
    text.replace(
      /<(\w+)>([^<]+)<\/\1>/g,
      (_, name: string, inside: string) => `<${name}>${change(inside)}</${name}>`,
    ),
  );
}

/** A twin's change of every element of the tree, innermost first. */
export function inElements(change: (element: ReplyElement, call: Call) => ReplyElement) {
  return {
    seam: 'reply' as const,
    change: (root: ReplyElement, call: Call) => everywhere(root, call, change),
  };
}

function everywhere(
  element: ReplyElement,
  call: Call,
  change: (element: ReplyElement, call: Call) => ReplyElement,
): ReplyElement {
  const children = element.children.map((child) =>
    isElement(child) ? everywhere(child, call, change) : child,
  );
  return change({ ...element, children }, call);
}

/** The characters that the written ones stand for: the reference writes no references but these. */
export function plainText(characters: string): string {
  return characters
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#xD;', '\r')
    .replaceAll('&amp;', '&');
}
