import { isAbsolute, relative, resolve } from 'node:path';
import { defaultSettings } from '../run/settings.ts';
import { characterName, forbiddenCharacter } from '../xml/escape.ts';
import {
  choice,
  decimal,
  good,
  type Kind,
  numbers,
  single,
  text,
  texts,
  truth,
  wholeNumber,
  wrong,
} from './kinds.ts';
import { namespaceProblem } from './namespace.ts';
import { pem } from './pem.ts';
import { proxyUrl, withoutCredentials } from './proxy.ts';
import type { SettingName, SettingValues } from './setting-values.ts';

/** Something that can be set: what it takes, in words and in code. */
export interface SettingKey<T> {
  readonly kind: Kind<T>;
  /** What it does, for help, the schema's reader and the README. */
  readonly help: string;
  readonly initial: T;
  /** Name of the flag, where it is not the key in kebab case. */
  readonly flag?: string;
  /** The flag names a file that holds the value; `-` is standard input. */
  readonly flagIsFile?: true;
  /** Not for a file, which would say it for every run to come. */
  readonly notInFile?: true;
  /** What is shown instead of the value. */
  readonly show?: (value: T) => string | null;
}

const { pace, transport, sends } = defaultSettings;
const LONGEST_MS = 600_000;
const milliseconds = wholeNumber('<ms>', 1, LONGEST_MS);
const MOST = 1_000_000_000;

const namespace: Kind<string> = single('<uri>', (given) => {
  const problem = namespaceProblem(given);
  return problem === undefined ? good(given) : { ok: false, why: `${JSON.stringify(given)}: ${problem}` };
});

/** Never repeats what it was given. */
const ticket: Kind<string> = single('<file>', (given) => {
  if (given === '') return { ok: false, why: 'is empty' };
  const character = forbiddenCharacter(given);
  if (character === undefined) return good(given);
  return { ok: false, why: `holds ${characterName(character)}, a character that no XML can carry` };
});

/** Relative to the file that names it, and then as seen from the working folder. */
const directory: Kind<string> = single('<dir>', (given, folder) => {
  if (given === '') return wrong(given, 'a folder');
  const here = folder === process.cwd() || isAbsolute(given);
  return good(here ? given : relative(process.cwd(), resolve(folder, given)) || '.');
});

/**
 * Every setting there is, once: flags, variables, conformance.yaml, what `config` prints and what the tests hold the
 * schema and the README to are made of this.
 */
export const settingKeys: { readonly [Name in SettingName]: SettingKey<SettingValues[Name]> } = {
  target: {
    // A name of the file's targets is as good; whoever knows the file checks it.
    kind: text('<url|name>'),
    help: 'base URL of the endpoint, or a name of targets in conformance.yaml; the embedded reference without one',
    initial: defaultSettings.target,
  },
  namespace: { kind: namespace, help: 'XML namespace of the service', initial: defaultSettings.namespace },
  ticket: {
    kind: ticket,
    flag: 'ticket-file',
    flagIsFile: true,
    help: 'the ServiceTicket; the flag takes a file that holds it, or - for standard input',
    initial: defaultSettings.ticket,
    show: () => '***',
  },
  gate: { kind: choice(['must', 'should']), help: 'fail from this level on', initial: defaultSettings.gate },
  operation: { kind: texts('<name>'), help: 'only this operation; may be repeated', initial: [] },
  binding: {
    kind: texts('<id>'),
    help: 'only soap11, soap12, http-get or http-post; may be repeated',
    initial: [],
  },
  case: {
    kind: texts('<pattern>'),
    help: 'only cases or exchanges that match this glob; may be repeated',
    initial: [],
  },
  tag: { kind: texts('<tag>'), help: 'only cases with this tag; may be repeated', initial: [] },
  level: {
    kind: texts('<level>'),
    help: 'only cases of level must, should or gap; may be repeated',
    initial: [],
  },
  concurrency: {
    kind: wholeNumber('<n>', 1, 256),
    help: 'exchanges at a time',
    initial: pace.concurrency,
  },
  rate: { kind: decimal('<n>', 0.01, 10_000), help: 'requests per second at most', initial: pace.rate },
  connectTimeout: {
    kind: milliseconds,
    help: 'milliseconds until a connection stands',
    initial: pace.connectTimeoutMs,
  },
  firstByteTimeout: {
    kind: milliseconds,
    help: 'milliseconds until the first byte of a response, connecting included',
    initial: pace.firstByteTimeoutMs,
  },
  timeout: { kind: milliseconds, help: 'milliseconds for an exchange', initial: pace.timeoutMs },
  maxResponseBytes: {
    kind: wholeNumber('<bytes>', 1, MOST),
    help: 'bytes of a response body at most',
    initial: pace.maxResponseBytes,
  },
  maxDuration: {
    kind: wholeNumber('<seconds>', 1, LONGEST_MS),
    help: 'seconds for the whole run',
    initial: pace.maxDurationMs === null ? null : pace.maxDurationMs / 1000,
  },
  sends: {
    kind: choice(['allow', 'refuse']),
    help: 'whether a live target may be made to send',
    initial: null,
  },
  recipients: {
    kind: numbers,
    help: 'numbers that may get messages of a live target, with commas',
    initial: sends.recipients,
  },
  maxMessages: {
    kind: wholeNumber('<n>', 0, 1_000_000),
    help: 'messages that a live target may send; one to N numbers counts N',
    initial: sends.maxMessages,
  },
  yes: {
    kind: truth,
    help: 'send what the plan sends without asking, as in CI',
    initial: sends.confirmed,
    notInFile: true,
  },
  packetIds: {
    kind: texts('<ids>'),
    help: 'packets of a live target to ask for reports without a send, with commas',
    initial: defaultSettings.packetIds,
  },
  mask: {
    kind: choice(['numbers', 'none']),
    help: 'what is masked besides the ticket',
    initial: defaultSettings.maskNumbers ? 'numbers' : 'none',
  },
  keepAlive: {
    kind: truth,
    help: 'use connections again; only for a server that never ends an idle one',
    initial: transport.keepAlive,
  },
  ca: {
    kind: pem('certificate'),
    help: 'PEM file of the certificates to trust',
    initial: null,
    show: (value) => value?.shown ?? null,
  },
  cert: {
    kind: pem('certificate'),
    help: 'PEM file of a client certificate; needs key',
    initial: null,
    show: (value) => value?.shown ?? null,
  },
  key: {
    kind: pem('private key'),
    help: "PEM file of the client certificate's private key",
    initial: null,
    show: (value) => value?.shown ?? null,
  },
  servername: {
    kind: text('<name>'),
    help: "name that the server's certificate must be for, where it is not that of the URL",
    initial: transport.servername,
  },
  insecure: {
    kind: truth,
    help: 'accept a certificate that nobody vouches for',
    initial: transport.insecure,
  },
  proxy: {
    kind: proxyUrl,
    help: 'URL of an HTTP proxy, or none',
    initial: transport.proxy,
    show: withoutCredentials,
  },
  noProxy: {
    kind: text('<hosts>'),
    // A flag that begins with --no- would be the opposite of --proxy; curl has this one.
    flag: 'noproxy',
    help: 'hosts that are reached without the proxy, with commas, as in NO_PROXY',
    initial: transport.noProxy,
  },
  reportDir: { kind: directory, help: 'where reports go', initial: defaultSettings.reportDir },
  allure: { kind: truth, help: 'write Allure results', initial: defaultSettings.allure },
  html: { kind: truth, help: 'build the HTML report of the Allure results', initial: defaultSettings.html },
};

export const settingNames = Object.keys(settingKeys) as readonly SettingName[];
