import type { Located, XmlElement, XmlNode } from '../../../model/judging/document.ts';
import type { Breach, Value } from '../../../model/judging/finding.ts';
import { allText } from '../../../reading/body-text.ts';
import { listed, messageOf, nameOf, quoted, words } from '../../../text/finding-value.ts';
import { isElement, isNamed, withoutSpaceAround } from '../../../wire/xml/tree.ts';
import { soapRule } from '../rule.ts';

const NOTHING = 'nothing';

/** Shows the names of the elements among nodes, and their text. */
function shownContent(nodes: readonly XmlNode[], fault?: XmlElement): Value {
  const text = withoutSpaceAround(nodes.filter((node) => !isElement(node)).join(''));
  const shown = nodes
    .filter(isElement)
    .map((child) => (child === fault ? words`a Fault: ${messageOf(allText(fault))}` : nameOf(child)));
  return listed([...shown, ...(text === '' ? [] : [words`the text ${quoted(text)}`])], ' and ', NOTHING);
}

/** Finds what an element holds besides the one child that it must hold, in a namespace of `uris`, or a Fault instead. */
function notAlone(
  { element: { children }, path }: Located,
  local: string,
  uris: readonly [string, ...string[]],
  fault?: XmlElement,
): readonly Breach[] {
  const [right, ...more] = children.filter(
    (child) => isElement(child) && uris.some((uri) => isNamed(child, uri, local)),
  );
  if (right && more.length === 0 && !fault) {
    const actual = shownContent(children.filter((child) => child !== right));
    // The contract does not say that there is nothing beside it.
    const expected = `only ${local}`;
    return actual === NOTHING ? [] : [{ path, expected, actual, about: { beside: local }, level: 'should' }];
  }
  return [
    { path, expected: words`one ${nameOf({ uri: uris[0], local })}`, actual: shownContent(children, fault) },
  ];
}

export const soapResponseRules = [
  /** The Body holds one `<OperationName>Response` in the service's namespace and no Fault (contract §4.1 rule 3). */
  soapRule('soap/response', 'must', 'document', ['unread', 'namespace'], ({ anatomy, operation, target }) => {
    const { bodies, fault } = anatomy.soap;
    const [body] = bodies;
    return body ? notAlone(body, `${operation.name}Response`, [target.namespace], fault?.element) : null;
  }),
  /** The Response holds one `<OperationName>Result`, in its own namespace where that is wrong (contract §4.1 rule 3). */
  soapRule('soap/result', 'must', 'document', ['unread', 'namespace'], ({ anatomy, operation, target }) => {
    const parent = anatomy.soap.response;
    if (!parent) return null;
    return notAlone(parent, `${operation.name}Result`, [target.namespace, parent.element.uri]);
  }),
] as const;
