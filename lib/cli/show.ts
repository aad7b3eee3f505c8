import { isUtf8 } from 'node:buffer';
import { requestOf } from '../engine/request-of.ts';
import { curlCommands, curlDifference } from '../findings/curl.ts';
import { requestText } from '../findings/http-message.ts';
import type { ParameterValue } from '../model/contract.ts';
import type { Exchange, PlannedStep, PlannedValue } from '../model/exchange.ts';
import type { Target, WireRequest } from '../model/judging/wire.ts';
import { refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { RunPlan } from '../model/running/run-plan.ts';
import { planRun } from '../run/plan-run.ts';
import { numbersToMask } from '../run/sends/subscriber-numbers.ts';
import { maskFor } from '../secrets/mask.ts';
import { mistakeMask } from '../settings/reach.ts';
import { readSettings } from '../settings/read-settings.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { renderRequest } from '../transport/render-request.ts';
import { type SettingFlags, SHOWN } from './setting-flags.ts';
import { refuse } from './usage.ts';

const NO_CURL = 'plain curl cannot write the ticket as this request does; these are its bytes';

/** Base URL of requests that are shown for no target in particular. */
const NOWHERE = 'http://gateway.example';

/** `show ID`: the requests of an exchange as bytes or as curl commands, the ServiceTicket masked. */
export async function showCommand(id: string, flags: SettingFlags, io: Io): Promise<number> {
  const settings = await readSettings({ flags, environment: io.env }, SHOWN);
  if (!settings.ok) return refuse(io, settings);
  const { namespace, ticket } = settings.value;
  const planned = planRun({ ...settings.value, probes: true }, 'shown');
  const maskMistake = mistakeMask(io.env, settings.value);
  if (!planned.ok) return refuse(io, planned, maskMistake);
  const exchange = planned.selected.find((one) => one.id === id);
  if (!exchange) {
    const ids = planned.selected.map((one) => one.id);
    const message = `unknown exchange "${id}"${didYouMean(id, ids)} (list exchanges shows all)`;
    return refuse(io, refusal(2, message), maskMistake);
  }
  const target: Target = { baseUrl: settings.value.target ?? NOWHERE, namespace, kind: 'external' };
  const mask = maskFor([ticket], numbersToMask(settings.value, [exchange]));
  const curl = curlCommands(target.baseUrl, ticket, mask);
  for (const [index, step] of exchange.steps.entries()) {
    const request = shownRequest(step, exchange, planned, target);
    const command = flags.curl ? curl(request) : null;
    const shown = command ?? mask(bytesOf(target, request));
    if (exchange.steps.length > 1) io.stdout.write(`# step ${index + 1}\n`);
    const difference = flags.curl ? (command === null ? NO_CURL : curlDifference(request)) : null;
    if (difference !== null) io.stdout.write(`# ${difference}\n`);
    io.stdout.write(`${shown}\n`);
  }
  return 0;
}

/** The bytes of a request; a compressed body is only told, for a terminal would show none of it. */
function bytesOf(target: Target, request: WireRequest): string {
  return request.body === null || isUtf8(request.body)
    ? Buffer.from(renderRequest(target, request)).toString('utf8')
    : requestText(target.baseUrl, request);
}

function shownRequest(
  step: PlannedStep,
  { probe }: Exchange,
  { declarations: { contract } }: RunPlan,
  target: Target,
) {
  const operation = contract.operations.find(({ name }) => name === step.operation);
  const binding = contract.bindings.find(({ id }) => id === step.binding);
  if (!operation || !binding) throw new Error(`the contract has no ${step.operation} over ${step.binding}`);
  const values = Object.fromEntries(
    Object.entries(step.values).map(([name, value]) => [name, shownValue(value)]),
  );
  const call = { operation, binding, values, target };
  return requestOf(call, step, contract, probe);
}

/** A capture is not known before the run; its name stands for it. */
function shownValue(value: PlannedValue): ParameterValue {
  if (typeof value === 'string' || !('step' in value)) return value;
  return `${value.field}-of-step-${value.step + 1}`;
}
