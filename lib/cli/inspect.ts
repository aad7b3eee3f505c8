import { isUtf8 } from 'node:buffer';
import { curlCommands, curlDifference, posixShell, powerShell } from '../findings/curl.ts';
import { sentenceOf } from '../findings/finding-text.ts';
import { requestText } from '../findings/http-message.ts';
import { rules } from '../judge/rules/index.ts';
import type { ParameterValue, Target } from '../model/contract.ts';
import { isCapture, type PlannedValue, withCaptured } from '../model/exchange.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { refusal } from '../model/result.ts';
import { readers } from '../readers/readers.ts';
import { settingsMistake } from '../run/check-settings.ts';
import { requestOf, resolveCall } from '../run/engine/ready-call.ts';
import { planRun, type RunPlan } from '../run/plan-run.ts';
import { numbersToMask } from '../run/sends/subscriber-numbers.ts';
import { type Mask, maskAll, maskFor } from '../secrets/mask.ts';
import { defaultSettings, otherTickets, secretsOf } from '../settings/run-settings.ts';
import { originText } from '../settings/sources.ts';
import { type SettingKey, settingKeys, settingNames } from '../settings/table.ts';
import { groupedBy } from '../text/add-to.ts';
import { columns, counted, someOf } from '../text/counted.ts';
import { didYouMean } from '../text/nearest.ts';
import { renderRequest } from '../wire/transport/render-request.ts';
import { schemaEngine } from '../wire/xml/schema/schema-engine.ts';
import { type Ended, type Invocation, NOWHERE } from './usage.ts';

type JsonFlags = { readonly json?: true };
type ShowFlags = { readonly curl?: true };

type Row = Readonly<Record<string, string | number>>;

/** Runs `list`, which shows the chosen cases, exchanges, rules, requirements, clients or classes of values as a table or as JSON. */
export async function listCommand({ flags, io, found }: Invocation<JsonFlags>, what: string): Promise<Ended> {
  const planned = planRun(found.value, 'listed');
  if (!planned.ok) return planned;
  const rows = listRows(what, planned, found.mask);
  const names = Object.keys(rows[0] ?? {});
  const table = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const count = counted(rows.length, what.replace(/s$/, ''));
  const text = flags.json ? JSON.stringify(rows, null, 2) : `${columns(table).join('\n')}\n\n${count}`;
  io.stdout.write(`${text}\n`);
  return 0;
}

function listRows(what: string, planned: RunPlan, mask: Mask): readonly Row[] {
  switch (what) {
    case 'exchanges':
      return planned.exchanges.map(({ id, level, steps, messages }) => {
        return { id, level, requests: steps.length, messages };
      });
    case 'rules':
      return rules.map((rule) => ({ id: rule.id, level: rule.level, asks: sentenceOf({ rule: rule.id }) }));
    case 'requirements':
      return planned.declarations.register.map(({ id, section, level, binds, text }) => {
        return { id, section, level, binds, text };
      });
    case 'values':
      return planned.declarations.classes.map(({ id, group = '', title, because, link = '' }) => {
        return { id, group, title: mask(title), because: mask(because), link: mask(link) };
      });
    case 'readers':
      return readers.map(({ id, title, stumbles, seen, unchecked }) => {
        return { id, title, stumbles, seen, checked: unchecked === undefined ? 'yes' : `no: ${unchecked}` };
      });
    case 'clients':
      return planned.clients.map(({ id, title, version, captured, wsdl, dialects }) => {
        return {
          id,
          title,
          version,
          bindings: Object.keys(dialects).join(', '),
          wsdl: wsdl ? 'yes' : 'no',
          captured,
        };
      });
    default:
      return caseRows(planned, mask);
  }
}

/** Returns a row for each case, with masked words, which a user may have written. */
function caseRows({ exchanges }: RunPlan, mask: Mask): readonly Row[] {
  const cases = groupedBy(exchanges, ({ client, operation, case: name }) =>
    client ? `clients/${client.id}` : `${operation}/${name}`,
  );
  return [...cases].map(([name, exchanges]) => ({
    case: name,
    level: [...new Set(exchanges.map(({ level }) => level))].join(', '),
    exchanges: exchanges.length,
    messages: exchanges.reduce((sum, { messages }) => sum + messages, 0),
    title: mask(exchanges[0].title),
  }));
}

const NO_CURL = 'plain curl cannot carry this request byte for byte; these are its bytes';

const shell = process.platform === 'win32' ? powerShell : posixShell;

/** Runs `show ID`, which shows the masked requests of an exchange as bytes or curl commands, or a class of values. */
export async function showCommand({ flags, io, found }: Invocation<ShowFlags>, id: string): Promise<Ended> {
  const settings = found.value;
  const { namespace, ticket } = settings;
  const planned = planRun({ ...settings, probes: true, clients: [...settings.clients, 'built-in'] }, 'shown');
  if (!planned.ok) return planned;
  const valueClass = planned.declarations.classes.find((candidate) => candidate.id === id);
  if (valueClass) {
    const { source: _, ...shown } = valueClass;
    const rows = Object.entries(shown).map(([name, value]) => [name, found.mask(JSON.stringify(value))]);
    io.stdout.write(`${columns(rows).join('\n')}\n`);
    return 0;
  }
  const exchange = planned.selected.find((candidate) => candidate.id === id);
  if (!exchange) return refusal(2, whyNotShown(id, planned));
  const target: Target = { baseUrl: settings.target ?? NOWHERE, namespace, kind: 'external' };
  const mask = maskFor(secretsOf(settings), numbersToMask(settings, [exchange]));
  const { contract } = planned.declarations;
  const curl = curlCommands(target.baseUrl, [ticket, ...otherTickets(settings)], mask, shell);
  const carried = exchange.carried?.filter(({ classes }) => classes.length > 0) ?? [];
  for (const { parameter, classes } of carried) io.stdout.write(`# ${parameter}: ${classes.join(', ')}\n`);
  for (const [index, step] of exchange.steps.entries()) {
    const values = Object.entries(step.values).map(([name, value]) => [name, withoutCapture(value)]);
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

function whyNotShown(id: string, { selected, declarations }: RunPlan): string {
  const catalogues = { rule: rules, requirement: declarations.register };
  for (const [what, all] of Object.entries(catalogues)) {
    if (all.some((entry) => entry.id === id)) return `${id} is a ${what}; \`list ${what}s\` shows it`;
  }
  const ids = selected.map((exchange) => exchange.id);
  const calls = ids.filter((known) => known.startsWith(`${id.replace(/\/$/, '')}/`));
  if (id.startsWith('clients/') && calls.length > 0) return `${id} has several calls: ${someOf(calls)}`;
  return `unknown exchange "${id}"${didYouMean(id, ids)} (list exchanges shows all)`;
}

/** Returns notes on a curl command: its shell if that is unusual, and what the command does not do. */
function notesOn(command: string | null, request: WireRequest): readonly string[] {
  if (command === null) return [NO_CURL];
  return [shell === powerShell ? 'for PowerShell' : [], curlDifference(request) ?? []].flat();
}

/** Returns the bytes of a request; a compressed body is only named, because a terminal could not show it. */
function bytesOf(target: Target, request: WireRequest): string {
  return request.body === null || isUtf8(request.body)
    ? Buffer.from(renderRequest(target, request)).toString('utf8')
    : requestText(target.baseUrl, request);
}

/** Returns a value, with a name instead of a capture, which is unknown before the run. */
function withoutCapture(value: PlannedValue): ParameterValue {
  return isCapture(value) ? withCaptured(value, `${value.field}-of-step-${value.step + 1}`) : value;
}

/** Runs `config`, which shows the masked settings of a run, with the source of each. */
export async function configCommand({ flags, io, found }: Invocation<JsonFlags>): Promise<Ended> {
  const { value: settings } = found;
  // A secret may be part of another value, such as a folder that is named after a ticket.
  const secrets = secretsOf(settings).filter((secret) => secret !== defaultSettings.ticket);
  const mask = maskFor(secrets, settings.mask === 'numbers' ? settings.recipients : []);
  const all = settingNames.map((name) => {
    const { show = (value) => value as string } = settingKeys[name] as SettingKey<unknown>;
    const origin = settings.origins[name];
    // The defaults are those of the embedded reference.
    const isMissing =
      settings.target !== null && origin.kind === 'default' && (name === 'namespace' || name === 'ticket');
    return { name, value: isMissing ? null : maskAll(show(settings[name]), mask), origin };
  });
  const engine = { value: (await schemaEngine()).name, from: { kind: 'packages' } };
  if (flags.json) {
    const entries = all.map(({ name, value, origin }) => [name, { value, from: origin }]);
    io.stdout.write(`${JSON.stringify({ ...Object.fromEntries(entries), schemaEngine: engine }, null, 2)}\n`);
  } else {
    const rows = all.map(({ name, value, origin }) => {
      const shown = Array.isArray(value) ? value.join(', ') : String(value ?? '');
      return [name, shown === '' ? '-' : shown, originText(origin)];
    });
    rows.push(['schemaEngine', engine.value, 'installed packages']);
    io.stdout.write(`${columns(rows).join('\n')}\n`);
  }
  const mistake = settingsMistake(settings);
  return mistake === undefined ? 0 : refusal(2, mistake);
}
