import { setTimeout as pause } from 'node:timers/promises';
import { describeWsdl } from '../../clients/wsdl/describe-wsdl.ts';
import { attributeText, readWsdl } from '../../clients/wsdl/wsdl-document.ts';
import type { Contract, Operation } from '../../model/contract.ts';
import type { PlannedStep } from '../../model/exchange.ts';
import type { SendOutcome } from '../../model/judging/wire.ts';
import type { PreparedRun } from '../../model/running/prepared-run.ts';
import type { Settings } from '../../settings/run-settings.ts';
import { addTo } from '../../text/add-to.ts';
import { someOf } from '../../text/counted.ts';
import type { SenderOptions } from '../../wire/transport/connection/connect.ts';
import { openSender } from '../../wire/transport/sender.ts';
import { decodeBytes } from '../../wire/xml/decode-bytes.ts';
import { parseXml } from '../../wire/xml/parse.ts';

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
  const document = readWsdl(text);
  const described = typeof document === 'string' ? undefined : describeWsdl([document], '', null);
  const endpoints = [...(described?.inside ?? [])];
  if (!described || endpoints.every(([, { inside }]) => !inside?.size)) return [];
  const uri = described.values.targetNamespace;
  const another = `its namespace is ${uri}, not ${namespace}; if it is right, try --namespace ${uri}`;
  const differences = uri === namespace ? [] : [another];
  for (const { operation, binding } of calls) {
    const found = described.inside?.get(binding)?.inside?.get(operation);
    const { name = binding } = bindings.find(({ id }) => id === binding) ?? {};
    const right = `${namespace.replace(/\/$/, '')}/${operation}`;
    if (!found) differences.push(`it has no ${operation} over ${name}`);
    // With another namespace it differs anyway.
    else if (binding === 'soap11' && uri === namespace && found.values.SOAPAction !== right)
      differences.push(`${operation} has the SOAPAction "${found.values.SOAPAction}" and not "${right}"`);
  }
  const called = operations.filter(({ name }) => calls.some(({ operation }) => operation === name));
  const lists = called.flatMap(({ name, parameters }) => {
    const requests = endpoints.flatMap(([, { inside }]) => inside?.get(name)?.inside?.get('sent ') ?? []);
    const declared = [...(requests[0]?.inside?.keys() ?? [])];
    const wanted = parameters.map((parameter) => parameter.name);
    const lacks = wanted.filter((parameter) => !declared.includes(parameter));
    const more = declared.filter((parameter) => !wanted.includes(parameter));
    const both = [
      [lacks, 'lacks'],
      [more, 'also has'],
    ] as const;
    return declared.length === 0
      ? []
      : both
          .filter(([list]) => list.length > 0)
          .map(([list, verb]) => `${name} ${verb} ${someOf(list, MOST_LISTED)}`);
  });
  return [...differences, ...lists];
}

const MOST_LISTED = 10;
