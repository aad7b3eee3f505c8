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

/** Names of the child elements of an element, and its text; one of them may be shown in words of its own. */
function shownContent(element: XmlElement, special?: XmlElement, shownAs: Value = ''): Value {
  const text = withoutSpaceAround(textOf(element));
  const shown = elementsOf(element).map((child) => (child === special ? shownAs : nameOf(child)));
  return listed([...shown, ...(text === '' ? [] : [words`the text ${quoted(text)}`])], ' and ', NOTHING);
}

export const soapResponseRules = [
  /**
   * The Body holds one `<OperationName>Response` in the service's namespace and no Fault (contract §4.1 rule 3). That
   * nothing is beside it is implied, so it is `should`.
   */
  soapRule('soap/response', 'must', 'document', ({ anatomy, operation, target }) => {
    const { soap } = anatomy;
    const [body] = soap.bodies;
    if (!body) return null;
    const name = { uri: target.namespace, local: `${operation.name}Response` };
    const [right, ...more] = soap.entries.filter(({ element }) => isNamed(element, name.uri, name.local));
    if (right && more.length === 0 && !soap.fault) return contentBeside(body, right.element);
    const fault = soap.fault && words`a Fault: ${messageOf(allText(soap.fault.element))}`;
    const expected = words`one ${nameOf(name)}`;
    return [{ path: body.path, expected, actual: shownContent(body.element, soap.fault?.element, fault) }];
  }),
  /**
   * The Response holds one `<OperationName>Result` in the service's namespace (contract §4.1 rule 3). That nothing is
   * beside it is implied, so it is `should`. A Result that shares the wrong namespace of its Response is found with it.
   */
  soapRule('soap/result', 'must', 'document', ({ anatomy, operation, target }) => {
    const parent = anatomy.soap.response;
    if (!parent) return null;
    const local = `${operation.name}Result`;
    const [right, ...more] = elementsOf(parent.element).filter((child) =>
      [target.namespace, parent.element.uri].some((uri) => isNamed(child, uri, local)),
    );
    if (right && more.length === 0) return contentBeside(parent, right);
    const expected = words`one ${nameOf({ uri: target.namespace, local })}`;
    return [{ path: parent.path, expected, actual: shownContent(parent.element) }];
  }),
] as const;
