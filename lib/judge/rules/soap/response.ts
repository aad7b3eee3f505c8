import type { Located, XmlElement } from '../../../model/judging/document.ts';
import type { Breach, Value } from '../../../model/judging/finding.ts';
import { elementsOf, isNamed, textOf, withoutSpaceAround } from '../../../wire/xml/tree.ts';
import { allText } from '../../reading/body-text.ts';
import { soapRule } from '../rule.ts';
import { listed, messageOf, nameOf, quoted, words } from '../values.ts';

const NOTHING = 'nothing';

/** What appears beside the one right child of an element. The contract does not say that there is nothing. */
function contentBeside({ element, path }: Located, right: XmlElement): readonly Breach[] {
  const actual = shownContent({ ...element, children: element.children.filter((child) => child !== right) });
  if (actual === NOTHING) return [];
  const { local } = right;
  return [{ path, expected: `only ${local}`, actual, names: { beside: local }, level: 'should' }];
}

/** Names of the child elements of an element, and its text. */
function shownContent(element: XmlElement, fault?: XmlElement): Value {
  const text = withoutSpaceAround(textOf(element));
  const shown = elementsOf(element).map((child) =>
    child === fault ? words`a Fault: ${messageOf(allText(fault))}` : nameOf(child),
  );
  return listed([...shown, ...(text === '' ? [] : [words`the text ${quoted(text)}`])], ' and ', NOTHING);
}

/** What is wrong with an element that has to hold one of this name, and no Fault; one in a namespace of `uris` is no other. */
function notOne(parent: Located, local: string, uris: readonly [string, ...string[]], fault?: XmlElement) {
  const { element, path } = parent;
  const [right, ...more] = elementsOf(element).filter((child) =>
    uris.some((uri) => isNamed(child, uri, local)),
  );
  if (right && more.length === 0 && !fault) return contentBeside(parent, right);
  const expected = words`one ${nameOf({ uri: uris[0], local })}`;
  return [{ path, expected, actual: shownContent(element, fault) }];
}

export const soapResponseRules = [
  /**
   * The Body holds one `<OperationName>Response` in the service's namespace and no Fault (contract §4.1 rule 3). That
   * nothing is beside it is implied, so it is `should`.
   */
  soapRule('soap/response', 'must', 'document', ({ anatomy, operation, target }) => {
    const { bodies, fault } = anatomy.soap;
    const [body] = bodies;
    return body ? notOne(body, `${operation.name}Response`, [target.namespace], fault?.element) : null;
  }),
  /**
   * The Response holds one `<OperationName>Result` in the service's namespace (contract §4.1 rule 3). That nothing is
   * beside it is implied, so it is `should`. A Result that shares the wrong namespace of its Response is found with it.
   */
  soapRule('soap/result', 'must', 'document', ({ anatomy, operation, target }) => {
    const parent = anatomy.soap.response;
    if (!parent) return null;
    return notOne(parent, `${operation.name}Result`, [target.namespace, parent.element.uri]);
  }),
] as const;
