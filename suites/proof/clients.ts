import { once } from 'node:events';
import { connect } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { judgeContext } from '../../lib/judge/judge-context.ts';
import { judgeMadeRequest } from '../../lib/judge/judge-step.ts';
import type { Call, Contract, ParameterValues, Target } from '../../lib/model/contract.ts';
import type { WireRequest } from '../../lib/model/judging/wire.ts';
import type { Declarations } from '../../lib/model/running/prepared-run.ts';
import { readRequest } from '../../lib/reading/read-request.ts';
import { recognise } from '../../lib/reading/recognise.ts';
import { serve } from '../../lib/reference/start.ts';
import { httpReply } from '../../lib/reference/write/replies.ts';
import { formDiffers } from '../../lib/wire/bindings/edits/edits.ts';
import { bindings } from '../../lib/wire/bindings/index.ts';
import { renderRequest } from '../../lib/wire/transport/render-request.ts';
import { PROOF_NAMESPACE } from './lab.ts';
import { type EditedRequest, editedRequest, isMet, OPEN, rulesFor } from './requests/edited-request.ts';
import { editedRequests } from './requests/index.ts';
import type { JudgedSubject, Trial } from './subject.ts';

/** Values with which every encoding and the list have something to do; a number for all others. */
const SENT: ParameterValues = {
  ServiceTicket: 'T-1',
  BeginTime: '',
  Message: ' a+b <şey> & %20 "',
  GsmNumbers: ['905001112233', '905001112244'],
};

/** A client that is tried, and what must be found in its requests; only what the contract leaves open for a twin. */
export type ProvenClient = JudgedSubject & { readonly edit: EditedRequest };

export const clients: readonly ProvenClient[] = editedRequests.flatMap((edit): readonly ProvenClient[] => {
  const { id, title, ofClient: rules } = edit;
  if (rules === null || !formDiffers(id, PROOF_NAMESPACE)) return [];
  const kind = rules.every((rule) => rule.endsWith(OPEN)) ? 'twin' : 'defect';
  return [{ id: `client-${id}`, title, rules, requirements: [], kind, edit }];
});

/** Lets clients make their calls over a socket, and judges what arrives as that of anybody. */
export async function tryClients(
  chosen: readonly ProvenClient[],
  { contract, register }: Declarations,
): Promise<readonly Trial[]> {
  const arrived: WireRequest[] = [];
  const server = await serve((request) => {
    arrived.push(request);
    return httpReply(200, 'text/plain', '');
  });
  const baseUrl = `${server.baseUrl}/gateway`;
  const target = { baseUrl, namespace: PROOF_NAMESPACE, kind: 'external' } as const;
  const context = await judgeContext(contract, target, register);
  /** The rules that find something in what arrives of a call; a text where it is not heard as that call. */
  const hear = async (sent: WireRequest, call: Call): Promise<readonly string[] | string> => {
    const socket = connect(server.port, '127.0.0.1').resume();
    socket.write(renderRequest(target, { ...sent, path: Buffer.from(sent.path).toString('latin1') }));
    await once(socket, 'close');
    const [request] = arrived.splice(0);
    const heard = request && recognise(request, server.baseUrl, contract);
    if (!request || heard?.kind !== 'call') return 'no call was heard';
    const { operation, binding } = heard.call;
    if (operation !== call.operation || (sent.method === call.binding.method && binding !== call.binding))
      return `heard as ${operation.name} over ${binding.id}`;
    const readBack = readRequest(request, binding.envelope !== undefined);
    const findings = judgeMadeRequest({ ...heard.call, target, contract, request, readBack }, context, {
      step: 0,
      level: 'must',
    });
    return [...new Set(findings.map(({ rule, level }) => (level === 'gap' ? `${rule}${OPEN}` : rule)))];
  };
  const trials: Trial[] = [];
  for (const client of chosen) {
    const { id, rules, edit } = client;
    const fired: Record<string, string[]> = {};
    const faults: string[] = [];
    // An equal form has nothing to change in some calls.
    const calls = callsOf(edit, contract, target).filter(
      (call) => rules.length > 0 || differs(edit, call, contract),
    );
    for (const call of calls) {
      const place = `${call.operation.name}/${call.binding.id}`;
      const sent = editedRequest(edit, call, contract);
      if (!differs(edit, call, contract)) faults.push(`${place}: the request is as it should be`);
      const heard = [await hear(sent, call)].flat();
      if (heard.toSorted().join() !== rulesFor(rules, call).toSorted().join())
        faults.push(`${place}: found ${heard.join(', ') || 'nothing'}`);
      for (const rule of heard) fired[rule] = [...(fired[rule] ?? []), place];
    }
    trials.push({ id, exchanges: calls.length, fired, broken: [], affected: [], faults: faults.slice(0, 1) });
  }
  await server.close();
  return trials;
}

function differs(edit: EditedRequest, call: Call, contract: Contract): boolean {
  return !isDeepStrictEqual(editedRequest(edit, call, contract), bindings[call.binding.id].encode(call));
}

/** Every call in the scope of an edit, with values for all parameters. */
function callsOf(edit: EditedRequest, contract: Contract, target: Target): readonly Call[] {
  const calls = contract.operations.flatMap((operation) => {
    const values = operation.parameters.map(({ name }) => [name, SENT[name] ?? '905001112233']);
    return contract.bindings.map((binding) => ({
      operation,
      binding,
      target,
      values: Object.fromEntries(values),
    }));
  });
  return calls.filter((call) => isMet(edit, call));
}
