import { choice, decimal, type Kind, numbers, path, text, texts, truth, wholeNumber } from './kinds.ts';
import type { PemFile, SettingName, SettingValues } from './setting-values.ts';
import * as special from './special-kinds.ts';

/** Something that can be set: what it takes, in words and in code. */
export interface SettingKey<T> {
  readonly kind: Kind<T>;
  /** What it does, for help, the schema's reader and the guide. */
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

/** The namespace that the embedded reference serves unless told another. */
export const REFERENCE_NAMESPACE = 'http://postsms.example/sms';

const LONGEST = 600_000;
const milliseconds = wholeNumber('<ms>', 1, LONGEST);

/** Several texts, one for each time the flag is given. */
const repeated = (placeholder: string, help: string): SettingKey<readonly string[]> => {
  return { kind: texts(placeholder), help: `${help}; may be repeated`, initial: [] };
};

const pemFile = (what: 'certificate' | 'private key', help: string): SettingKey<PemFile | null> => {
  return { kind: special.pem(what), help, initial: null, show: (value) => value?.shown ?? null };
};

const time = (help: string, initial: number): SettingKey<number> => ({ kind: milliseconds, help, initial });

/**
 * Every setting there is, once: the flags, the variables, what `config` prints and what the schema of conformance.yaml
 * and the guide are held to are made of this. The initial values judge the whole suite against the embedded reference.
 */
export const settingKeys: { readonly [Name in SettingName]: SettingKey<SettingValues[Name]> } = {
  target: {
    // A name of the file's targets is as good; whoever knows the file checks it.
    kind: text('<url|name>'),
    help: 'base URL, or the name of a target in conformance.yaml; by default the embedded reference',
    initial: null,
  },
  namespace: { kind: special.namespace, help: 'XML namespace of the service', initial: REFERENCE_NAMESPACE },
  ticket: {
    kind: special.ticket,
    flag: 'ticket-file',
    flagIsFile: true,
    help: 'the ServiceTicket; the flag names a file that holds it (- is standard input)',
    // For the reference and loopback, where nothing is to be protected.
    initial: 'conformance-ticket',
    show: () => '***',
  },
  gate: { kind: choice(['must', 'should']), help: 'lowest level that fails the run', initial: 'must' },
  operation: repeated('<name>', 'only this operation'),
  binding: repeated('<id>', 'only soap11, soap12, http-get or http-post'),
  case: repeated('<pattern>', 'only cases or exchanges that match this glob'),
  exclude: repeated('<pattern>', 'leave out cases or exchanges that match this glob'),
  tag: repeated('<tag>', 'only cases with this tag'),
  level: repeated('<level>', 'only cases of level must, should or gap'),
  cases: { kind: special.caseFolders, help: 'folder with your own case files; may be repeated', initial: [] },
  builtInCases: { kind: truth, help: 'run the built-in cases', initial: true },
  shard: {
    kind: special.shard,
    help: 'run only shard i of n; auto/n takes i from an indexed Job of Kubernetes',
    initial: null,
    // Jobs share the file, and each has a shard of its own.
    notInFile: true,
    show: (value) => value && `${value.index}/${value.total}`,
  },
  runId: {
    kind: special.runId,
    help: 'id shared by all shards of one run; only with --shard, and for merge',
    initial: null,
    // The next run has another.
    notInFile: true,
  },
  known: {
    kind: path('<file>', 'a file'),
    help: 'file of known failures; by default known-failures/<target>.yaml beside conformance.yaml',
    initial: null,
  },
  values: {
    kind: special.parameterValues,
    help: 'value of a parameter whose values the contract leaves open, except in cases about it; may be repeated',
    initial: [],
  },
  concurrency: { kind: wholeNumber('<n>', 1, 256), help: 'number of concurrent exchanges', initial: 16 },
  rate: { kind: decimal('<n>', 0.01, 10_000), help: 'maximum requests per second', initial: null },
  connectTimeout: time('connect timeout in milliseconds, proxy and TLS included', 10_000),
  firstByteTimeout: time(
    'milliseconds until the first byte of the final response, connecting included',
    30_000,
  ),
  timeout: time('timeout of one request and its response, in milliseconds', 30_000),
  maxResponseBytes: {
    kind: wholeNumber('<bytes>', 1, 1_000_000_000),
    help: 'maximum size of a response body, in bytes',
    // Thirty times what the largest built-in case brings back, and little enough for sixteen of them at a time.
    initial: 3_000_000,
  },
  maxDuration: {
    kind: wholeNumber('<seconds>', 1, LONGEST),
    help: 'maximum duration of the run, in seconds',
    initial: null,
  },
  reportDelay: {
    kind: wholeNumber('<ms>', 0, LONGEST),
    help: 'milliseconds to wait between a send and the first report on its packet',
    initial: 0,
  },
  sends: { kind: choice(['allow', 'refuse']), help: 'allow or refuse sends to a live target', initial: null },
  recipients: {
    kind: numbers,
    help: 'numbers that a live target may send to, separated by commas',
    initial: [],
  },
  maxMessages: {
    kind: wholeNumber('<n>', 1, 1_000_000),
    help: 'maximum number of messages that a live target may send; one message to N numbers counts N',
    initial: 0,
  },
  yes: { kind: truth, help: 'send without asking, for CI', initial: false, notInFile: true },
  packetIds: {
    kind: texts('<ids>'),
    help: 'existing packets of a live target to report on without a send, separated by commas',
    initial: [],
  },
  mask: {
    kind: choice(['numbers', 'none']),
    help: 'mask subscriber numbers as well as the ticket',
    initial: 'none',
  },
  keepAlive: {
    kind: truth,
    help: 'reuse connections; only for a server that keeps idle connections open',
    initial: false,
  },
  ca: pemFile('certificate', 'PEM file with the certificates to trust'),
  cert: pemFile('certificate', 'PEM file with a client certificate; needs --key'),
  key: pemFile('private key', 'PEM file with the private key of the client certificate'),
  servername: {
    kind: text('<name>'),
    help: 'expected name in the certificate of the server, if it is not the host of the URL',
    initial: null,
  },
  insecure: { kind: truth, help: 'accept an untrusted certificate', initial: false },
  proxy: {
    kind: special.proxyUrl,
    help: 'URL of an HTTP proxy, or none',
    initial: null,
    show: special.withoutCredentials,
  },
  noProxy: {
    kind: text('<hosts>'),
    // A flag that begins with --no- would be the opposite of --proxy; curl has this one.
    flag: 'noproxy',
    help: 'hosts to reach without the proxy, separated by commas, as in NO_PROXY',
    initial: '',
  },
  reportDir: { kind: path('<dir>', 'a folder'), help: 'report folder', initial: 'reports' },
  reporter: {
    kind: special.reporters,
    help: 'extra report: junit (the default), markdown, tap, badge, har or github; may be repeated',
    initial: [{ name: 'junit', file: null }],
    show: (chosen) => chosen.map(({ name, file }) => (file === null ? name : `${name}=${file}`)).join(', '),
  },
  allure: { kind: truth, help: 'write Allure results', initial: true },
  html: { kind: truth, help: 'build the Allure HTML report', initial: true },
};

export const settingNames = Object.keys(settingKeys) as readonly SettingName[];

/** What the variables of all settings begin with. */
export const PREFIX = 'POSTSMS_';

/** The variable that names the file of settings. */
export const CONFIG_VARIABLE = `${PREFIX}CONFIG`;

/** Name of a setting's flag without its hyphens in front: connectTimeout is connect-timeout. */
export function flagOf(name: SettingName): string {
  return settingKeys[name].flag ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The name under which the command line hands a flag on: connect-timeout is connectTimeout. */
export function flagKeyOf(name: SettingName): string {
  return flagOf(name).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Name of a setting's variable: connectTimeout is POSTSMS_CONNECT_TIMEOUT. */
export function variableOf(name: SettingName): string {
  return `${PREFIX}${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
