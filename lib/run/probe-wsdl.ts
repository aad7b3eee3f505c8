import type { BindingId, Contract } from '../model/contract.ts';
import type { PlannedStep } from '../model/exchange.ts';
import type { XmlElement } from '../model/judging/xml.ts';
import type { Handoff } from '../model/running/handoff.ts';
import { addTo } from '../text/add-to.ts';
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
    ...{ ...pace, ...limits, ...transport },
    maxResponseBytes: 1_000_000,
  });
  const base = new URL(target.baseUrl).pathname.replace(/\/$/, '');
  const steps = run.exchanges.flatMap((exchange) => exchange.steps);
  const calls = new Map(steps.map((step) => [`${step.operation} ${step.binding}`, step]));
  const callsOf = new Map<string, PlannedCall[]>();
  for (const call of calls.values()) {
    const operation = contract.operations.find(({ name }) => name === call.operation);
    if (operation) addTo(callsOf, operation.path, call);
  }
  const pathsOf = new Map<string, string[]>();
  const probe = async ([path, here]: readonly [string, readonly PlannedCall[]]) => {
    const sent = await sender.send({ method: 'GET', path: `${base}${path}?WSDL`, headers: [], body: null });
    if (sent.kind === 'failure' || sent.response.status !== 200) return;
    const { text } = decodeBytes(sent.response.body, null);
    for (const difference of wsdlDifferences(text ?? '', here, contract, target.namespace))
      addTo(pathsOf, difference, path);
  };
  await Promise.all([...callsOf].map(probe));
  await sender.close();
  return [...pathsOf].map(([difference, at]) => `the WSDL at ${at.join(', ')}: ${difference}`);
}

type PlannedCall = Pick<PlannedStep, 'operation' | 'binding'>;

/**
 * Returns where a WSDL 1.1 document differs from planned calls (contract §4.1, §9): namespace, operations, bindings,
 * SOAPAction. What a document imports is not fetched, and says nothing.
 */
export function wsdlDifferences(
  text: string,
  calls: readonly PlannedCall[],
  { bindings }: Pick<Contract, 'bindings'>,
  namespace: string,
): readonly string[] {
  const xml = parseXml(text);
  const described = xml.kind === 'document' ? describedIn(xml.root) : [];
  if (xml.kind !== 'document' || described.length === 0) return [];
  const uri = attribute(xml.root, 'targetNamespace');
  const isOther = uri !== namespace;
  const differences = calls.flatMap(({ operation, binding }) => {
    const found = described.find((one) => one.operation === operation && one.binding === binding);
    const { name = binding } = bindings.find(({ id }) => id === binding) ?? {};
    if (!found) return [`it has no ${operation} over ${name}`];
    const right = `${namespace.replace(/\/$/, '')}/${operation}`;
    // With another namespace it differs anyway.
    if (binding !== 'soap11' || isOther || found.action === right) return [];
    return [`${operation} has the SOAPAction "${found.action}" and not "${right}"`];
  });
  const hint = `its namespace is ${uri}, not ${namespace}; if it is right, try --namespace ${uri}`;
  return isOther ? [hint, ...differences] : differences;
}

const WSDL = 'http://schemas.xmlsoap.org/wsdl/';

/** The bindings of WSDL 1.1 by the namespace of their extension elements, and by the verb over HTTP. */
const EXTENSIONS: Readonly<Record<string, BindingId>> = {
  [`${WSDL}soap/`]: 'soap11',
  [`${WSDL}soap12/`]: 'soap12',
  [`${WSDL}http/GET`]: 'http-get',
  [`${WSDL}http/POST`]: 'http-post',
};

/** What a document says of its operations over each binding. */
function describedIn(root: XmlElement): readonly (PlannedCall & { readonly action: string | undefined })[] {
  return childrenOf(root, 'binding', WSDL).flatMap((bound) => {
    const style = elementsOf(bound).find(({ uri, local }) => local === 'binding' && uri !== WSDL);
    const binding = style && EXTENSIONS[`${style.uri}${attribute(style, 'verb') ?? ''}`];
    if (!binding) return [];
    return childrenOf(bound, 'operation', WSDL).map((one) => {
      const [details] = childrenOf(one, 'operation', style.uri);
      const action = details && attribute(details, 'soapAction');
      return { operation: attribute(one, 'name') ?? '', binding, action };
    });
  });
}

function childrenOf(parent: XmlElement, local: string, uri: string): readonly XmlElement[] {
  return elementsOf(parent).filter((element) => isNamed(element, uri, local));
}

function attribute({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find(({ uri, local }) => uri === '' && local === name)?.value;
}
