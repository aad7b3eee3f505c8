import { setTimeout as pause } from 'node:timers/promises';
import type { BindingId, Contract, Operation } from '../../model/contract.ts';
import type { PlannedStep } from '../../model/exchange.ts';
import type { XmlElement } from '../../model/judging/document.ts';
import type { PreparedRun } from '../../model/running/prepared-run.ts';
import type { Settings } from '../../settings/run-settings.ts';
import { addTo } from '../../text/add-to.ts';
import { someOf } from '../../text/counted.ts';
import type { SenderOptions } from '../../wire/transport/connection/connect.ts';
import { openSender, type SendOutcome } from '../../wire/transport/sender.ts';
import { decodeBytes } from '../../wire/xml/decode-bytes.ts';
import { parseXml } from '../../wire/xml/parse.ts';
import { elementsOf, isNamed } from '../../wire/xml/tree.ts';

const TIMEOUT_MS = 2_000;

/** Asks a target for the WSDL of the path bases of operations, which sends no message. */
export async function askForWsdl(baseUrl: string, options: SenderOptions, operations: readonly Operation[]) {
  const limit = Math.min(TIMEOUT_MS, options.timeout);
  const limits = { connectTimeout: limit, firstByteTimeout: limit, timeout: limit };
  const sender = openSender(baseUrl, { ...options, ...limits, maxResponseBytes: 1_000_000 });
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const paths = [...new Set(operations.map(({ path }) => path))];
  try {
    return await Promise.all(
      paths.map(async (path) => {
        const request = { method: 'GET', path: `${base}${path}?WSDL`, headers: [], body: null } as const;
        return { path, outcome: await sender.send(request) };
      }),
    );
  } finally {
    await sender.close();
  }
}

const PAUSE_MS = 250;

/** Statuses of proxies whose server is not there yet (RFC 9110 §15.6.3 to §15.6.5). */
const NOT_YET = [502, 503, 504];

/** Waits until a target answers, at most as long as the settings say; returns why it did not, or null where it did. */
export async function whyNoAnswer(settings: Settings, contract: Contract): Promise<string | null> {
  const { target, wait } = settings;
  if (target === null || wait === null) return null;
  const end = performance.now() + wait * 1000;
  for (;;) {
    const [answer] = await askForWsdl(target, settings, contract.operations.slice(0, 1));
    const outcome = answer?.outcome;
    const status = outcome?.kind === 'response' ? outcome.response.status : undefined;
    if (status !== undefined && !NOT_YET.includes(status)) return null;
    if (performance.now() + PAUSE_MS > end) {
      const what = outcome?.kind === 'failure' ? outcome.failure.message : `status ${status}`;
      return `${target} did not answer within ${wait} s (--wait): ${what}`;
    }
    await pause(PAUSE_MS);
  }
}

/** Returns the text of a WSDL; empty for anything else than a response with 200. */
function wsdlText(outcome: SendOutcome): string {
  if (outcome.kind === 'failure' || outcome.response.status !== 200) return '';
  return decodeBytes(outcome.response.body, null).text ?? '';
}

/** Returns the namespace that a WSDL describes; undefined for anything else. */
export function wsdlNamespace({ outcome }: { readonly outcome: SendOutcome }): string | undefined {
  const xml = parseXml(wsdlText(outcome));
  return xml.kind === 'document' ? attributeText(xml.root, 'targetNamespace') : undefined;
}

/**
 * Asks a target once for the WSDL of each path base of the plan, and returns a sentence for each difference from what the
 * run will send. A reply that is late or no WSDL is ignored.
 */
export async function probeWsdl(
  run: Pick<PreparedRun, 'target' | 'contract' | 'exchanges'> & SenderOptions,
): Promise<readonly string[]> {
  const { target, contract } = run;
  const steps = run.exchanges.flatMap((exchange) => exchange.steps);
  const calls = [...new Map(steps.map((step) => [`${step.operation} ${step.binding}`, step])).values()];
  const operations = contract.operations.filter(({ name }) => calls.some((call) => call.operation === name));
  const pathsOf = new Map<string, string[]>();
  for (const { path, outcome } of await askForWsdl(target.baseUrl, run, operations)) {
    const here = operations.filter((operation) => operation.path === path).map(({ name }) => name);
    const planned = calls.filter(({ operation }) => here.includes(operation));
    for (const difference of wsdlDifferences(wsdlText(outcome), planned, contract, target.namespace))
      addTo(pathsOf, difference, path);
  }
  return [...pathsOf].map(([difference, at]) => `the WSDL at ${at.join(', ')}: ${difference}`);
}

/**
 * Returns the differences of a WSDL 1.1 document from planned calls (contract §4.1, §9): namespace, operations, bindings,
 * parameters, SOAPAction. Documents that it imports are not fetched.
 */
export function wsdlDifferences(
  text: string,
  calls: readonly Pick<PlannedStep, 'operation' | 'binding'>[],
  { operations, bindings }: Pick<Contract, 'operations' | 'bindings'>,
  namespace: string,
): readonly string[] {
  const xml = parseXml(text);
  const described = xml.kind === 'document' ? describedOperations(xml.root) : [];
  if (xml.kind !== 'document' || described.length === 0) return [];
  const uri = attributeText(xml.root, 'targetNamespace');
  const another = `its namespace is ${uri}, not ${namespace}; if it is right, try --namespace ${uri}`;
  const differences = uri === namespace ? [] : [another];
  for (const { operation, binding } of calls) {
    const found = described.find((call) => call.operation === operation && call.binding === binding);
    const { name = binding } = bindings.find(({ id }) => id === binding) ?? {};
    const right = `${namespace.replace(/\/$/, '')}/${operation}`;
    if (!found) differences.push(`it has no ${operation} over ${name}`);
    // With another namespace it differs anyway.
    else if (binding === 'soap11' && uri === namespace && found.action !== right)
      differences.push(`${operation} has the SOAPAction "${found.action}" and not "${right}"`);
  }
  for (const { name: operation, parameters } of operations) {
    const declared = parametersIn(xml.root, operation);
    if (declared.length === 0 || !calls.some((call) => call.operation === operation)) continue;
    const wanted = parameters.map(({ name }) => name);
    const lacks = wanted.filter((name) => !declared.includes(name));
    const more = declared.filter((name) => !wanted.includes(name));
    if (lacks.length > 0) differences.push(`${operation} lacks ${someOf(lacks, MOST_LISTED)}`);
    if (more.length > 0) differences.push(`${operation} also has ${someOf(more, MOST_LISTED)}`);
  }
  return differences;
}

const MOST_LISTED = 10;

const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
const SCHEMA = 'http://www.w3.org/2001/XMLSchema';

/** The bindings of WSDL 1.1 by the namespace of their extension elements, and by the verb over HTTP. */
const EXTENSIONS: Readonly<Record<string, BindingId>> = {
  [`${WSDL}soap/`]: 'soap11',
  [`${WSDL}soap12/`]: 'soap12',
  [`${WSDL}http/GET`]: 'http-get',
  [`${WSDL}http/POST`]: 'http-post',
};

/** Returns the operations of each binding, with the SOAPAction of those over SOAP. */
function describedOperations(root: XmlElement) {
  return descendants(root, 'binding', WSDL).flatMap((bound) => {
    const style = elementsOf(bound).find(({ uri, local }) => local === 'binding' && uri !== WSDL);
    const binding = style && EXTENSIONS[`${style.uri}${attributeText(style, 'verb') ?? ''}`];
    if (!binding) return [];
    return descendants(bound, 'operation', WSDL).map((operation) => {
      const [details] = descendants(operation, 'operation', style.uri);
      const action = details && attributeText(details, 'soapAction');
      return { operation: attributeText(operation, 'name') ?? '', binding, action };
    });
  });
}

/** Returns the children of the schema element that is named after an operation; none where there is no such element. */
function parametersIn(root: XmlElement, operation: string): readonly string[] {
  const named = (local: string, name: string) =>
    descendants(root, local, SCHEMA).find((element) => attributeText(element, 'name') === name);
  const element = named('element', operation);
  const type = element && attributeText(element, 'type')?.replace(/^.*:/, '');
  const holder = type === undefined ? element : named('complexType', type);
  const children = holder ? descendants(holder, 'element', SCHEMA) : [];
  return children.map((child) => attributeText(child, 'name') ?? '');
}

/** Returns the elements of a name at any depth, in document order. */
function descendants(parent: XmlElement, local: string, uri: string): readonly XmlElement[] {
  return elementsOf(parent).flatMap((element) => [
    ...(isNamed(element, uri, local) ? [element] : []),
    ...descendants(element, local, uri),
  ]);
}

function attributeText({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find(({ uri, local }) => uri === '' && local === name)?.value;
}
