import { allBindings } from '../model/contract.ts';
import { levels } from '../model/requirement.ts';
import { reporterNames } from '../model/running/report-format.ts';
import { bool, choice, good, type Kind, number, numberList, path, shownUrl, single, texts } from './kinds.ts';
import * as special from './special-kinds.ts';
import { readBaseUrl } from './target-url.ts';

export interface SettingKey<T> {
  readonly kind: Kind<T>;
  readonly help: string;
  readonly initial: T;
  /** Name of the flag, where it is not the key in kebab case. */
  readonly flag?: string;
  /** The flag names a file that holds the value; `-` is standard input. */
  readonly flagIsFile?: true;
  /** Variables that conformance.yaml refers to for it are masked, unless `publicVariables` names them. */
  readonly mayBeSecret?: true;
  /** A flag, and a line of its variable, has `NAME=env:VARIABLE` or `NAME=file:path`: a secret is never an argument. */
  readonly byReference?: true;
  /** Returns what is shown instead of the value. */
  readonly show?: (value: T) => string | readonly string[] | null;
}

/** The namespace that the embedded reference serves unless another is set. */
export const REFERENCE_NAMESPACE = 'http://postsms.example/sms';

const LONGEST = 600_000;

type More<T> = Omit<SettingKey<T>, 'kind' | 'help' | 'initial'>;

function setting<T>(kind: Kind<T>, help: string, initial: NoInfer<T>, more: More<T> = {}): SettingKey<T> {
  return { kind, help, initial, ...more };
}

const toggle = (help: string, initial = false) => setting(bool, help, initial);

const optional = <T>(kind: Kind<T>, help: string, more: More<T | null> = {}) =>
  setting<T | null>(kind, help, null, more);

/** Declares a setting of several texts, each given by a flag of its own. */
const repeated = (placeholder: string, help: string, words?: readonly string[]) =>
  setting(texts(placeholder, words && { enum: words }), `${help}; may be repeated`, []);

const pemFile = (help: string) => optional(special.pem, help, { show: (value) => value && '(PEM)' });

const file = path('<file>', 'a file');
const delay = number('<ms>', 0, LONGEST);
const milliseconds = number('<ms>', 1, LONGEST);
const seconds = number('<seconds>', 1, LONGEST);

/** Every setting, once. The initial values judge the whole suite against the embedded reference. */
const table = {
  // The name of a target in the file is as good: readSettings takes its URL.
  target: optional(
    single('<url|name>', readBaseUrl),
    'base URL, or the name of a target in conformance.yaml; reference, or nothing, is the embedded reference',
  ),
  namespace: setting(special.namespaceUri, 'XML namespace of the service', REFERENCE_NAMESPACE),
  ticket: setting(
    special.ticket,
    'the ServiceTicket; the flag names a file that holds it (- is standard input)',
    // For the reference and loopback, where nothing is to be protected.
    'conformance-ticket',
    { flag: 'ticket-file', flagIsFile: true, show: () => '***' },
  ),
  tickets: setting(
    special.tickets,
    'further ServiceTickets of the target, one a line; the flag names a file that holds them',
    [],
    { flag: 'tickets-file', flagIsFile: true, show: (tickets) => tickets.map(() => '***') },
  ),
  paths: setting(
    special.pathBases,
    'path base of an operation, in the place of that of the contract; may be repeated',
    {},
    { flag: 'path', show: (paths) => Object.entries(paths).map(([name, base]) => `${name}=${base}`) },
  ),
  gate: setting(choice(['must', 'should']), 'lowest level that fails the run', 'must'),
  gateRefusals: toggle('fail on refusals of values that the target takes in another parameter or binding'),
  operation: repeated('<name>', 'only this operation'),
  binding: repeated('<id>', 'only soap11, soap12, http-get or http-post', allBindings),
  case: repeated('<pattern>', 'only cases or exchanges that match this glob'),
  exclude: repeated('<pattern>', 'leave out cases or exchanges that match this glob'),
  tag: repeated('<tag>', 'only cases with this tag'),
  level: repeated('<level>', 'only cases of level must, should or gap', levels),
  cases: setting(special.caseFolders, 'folder with your own case files; may be repeated', []),
  builtInCases: toggle('run the built-in cases', true),
  probes: toggle('send probes: requests that the contract does not describe, recorded and never judged'),
  clients: repeated(
    '<which>',
    'clients in whose dialects the target is called: built-in, none, a file or folder of clients, or recorded traffic; by default the built-in ones, and none at a live target',
  ),
  gateClients: setting(
    texts('<names>'),
    'clients that must be able to call the target, all or their ids separated by commas',
    [],
  ),
  readers: setting(
    texts('<command>'),
    'program of yours that reads the body of a reply on standard input, run without a shell; may be repeated',
    [],
    { flag: 'reader' },
  ),
  valuesFile: optional(file, 'file with your own classes of values, in addition to the built-in ones'),
  generate: setting(
    number('<n>', 0, 100_000),
    'number of exchanges to draw from the classes of values; a live target also gets those of the classes',
    0,
  ),
  seed: setting(number('<n>', 0, 4_294_967_295), 'seed of the drawn exchanges', 1),
  shrink: toggle('send a live target smaller inputs, to find out what a finding depends on'),
  shard: optional(special.shard, 'run only shard i of n', {
    show: (value) => value && `${value.index}/${value.total}`,
  }),
  runId: optional(special.runId, 'id shared by all shards of one run; only with --shard, and for merge'),
  known: optional(
    file,
    'file of known failures; by default known-failures/<target>.yaml beside conformance.yaml',
  ),
  edition: optional(
    special.edition,
    'version whose cases, classes, clients and rules gate; what came later runs, is shown apart, and never gates',
  ),
  coverage: optional(file, 'file of what the run may leave unjudged, as --write-coverage writes it'),
  values: setting(
    special.parameterValues,
    'value of a parameter whose values the contract leaves open, except in cases about it; may be repeated',
    {},
    { mayBeSecret: true, show: (values) => Object.entries(values).map(([name, text]) => `${name}=${text}`) },
  ),
  concurrency: setting(number('<n>', 1, 256), 'number of concurrent exchanges', 16),
  rate: optional(number('<n>', 0.01, 10_000), 'maximum requests per second'),
  connectTimeout: setting(milliseconds, 'connect timeout in milliseconds, proxy and TLS included', 10_000),
  firstByteTimeout: setting(
    milliseconds,
    'milliseconds until the first byte of the final response, connecting included',
    30_000,
  ),
  timeout: setting(milliseconds, 'timeout of one request and its response, in milliseconds', 30_000),
  maxResponseBytes: setting(
    number('<bytes>', 1, 1_000_000_000),
    'maximum size of a response body, in bytes',
    // What a probe of 10,000 numbers brings back, and little enough for sixteen of them at a time.
    5_000_000,
  ),
  maxDuration: optional(seconds, 'maximum duration of the run, in seconds'),
  wait: optional(
    seconds,
    'seconds to wait before the run until the target answers; asks for its WSDL, and sends nothing',
  ),
  start: optional(
    single('<command>', good),
    'command that starts the target, without a shell; it is ended with the run, and its output is start.log in the report folder',
  ),
  reportDelay: setting(delay, 'milliseconds to wait between a send and the first report on its packet', 0),
  recheck: toggle('ask again for a report that is wrong alone, or that may have come too early', true),
  sends: optional(choice(['allow', 'refuse']), 'allow or refuse sends to a live target'),
  recipients: setting(numberList, 'numbers that a live target may send to, separated by commas', []),
  maxMessages: setting(
    number('<n>', 1, 1_000_000),
    'maximum number of messages that a live target may send; one message to N numbers counts N',
    0,
  ),
  yes: toggle('send without asking, for CI'),
  packetIds: setting(
    texts('<ids>'),
    'existing packets of a live target to report on without a send, separated by commas',
    [],
    { mayBeSecret: true },
  ),
  mask: setting(choice(['numbers', 'none']), 'mask subscriber numbers as well as the ticket', 'none'),
  publicVariables: setting(
    texts('<names>'),
    'variables that conformance.yaml refers to whose values are no secrets and are not masked, separated by commas',
    [],
  ),
  keepAlive: toggle('reuse connections; only for a server that keeps idle connections open'),
  ca: pemFile('PEM file with the certificates to trust'),
  cert: pemFile('PEM file with a client certificate; needs --key'),
  key: pemFile('PEM file with the private key of the client certificate'),
  servername: optional(
    single('<name>', good),
    'expected name in the certificate of the server, if it is not the host of the URL',
  ),
  insecure: toggle('accept an untrusted certificate'),
  proxy: optional(special.proxyUrl, 'URL of an HTTP proxy, or none', {
    mayBeSecret: true,
    show: (url) => url && shownUrl(url),
  }),
  // A flag that begins with --no- would be the opposite of --proxy; curl has this one.
  noProxy: setting(
    single('<hosts>', good),
    'hosts to reach without the proxy, separated by commas, as in NO_PROXY',
    '',
    { flag: 'noproxy' },
  ),
  headers: setting(
    special.headerFields,
    'header field of every request, for what stands before the service, as NAME=env:VARIABLE or NAME=file:path; may be repeated',
    [],
    {
      flag: 'header',
      mayBeSecret: true,
      byReference: true,
      show: (all) => all.map(([name]) => `${name}=***`),
    },
  ),
  allowHost: setting(
    special.hostNames,
    'name or address that clients of listen and serve may call besides this machine and --host; may be repeated',
    [],
  ),
  wsdl: toggle('read the WSDL of the target before the run', true),
  reportDir: setting(path('<dir>', 'a folder'), 'report folder', 'reports'),
  reporter: setting(
    special.reporters,
    `report in place of junit: ${reporterNames.join(', ').replace(/, (?=\w+$)/, ' or ')}; may be repeated`,
    [{ name: 'junit', file: null }],
    { show: (chosen) => chosen.map(({ name, file }) => (file ? `${name}=${file}` : name)).join(', ') },
  ),
  allure: toggle('write Allure results', true),
  evidence: optional(
    choice(['all', 'red']),
    'exchanges whose requests and responses are in the Allure results: all, or red, without those that passed or were observed; by default all up to 2,000 exchanges',
  ),
  html: toggle('build the Allure HTML report', true),
};

export type SettingName = keyof typeof table;

/** The value of each setting once it has been read, by its name in conformance.yaml. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof table)[Name] extends SettingKey<infer T> ? T : never;
};

export const settingKeys: { readonly [Name in SettingName]: SettingKey<SettingValues[Name]> } = table;

/** Settings that belong together: in help, and where a part of the program needs no others. */
export const settingGroups = {
  filters: ['operation', 'binding', 'case', 'exclude', 'tag', 'level'],
  pace: [
    ...(['concurrency', 'rate', 'connectTimeout', 'firstByteTimeout', 'timeout'] as const),
    ...(['maxResponseBytes', 'maxDuration', 'reportDelay'] as const),
  ],
  transport: ['keepAlive', 'ca', 'cert', 'key', 'servername', 'insecure', 'proxy', 'noProxy', 'headers'],
  sends: ['sends', 'recipients', 'maxMessages', 'yes'],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>;

export const settingNames = Object.keys(settingKeys) as readonly SettingName[];

export const PREFIX = 'POSTSMS_';

/** The variable that names the file of settings. */
export const CONFIG_VARIABLE = `${PREFIX}CONFIG`;

/** Returns the flag of a setting without hyphens in front: connectTimeout is connect-timeout. */
export function flagOf(name: SettingName): string {
  return settingKeys[name].flag ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the key under which the command line hands on a flag: connect-timeout is connectTimeout. */
export function flagKeyOf(name: SettingName): string {
  return flagOf(name).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the environment variable of a setting: connectTimeout is POSTSMS_CONNECT_TIMEOUT. */
export function variableOf(name: SettingName): string {
  return `${PREFIX}${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
