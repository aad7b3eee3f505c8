import { isUtf8 } from 'node:buffer';
import { curlCommands, curlDifference, posixShell, powerShell } from '../findings/curl.ts';
import { requestText } from '../findings/http-message.ts';
import type { ParameterValue, Target } from '../model/contract.ts';
import type { PlannedValue } from '../model/exchange.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { requestOf, resolveCall } from '../run/engine/ready-call.ts';
import { planRun } from '../run/plan-run.ts';
import { numbersToMask } from '../run/sends/subscriber-numbers.ts';
import { maskFor } from '../secrets/mask.ts';
import { didYouMean } from '../text/nearest.ts';
import { renderRequest } from '../wire/transport/render-request.ts';
import { NOWHERE } from './serve.ts';
import type { Invocation } from './usage.ts';

const NO_CURL = 'plain curl cannot carry this request byte for byte; these are its bytes';

const shell = process.platform === 'win32' ? powerShell : posixShell;

/** `show ID`: the requests of an exchange as bytes or as curl commands, the ServiceTicket masked. */
export async function showCommand(
  { flags, io, found, refuse }: Invocation<{ readonly curl?: true }>,
  id: string,
): Promise<number> {
  const settings = found.value;
  const { namespace, ticket } = settings;
  const planned = planRun({ ...settings, probes: true }, 'shown');
  if (!planned.ok) return refuse(planned);
  const exchange = planned.selected.find((one) => one.id === id);
  if (!exchange) {
    const ids = planned.selected.map((one) => one.id);
    return refuse(`unknown exchange "${id}"${didYouMean(id, ids)} (list exchanges shows all)`);
  }
  const target: Target = { baseUrl: settings.target ?? NOWHERE, namespace, kind: 'external' };
  const mask = maskFor([ticket], numbersToMask(settings, [exchange]));
  const { contract } = planned.declarations;
  const curl = curlCommands(target.baseUrl, ticket, mask, shell);
  for (const [index, step] of exchange.steps.entries()) {
    const values = Object.entries(step.values).map(([name, value]) => [name, shownValue(value)]);
    const call = resolveCall({ ...step, values: Object.fromEntries(values) }, [], { contract, target });
    if (!call.ok) throw new Error(call.error.missing);
    const request = requestOf(call.value, step, contract, exchange.probe);
    const command = flags.curl ? curl(request) : null;
    const shown = command ?? mask(bytesOf(target, request));
    if (exchange.steps.length > 1) io.stdout.write(`# step ${index + 1}\n`);
    const notes = flags.curl ? notesOn(command, request) : [];
    for (const note of notes) io.stdout.write(`# ${note}\n`);
    io.stdout.write(`${shown}\n`);
  }
  return 0;
}

/** Says for which shell a curl command is, where that is not the usual one, and what it does not do. */
function notesOn(command: string | null, request: WireRequest): readonly string[] {
  if (command === null) return [NO_CURL];
  const difference = curlDifference(request);
  return [...(shell === powerShell ? ['for PowerShell'] : []), ...(difference === null ? [] : [difference])];
}

/** The bytes of a request; a compressed body is only named, because a terminal would show none of it. */
function bytesOf(target: Target, request: WireRequest): string {
  return request.body === null || isUtf8(request.body)
    ? Buffer.from(renderRequest(target, request)).toString('utf8')
    : requestText(target.baseUrl, request);
}

/** A capture is not known before the run; its name stands for it. */
function shownValue(value: PlannedValue): ParameterValue {
  if (typeof value === 'string' || !('step' in value)) return value;
  return `${value.field}-of-step-${value.step + 1}`;
}
