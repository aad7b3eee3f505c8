import type { XmlElement } from '../../model/judging/xml.ts';
import { isElement } from '../tree.ts';

/** What of an element a schema of strings looks at: its names, and where there is text, but not which. */
export interface Shape {
  readonly uri: string;
  readonly local: string;
  /** For a text: whether it is more than white space, which may stand where other text may not. */
  readonly children: readonly (Shape | boolean)[];
}

/** The shape of an element, of which nothing else is kept. */
export function shapeOf({ uri, local, children }: XmlElement): Shape {
  return {
    uri,
    local,
    children: children.map((child) => (isElement(child) ? shapeOf(child) : isText(child))),
  };
}

/** Whether an element has a shape: then it is valid against a schema of strings as all of that shape are. */
export function hasShape({ uri, local, children }: XmlElement, shape: Shape): boolean {
  return (
    local === shape.local &&
    uri === shape.uri &&
    children.length === shape.children.length &&
    children.every((child, index) => {
      const other = shape.children[index];
      if (!isElement(child)) return isText(child) === other;
      return typeof other === 'object' && hasShape(child, other);
    })
  );
}

function isText(text: string): boolean {
  return /[^ \t\r\n]/.test(text);
}
