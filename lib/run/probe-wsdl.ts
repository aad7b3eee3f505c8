import type { Handoff } from '../model/running/handoff.ts';
import { openSender } from '../transport/sender.ts';
import { decodeBytes } from '../xml/decode-bytes.ts';
import { parseXml } from '../xml/parse.ts';
import { isNamed } from '../xml/tree.ts';

const TIMEOUT_MS = 2_000;

const WSDL = 'http://schemas.xmlsoap.org/wsdl/';

/**
 * Asks a target for the WSDL of each path base of the plan, once, and returns which of them have another namespace than
 * the run will send (contract §4.1), a sentence each. What does not come in time, or is no WSDL, says nothing.
 */
export async function probeWsdl({
  target: { baseUrl, namespace },
  contract,
  exchanges,
  pace,
  transport,
}: Pick<Handoff, 'target' | 'contract' | 'exchanges' | 'pace' | 'transport'>): Promise<readonly string[]> {
  const limit = Math.min(TIMEOUT_MS, pace.timeoutMs);
  const limits = { connectTimeoutMs: limit, firstByteTimeoutMs: limit, timeoutMs: limit };
  const sender = openSender(baseUrl, { ...pace, ...limits, ...transport, maxResponseBytes: 1_000_000 });
  const called = new Set(exchanges.flatMap(({ steps }) => steps.map(({ operation }) => operation)));
  const paths = contract.operations.flatMap(({ name, path }) => (called.has(name) ? [path] : []));
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const namespaceAt = async (path: string) => {
    const sent = await sender.send({ method: 'GET', path: `${base}${path}?WSDL`, headers: [], body: null });
    if (sent.kind === 'failure' || sent.response.status !== 200) return undefined;
    const xml = parseXml(decodeBytes(sent.response.body, null).text ?? '');
    if (xml.kind !== 'document' || !isNamed(xml.root, WSDL, 'definitions')) return undefined;
    return xml.root.attributes.find(({ local }) => local === 'targetNamespace')?.value;
  };
  const asked = [...new Set(paths)].map(async (path) => [path, await namespaceAt(path)] as const);
  const others = (await Promise.all(asked)).filter(([, uri]) => uri !== undefined && uri !== namespace);
  await sender.close();
  return [...new Set(others.map(([, uri]) => uri))].map((uri) => {
    const at = others.flatMap(([path, one]) => (one === uri ? [path] : [])).join(', ');
    const what = `its namespace is ${uri}, not ${namespace}; if it is right, try --namespace ${uri}`;
    return `the WSDL at ${at}: ${what}`;
  });
}
