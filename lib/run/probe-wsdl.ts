import type { BindingId, Contract } from '../model/contract.ts';
import type { XmlElement } from '../model/judging/xml.ts';
import type { Handoff } from '../model/running/handoff.ts';
import { openSender } from '../transport/sender.ts';
import { decodeBytes } from '../xml/decode-bytes.ts';
import { parseXml } from '../xml/parse.ts';
import { elementsOf, isNamed } from '../xml/tree.ts';

const TIMEOUT_MS = 2_000;

/**
 * Asks a target for the WSDL of each path base of the plan, once, and returns where it differs from what the run will
 * send, a sentence each. What does not come in time, or is no WSDL, says nothing.
 */
export async function probeWsdl(
  run: Pick<Handoff, 'target' | 'contract' | 'exchanges' | 'pace' | 'transport'>,
): Promise<readonly string[]> {
  const { target, contract, pace, transport } = run;
  const limit = Math.min(TIMEOUT_MS, pace.timeoutMs);
  const limits = { connectTimeoutMs: limit, firstByteTimeoutMs: limit, timeoutMs: limit };
  const sender = openSender(target.baseUrl, {
    ...pace,
    ...limits,
    ...transport,
    maxResponseBytes: 1_000_000,
  });
  const base = new URL(target.baseUrl).pathname.replace(/\/$/, '');
  const steps = run.exchanges.flatMap((exchange) => exchange.steps);
  const calls = [...new Map(steps.map((step) => [`${step.operation} ${step.binding}`, step])).values()];
  const pathOf = ({ operation }: PlannedCall) =>
    contract.operations.find(({ name }) => name === operation)?.path;
  const paths = [...new Set(calls.map(pathOf))].filter((path) => path !== undefined);
  const pathsOf = new Map<string, string[]>();
  const probe = async (path: string) => {
    const sent = await sender.send({ method: 'GET', path: `${base}${path}?WSDL`, headers: [], body: null });
    if (sent.kind === 'failure' || sent.response.status !== 200) return;
    const { text } = decodeBytes(sent.response.body, null);
    const here = calls.filter((call) => pathOf(call) === path);
    for (const difference of wsdlDifferences(text ?? '', here, contract, target.namespace))
      pathsOf.set(difference, [...(pathsOf.get(difference) ?? []), path]);
  };
  try {
    await Promise.all(paths.map(probe));
  } finally {
    await sender.close();
  }
  return [...pathsOf].map(([difference, at]) => `the WSDL at ${listed(at)}: ${difference}`);
}

interface PlannedCall {
  readonly operation: string;
  readonly binding: BindingId;
}

/**
 * Returns where a WSDL 1.1 document differs from planned calls (contract §4.1, §9): namespace, operations, bindings,
 * parameters, SOAPAction. What a document imports is not fetched, and says nothing.
 */
export function wsdlDifferences(
  text: string,
  calls: readonly PlannedCall[],
  { operations, bindings }: Pick<Contract, 'operations' | 'bindings'>,
  namespace: string,
): readonly string[] {
  const xml = parseXml(text);
  const described = xml.kind === 'document' ? describedIn(xml.root) : [];
  if (xml.kind !== 'document' || described.length === 0) return [];
  const uri = attribute(xml.root, 'targetNamespace');
  const bindingsOf = new Map<string, BindingId[]>();
  const tell = (difference: string, binding: BindingId) =>
    bindingsOf.set(difference, [...(bindingsOf.get(difference) ?? []), binding]);
  for (const { operation, binding } of calls) {
    const others = described.filter((one) => one.binding === binding).map((one) => one.operation);
    const found = described.find((one) => one.operation === operation && one.binding === binding);
    if (!found) {
      tell(`it has no ${operation} (it has ${listed(others)})`, binding);
      continue;
    }
    const wanted =
      operations.find(({ name }) => name === operation)?.parameters.map(({ name }) => name) ?? [];
    const { parameters = wanted, action } = found;
    const lacks = wanted.filter((name) => !parameters.includes(name));
    const more = parameters.filter((name) => !wanted.includes(name));
    if (lacks.length > 0) tell(`${operation} lacks ${listed(lacks)}`, binding);
    if (more.length > 0) tell(`${operation} also has ${listed(more)}`, binding);
    const right = `${namespace.replace(/\/$/, '')}/${operation}`;
    // With another namespace it differs anyway.
    if (binding === 'soap11' && uri === namespace && action !== right)
      tell(`${operation} has the SOAPAction "${action}" and not "${right}"`, binding);
  }
  const names = (ids: readonly BindingId[]) =>
    ids.length === bindings.length
      ? ''
      : ` over ${listed(bindings.filter(({ id }) => ids.includes(id)).map(({ name }) => name))}`;
  return [
    ...(uri === namespace
      ? []
      : [`its namespace is ${uri}, not ${namespace}; if it is right, try --namespace ${uri}`]),
    ...[...bindingsOf].map(([difference, ids]) => `${difference}${names(ids)}`),
  ];
}

const MOST_LISTED = 10;

function listed(names: readonly string[]): string {
  const left = names.length - MOST_LISTED;
  return names.length === 0
    ? 'none'
    : `${names.slice(0, MOST_LISTED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
const SCHEMA = 'http://www.w3.org/2001/XMLSchema';

/** The bindings of WSDL 1.1 by the namespace of their extension elements, and by the verb over HTTP. */
const EXTENSIONS: Readonly<Record<string, BindingId>> = {
  [`${WSDL}soap/`]: 'soap11',
  [`${WSDL}soap12/`]: 'soap12',
  [`${WSDL}http/ GET`]: 'http-get',
  [`${WSDL}http/ POST`]: 'http-post',
};

/** What a WSDL says of an operation over one binding; no parameters where another document has them. */
interface Described extends PlannedCall {
  readonly action: string | undefined;
  readonly parameters: readonly string[] | undefined;
}

/** The operations of a document; references lead by name to a part of the same document, whatever their prefix. */
function describedIn(root: XmlElement): readonly Described[] {
  return all(root, 'binding').flatMap((bound) => {
    const style = elementsOf(bound).find(({ uri, local }) => local === 'binding' && uri !== WSDL);
    const verb = style && attribute(style, 'verb');
    const binding = style && EXTENSIONS[verb === undefined ? style.uri : `${style.uri} ${verb}`];
    const portType = named(all(root, 'portType'), attribute(bound, 'type'));
    if (!portType || !binding) return [];
    return all(portType, 'operation').map((one): Described => {
      const operation = attribute(one, 'name') ?? '';
      const details = named(all(bound, 'operation'), operation);
      const action = details && elementsOf(details).find(({ uri }) => uri === style.uri);
      const message = named(
        all(root, 'message'),
        all(one, 'input').map((input) => attribute(input, 'message'))[0],
      );
      const parameters = message && parametersOf(message, root);
      return { operation, binding, action: action && attribute(action, 'soapAction'), parameters };
    });
  });
}

/** A part that names an element stands for its children; other parts are parameters themselves. */
function parametersOf(message: XmlElement, root: XmlElement): readonly string[] | undefined {
  const parts = all(message, 'part');
  const wrapper = parts.map((part) => attribute(part, 'element')).find((one) => one !== undefined);
  if (wrapper === undefined) return parts.map((part) => attribute(part, 'name') ?? '');
  const declared = all(root, 'types').flatMap((types) => all(types, 'schema', SCHEMA).flatMap(elementsOf));
  const element = named(
    declared.filter(({ local }) => local === 'element'),
    wrapper,
  );
  const types = declared.filter(({ local }) => local === 'complexType');
  const type =
    element && (all(element, 'complexType', SCHEMA)[0] ?? named(types, attribute(element, 'type')));
  return (
    type &&
    all(type, 'sequence', SCHEMA)
      .flatMap(elementsOf)
      .map((one) => attribute(one, 'name') ?? '')
  );
}

function named(elements: readonly XmlElement[], reference = ''): XmlElement | undefined {
  return elements.find((one) => attribute(one, 'name') === reference.replace(/^.*:/, ''));
}

function all(parent: XmlElement, local: string, uri = WSDL): readonly XmlElement[] {
  return elementsOf(parent).filter((element) => isNamed(element, uri, local));
}

function attribute({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find(({ uri, local }) => uri === '' && local === name)?.value;
}
