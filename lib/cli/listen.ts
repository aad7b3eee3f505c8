import { setTimeout as wait } from 'node:timers/promises';
import { formatProblem } from '../cases/yaml/format-problem.ts';
import { readAnswer } from '../listen/answers.ts';
import type { Gateway } from '../listen/gateway.ts';
import { missingCall, startListener } from '../listen/listener.ts';
import { followScenario } from '../listen/pairing.ts';
import { loadScenario, scenarioText } from '../listen/scenario.ts';
import type { Contract } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Call } from '../model/judging/wire.ts';
import { type Refusal, type Result, refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { Declarations } from '../model/running/run-plan.ts';
import type { Settings } from '../model/running/settings.ts';
import { loadDeclarations } from '../run/built-in.ts';
import { runSuite } from '../run/run-suite.ts';
import { allowList, needsPermission } from '../run/sends/permission.ts';
import { budgetedSender } from '../run/sends/send-budget.ts';
import { type AskToSend, askNobody, openLimits } from '../run/sends/send-limits.ts';
import { mistakeMask, secretsOf } from '../settings/reach.ts';
import { readSettings } from '../settings/read-settings.ts';
import { checkTransport, isLoopback, readBaseUrl, staysHere } from '../settings/target-url.ts';
import { counted } from '../text/counted.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { openSender } from '../transport/sender.ts';
import { askOn } from './confirm.ts';
import { chosenDefects } from './serve.ts';
import { LISTENED, type SettingFlags } from './setting-flags.ts';
import { refuse } from './usage.ts';

export interface ListenFlags extends SettingFlags {
  readonly port: number;
  readonly host: string;
  readonly forward?: string;
  readonly scenario?: string;
  readonly require: readonly string[];
  readonly answer: readonly string[];
  readonly defect: readonly string[];
  readonly calls?: number;
  readonly idle?: number;
}

/** `listen`: judges the calls of real clients until it is interrupted, and resolves with the exit code. */
export async function listenCommand(flags: ListenFlags, io: Io): Promise<number> {
  const found = await readSettings({ flags, environment: io.env }, LISTENED);
  if (!found.ok) return refuse(io, found, mistakeMask(io.env));
  const settings = { ...found.value, target: null };
  const mask = mistakeMask(io.env, settings);
  const prepared = prepare(flags, settings);
  if (!prepared.ok) return refuse(io, prepared.error, mask);
  const { declarations, told, required, answers, defects } = prepared.value;
  const { contract } = declarations;
  const opened = await openGateway(flags.forward, settings, contract, askOn(io));
  if (!opened.ok) return refuse(io, opened.error, mask);
  const { gateway } = opened.value;
  let heardAt = Date.now();
  let enough: () => void = () => {};
  const called = new Promise<void>((resolve) => {
    enough = resolve;
  });
  try {
    const listener = await startListener({
      ...{ declarations, answers, gateway, namespace: settings.namespace, deviations: defects },
      ...{ host: flags.host, port: flags.port, secrets: secretsOf(settings) },
      gate: settings.gate,
      maskNumbers: settings.maskNumbers,
      telling: told.length === 0 ? null : followScenario(told, contract),
      tell: (line, calls) => {
        heardAt = Date.now();
        io.stdout.write(`${line}\n`);
        if (calls >= Math.min(flags.calls ?? MOST_CALLS, MOST_CALLS)) enough();
      },
      full: () => {
        io.stderr.write('warning: listen ends here, because it holds as many calls as a report can have\n');
        enough();
      },
    });
    if (!isLoopback(listener.baseUrl)) {
      io.stderr.write(`warning: ${flags.host} may be reached from other machines, without a password\n`);
    }
    const answering = [
      gateway ? `forwards to ${gateway.baseUrl}` : 'answers from the reference',
      ...(defects.length === 0 ? [] : [`with the defects ${defects.map(({ id }) => id).join(' ')}`]),
      ...(flags.answer.length === 0 ? [] : [`scripted ${flags.answer.join(' ')}`]),
    ].join(', ');
    io.stdout.write(
      `listening on ${listener.baseUrl} in namespace ${settings.namespace}, ${answering}; Ctrl-C ends\n`,
    );
    if (told.length > 0) io.stdout.write(scenarioText(told, contract, listener.baseUrl, settings.namespace));
    await Promise.race([io.interrupted(), called, idle(flags.idle, () => heardAt)]);
    const heard = await listener.close();
    const { calls, others, unknown, played } = heard;
    if (calls.length === 0) {
      const first = unknown[0] === undefined ? '' : `; the first of the other requests: ${unknown[0]}`;
      return refuse(io, refusal(4, `no call came to ${listener.baseUrl}${first}`), mask);
    }
    const notes =
      unknown.length === 0 ? [] : [`no calls of the contract: ${counted(unknown.length, 'request')}`];
    const recordings = {
      sources: [{ file: 'listen', text: heard.har }],
      ...{ requestsOnly: gateway === null, answers: answering },
      namespace: settings.namespace,
      baseUrl: listener.baseUrl,
      exchanges: [...told, ...others, ...required.filter((one) => !calls.some(isCallOf(one)))],
      notes: [...notes, ...(played?.notes ?? [])],
    };
    const ended = await runSuite({ ...settings, filters: {} }, askNobody, io, { recordings });
    return 'message' in ended ? refuse(io, ended, mask) : ended.exitCode;
  } catch (error) {
    return refuse(io, refusal(2, error instanceof Error ? error.message : String(error)), mask);
  } finally {
    await opened.value.remove();
  }
}

/** Calls of one session: more would be no report that anybody reads. */
const MOST_CALLS = 20_000;

interface PreparedListening {
  readonly declarations: Declarations;
  readonly told: readonly Exchange[];
  readonly required: readonly Exchange[];
  readonly answers: readonly Extract<ReturnType<typeof readAnswer>, { readonly ok: true }>['value'][];
  readonly defects: Extract<ReturnType<typeof chosenDefects>, { readonly ok: true }>['value'];
}

/** Everything that can be wrong with the flags, before anything is opened. */
function prepare(flags: ListenFlags, settings: Settings): Result<PreparedListening, Refusal> {
  const wrong = (message: string) => ({ ok: false, error: refusal(2, message) }) as const;
  const loaded = loadDeclarations();
  if (!loaded.ok) return wrong(loaded.error.map(formatProblem).join('\n\n'));
  const declarations = loaded.value;
  const { contract } = declarations;
  const defects = chosenDefects(flags.defect);
  if (!defects.ok) return wrong(defects.error);
  if (flags.forward !== undefined && flags.defect.length > 0) {
    return wrong('--forward and --defect cannot be combined: the gateway answers; remove one of them');
  }
  const answers: PreparedListening['answers'][number][] = [];
  for (const text of flags.answer) {
    const read = readAnswer(text, contract);
    if (!read.ok) return wrong(read.error);
    answers.push(read.value);
  }
  const required: Exchange[] = [];
  for (const text of flags.require) {
    const read = readRequired(text, contract);
    if (!read.ok) return wrong(read.error);
    required.push(read.value);
  }
  const told = flags.scenario === undefined ? null : loadScenario(flags.scenario, settings, declarations);
  if (told && !told.ok) return told;
  return {
    ok: true,
    value: { declarations, told: told?.value ?? [], required, answers, defects: defects.value },
  };
}

/** Reads `<operation>/<binding>` as an exchange that is blocked where no such call comes. */
function readRequired(text: string, { operations, bindings }: Contract): Result<Exchange, string> {
  const all = operations.flatMap(({ name }) => bindings.map(({ id }) => ({ operation: name, binding: id })));
  const found = all.find(({ operation, binding }) => text === `${operation}/${binding}`);
  if (!found) {
    const names = all.map(({ operation, binding }) => `${operation}/${binding}`);
    return {
      ok: false,
      error: `--require "${text}": expected an operation and a binding, such as SendBulkSms/soap12${didYouMean(text, names)}`,
    };
  }
  const { operation, binding } = found;
  return { ok: true, value: missingCall(operation, binding, `--require ${text}: no call came`) };
}

function isCallOf({ operation, binding }: Exchange): (call: Call) => boolean {
  return (call) => call.operation.name === operation && call.binding.id === binding;
}

/** Resolves once nothing was heard for so many seconds; never where no limit is given. */
async function idle(seconds: number | undefined, heardAt: () => number): Promise<void> {
  if (seconds === undefined) return new Promise(() => {});
  for (;;) {
    const left = heardAt() + seconds * 1000 - Date.now();
    if (left <= 0) return;
    // What has ended before must not wait for this.
    await wait(left, undefined, { ref: false });
  }
}

interface OpenedGateway {
  readonly gateway: Gateway | null;
  remove(): Promise<void>;
}

/** Opens the way to a gateway; one whose messages may reach people needs the permission that a run needs. */
async function openGateway(
  url: string | undefined,
  settings: Settings,
  contract: Contract,
  ask: AskToSend,
): Promise<Result<OpenedGateway, Refusal>> {
  if (url === undefined) return { ok: true, value: { gateway: null, remove: async () => {} } };
  const base = readBaseUrl(url, '--forward ');
  if (!base.ok) return { ok: false, error: base };
  const { sends, transport, pace } = settings;
  const reachable = checkTransport(transport);
  if (!reachable.ok) return { ok: false, error: reachable };
  const live = needsPermission({ target: base.url, transport, sends });
  const recipients = [...allowList(sends.recipients)];
  const refused = sends.permission === 'refuse';
  if (
    live &&
    !refused &&
    (sends.permission !== 'allow' || recipients.length === 0 || sends.maxMessages === 0)
  ) {
    const { host } = new URL(base.url);
    const why = `clients could have messages sent over ${host}; add --sends allow, --recipients and --max-messages, or --sends refuse for reports only`;
    return { ok: false, error: refusal(4, why) };
  }
  const limits = live
    ? refused
      ? { recipients: [], maxMessages: 0 }
      : { recipients, maxMessages: sends.maxMessages }
    : null;
  if (limits && !refused) {
    const each = { messages: limits.maxMessages, national: new Map() };
    const permitted = await ask({
      cost: {
        ...{ exchanges: 0, requests: 0, messages: limits.maxMessages, parts: 0 },
        numbers: new Map(recipients.map((number) => [number, each])),
      },
      ...{ host: new URL(base.url).host, maskNumbers: settings.maskNumbers, byClients: true },
      // Where the limits alone made it a question, they are the answer.
      confirmed: sends.confirmed || staysHere(base.url, transport),
    });
    if (!permitted.ok) return { ok: false, error: permitted };
  }
  const opened = await openLimits(limits);
  const sender = openSender(base.url, { ...pace, ...transport });
  const guarded = opened.limits ? budgetedSender(sender, opened.limits, contract) : sender;
  return {
    ok: true,
    value: { gateway: { baseUrl: base.url, sender: guarded, live }, remove: opened.remove },
  };
}
