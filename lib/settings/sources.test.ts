import { describe, expect, it } from 'vitest';
import { inFolder } from '../cases/testing.ts';
import { checkSettings } from '../run/run-settings.ts';
import { type FoundSettings, readSettings } from './read-settings.ts';
import { defaultSettings, secretsOf, transportOf } from './run-settings.ts';
import { originText } from './sources.ts';
import type { SettingName } from './table.ts';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */

interface Given {
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Lines of conformance.yaml. */
  readonly yaml?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly only?: readonly SettingName[];
}

async function find({ flags = {}, environment = {}, yaml, files = {}, only }: Given): Promise<FoundSettings> {
  const all = yaml === undefined ? files : { ...files, 'conformance.yaml': `${yaml.join('\n')}\n` };
  const found = await inFolder(all, () => readSettings({ flags, environment }, only));
  if (!found.ok) throw new Error(found.message);
  return found;
}

function refused(given: Given): Promise<string> {
  return find(given).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
}

const fromOf = ({ effective }: FoundSettings, name: SettingName) => originText(effective[name].origin);

/** A setting as it is read, and where it comes from. */
async function told(name: SettingName, given: Given): Promise<readonly [unknown, string]> {
  const found = await find(given);
  return [found.effective[name].value, fromOf(found, name)];
}

const live = { target: 'https://gateway.example' };

it('variables that are empty count as not set, and without a target the reference is meant', async () => {
  const environment = { POSTSMS_NAMESPACE: '', POSTSMS_TICKET: '', POSTSMS_REPORT_DIR: '' };
  const filters = { operation: [], binding: [], case: [], exclude: [], tag: [], level: [] };
  expect((await find({ environment })).value).toEqual({ ...defaultSettings, filters });
});

it('a target has no slash at its end, and values are texts by the names of their parameters', async () => {
  const flags = { target: 'http://127.0.0.1:2/x/', values: ['KeyID=a=b ', ' BeginTime ='] };
  const { value } = await find({ flags });
  expect(value.target).toBe('http://127.0.0.1:2/x');
  expect(value.values).toEqual({ KeyID: 'a=b ', BeginTime: '' });
});

describe('the id of the run that a shard is of', () => {
  const engines = { GITHUB_RUN_ID: '17', GITHUB_RUN_ATTEMPT: '2', CI_PIPELINE_ID: '18' };

  it.each<[string, Given, string | null, string]>([
    ['what the engine calls the run, in each attempt', { environment: engines }, '17', 'GITHUB_RUN_ID'],
    ['that of another engine', { environment: { ...engines, GITHUB_RUN_ID: '' } }, '18', 'CI_PIPELINE_ID'],
    ['the flag before all', { flags: { runId: '20' }, environment: engines }, '20', '--run-id'],
    ['none otherwise', { environment: { GITHUB_RUN_ATTEMPT: '2' } }, null, 'default'],
  ])('is %s', async (_, given, value, from) => {
    expect(await told('runId', given)).toEqual([value, from]);
  });

  it.each(['', '\u001B[2J', '\u202E', 'a'.repeat(201)])('is never %j', async (text) => {
    expect(await refused({ flags: { runId: text } })).toContain(`${JSON.stringify(text)} is not the id`);
  });

  it('needs a shard as a flag, for a variable may be that of a whole pipeline', async () => {
    expect(checkSettings(await find({ flags: { runId: '20', shard: '1/2' } }))).toEqual({ ok: true });
    expect(checkSettings(await find({ environment: { POSTSMS_RUN_ID: '20' } }))).toEqual({ ok: true });
  });
});

describe('references', () => {
  it('are replaced inside a text, several of them, the line break at the end of a file left out', async () => {
    const given = {
      yaml: ['namespace: http://${env:HOST}/${file:path.txt}#1'],
      environment: { HOST: 'x.example' },
      files: { 'path.txt': 'a/b\r\n' },
    };
    expect(await told('namespace', given)).toEqual([
      'http://x.example/a/b#1',
      'conformance.yaml:1 (env:HOST, file:path.txt)',
    ]);
  });

  it('have a way to write what only looks like one', async () => {
    expect((await find({ yaml: ['servername: a$${b}'] })).value.transport.servername).toBe('a${b}');
  });

  it('give several values with commas or one on each line, where there can be several', async () => {
    const found = await find({
      yaml: ['recipients: ${file:numbers.txt}', 'case: ${env:CASES}', 'tag: ["${env:TAG}", b]'],
      environment: { CASES: 'a/{b,c}, d', TAG: 'x' },
      files: { 'numbers.txt': '905001112233\n+905001112244\n' },
    });
    expect(found.value.sends.recipients).toEqual(['905001112233', '905001112244']);
    expect(found.value.filters).toMatchObject({ case: ['a/{b,c}', 'd'], tag: ['x', 'b'] });
  });

  it('are followed only where the value is used', async () => {
    const top = ['ticket: ${env:NOWHERE}', 'ca: ${file:nowhere}'];
    const yaml = [...top, 'targets:', '  a: { url: "http://${env:NOWHERE}" }'];
    const environment = { POSTSMS_TICKET: 'T' };
    expect(await refused({ yaml, environment })).toContain('"ca" refers to the file nowhere');
    expect((await find({ yaml, environment, only: ['ticket'] })).value.ticket).toBe('T');
    const targets = ['target: a', 'targets:', '  a: { url: "http://a.example", ticket: "${env:NOWHERE}" }'];
    expect((await find({ yaml: targets, only: ['ticket'] })).value.ticket).toBe(defaultSettings.ticket);
    expect(await refused({ yaml: targets })).toContain('"ticket" refers to');
  });

  it('read files from the folder of the file of settings, or are the PEM text itself', async () => {
    const found = await find({
      flags: { config: 'sub/settings.yaml' },
      files: {
        'sub/settings.yaml': 'namespace: urn:${file:ns.txt}\nca: ca.pem\nreportDir: reports\n',
        'sub/ns.txt': 'here',
        'sub/ca.pem': CERTIFICATE,
      },
    });
    expect(found.value).toMatchObject({ namespace: 'urn:here', reportDir: 'sub/reports' });
    expect(found.value.transport.ca).toBe(CERTIFICATE);
    expect(fromOf(found, 'ca')).toBe('sub/settings.yaml:2');
    const ofText = { yaml: ['ca: ${env:CA}'], environment: { CA: CERTIFICATE } };
    expect((await told('ca', ofText))[0]).toEqual({ shown: '(PEM)', text: CERTIFICATE });
  });
});

describe('named targets', () => {
  const one = ['  one:', '    url: https://one.example/base/', '    rate: 1'];
  const yaml = ['rate: 5', 'timeout: 100', 'targets:', ...one, '  two:', '    url: https://two.example'];

  it('override the file, and only where they are chosen', async () => {
    const found = await find({ yaml, flags: { target: 'one' } });
    expect(found.value).toMatchObject({
      target: 'https://one.example/base',
      pace: { rate: 1, timeoutMs: 100 },
    });
    expect(fromOf(found, 'target')).toBe('conformance.yaml:5 (target one)');
    expect(fromOf(found, 'rate')).toBe('conformance.yaml:6 (target one)');
    const two = await find({ yaml, environment: { POSTSMS_TARGET: 'two' } });
    expect(two.value).toMatchObject({ target: 'https://two.example', pace: { rate: 5 } });
    expect(fromOf(two, 'target')).toBe('conformance.yaml:8 (target two)');
  });

  it('are not chosen by themselves, by a URL that is the same, or a name that every object has', async () => {
    expect((await find({ yaml })).value).toMatchObject({ target: null, pace: { rate: 5 } });
    const same = await find({ yaml, flags: { target: 'https://one.example/base' } });
    expect(same.value).toMatchObject({ target: 'https://one.example/base', pace: { rate: 5 } });
    const message = await refused({ yaml, flags: { target: 'constructor' } });
    expect(message).toContain('(targets of conformance.yaml: one, two)');
  });
});

it('the ticket comes from a file, with what is inside it as it is', async () => {
  const files = { 'ticket.txt': '\uFEFF a b\n\n' };
  const given = { flags: { ticketFile: 'ticket.txt' }, files, environment: { POSTSMS_TICKET: 'T' } };
  expect(await told('ticket', given)).toEqual([' a b', '--ticket-file']);
});

it('variables that are no settings are an error, unless the file refers to them or they are of other programs', async () => {
  const environment = { POSTSMS_STAGING_TICKET: 'T' };
  expect(await refused({ environment })).toBe('POSTSMS_STAGING_TICKET is not a setting');
  const yaml = ['targets:', '  a: { url: "http://x", ticket: "${env:POSTSMS_STAGING_TICKET}" }'];
  expect(await refused({ environment, yaml })).toBe('accepted');
  expect(await refused({ environment: { POSTSM_TICKET: 'T', PATH: '/' } })).toBe('accepted');
});

describe('the proxy of other programs', () => {
  const http_proxy = 'http://me:pass@p.example';
  const environment = { HTTPS_PROXY: 'proxy.example:3128', http_proxy, NO_PROXY: 'a,b' };
  const mine = 'http://mine.example:1';

  it.each<[string, Given, string | null, string]>([
    ['for the scheme of the target', { flags: live }, 'http://proxy.example:3128', 'HTTPS_PROXY'],
    ['also in lower case', { flags: { target: 'http://gateway.example' } }, http_proxy, 'http_proxy'],
    ['not for the reference', {}, null, 'default'],
    ['not for this machine', { flags: { target: 'https://127.0.0.1:1' } }, null, 'default'],
    ['not before one that is given', { flags: { ...live, proxy: mine } }, mine, '--proxy'],
    ['not before none', { flags: live, yaml: ['proxy: none'] }, null, 'conformance.yaml:1'],
  ])('is taken %s', async (_, given, proxy, from) => {
    expect(await told('proxy', { ...given, environment })).toEqual([proxy, from]);
  });

  it.each([
    [live, 'a,b', 'NO_PROXY'],
    [{}, '', 'default'],
  ])('comes with its exceptions: %j', async (flags, hosts, from) => {
    expect(await told('noProxy', { flags, environment })).toEqual([hosts, from]);
  });
});

it('a message about filters names the source that the filter comes from', async () => {
  const yaml = ['case: [a]'];
  const { tell } = await find({ yaml, environment: { POSTSMS_TAG: 'b' }, flags: { level: ['c'] } });
  expect(tell('--case "a" matches nothing')).toBe('conformance.yaml:1: case "a" matches nothing');
  expect(tell('--tag and --level together leave no exchange')).toBe(
    'POSTSMS_TAG and --level together leave no exchange',
  );
});

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */

it('an empty POSTSMS_TARGET matters only where no flag names the target', async () => {
  const environment = { POSTSMS_TARGET: '' };
  const flags = { target: 'http://127.0.0.1:1' };
  expect(await told('target', { flags, environment })).toEqual([flags.target, '--target']);
  expect(await refused({ environment })).toContain('POSTSMS_TARGET is empty');
});

it.each<Given>([
  // A shared file may say who gets messages although this run has no target.
  { yaml: ['sends: allow', 'recipients: ["905001112233"]', 'maxMessages: 8', 'packetIds: ["P1"]'] },
  { flags: { sends: 'refuse', namespace: 'urn:n' } },
])('without a target %j is no mistake', async (given) => {
  expect(checkSettings(await find(given))).toEqual({ ok: true });
});

describe('what a file allows', () => {
  const allowed = ['sends: allow', 'recipients: ["905001112233"]', 'maxMessages: 8', 'gate: should'];
  const targets = ['targets:', '  one:', '    url: https://one.example'];
  const permission = ({ value: { sends, gate } }: FoundSettings) => [
    sends.permission,
    sends.recipients.length,
    sends.maxMessages,
    gate,
  ];

  it.each<Given>([
    { yaml: ['target: https://one.example', ...allowed] },
    { yaml: [...allowed, ...targets], flags: { target: 'one' } },
    { yaml: [...allowed, ...targets], environment: { POSTSMS_TARGET: 'one' } },
  ])('holds for the targets that it names: %j', async (given) => {
    expect(permission(await find(given))).toEqual(['allow', 1, 8, 'should']);
  });

  it.each<Given>([
    { yaml: ['target: https://one.example', ...allowed], flags: { target: 'https://two.example' } },
    { yaml: [...allowed, ...targets], environment: { POSTSMS_TARGET: 'https://one.example' } },
  ])('is no permission to send to another that a flag or a variable gives: %j', async (given) => {
    expect(permission(await find(given))).toEqual([null, 0, 0, 'should']);
  });
});

it('the reference is reached straight, and the credentials of a proxy are secrets, after the ticket', async () => {
  const flags = { ...live, insecure: true, proxy: 'none' };
  const { value } = await find({ flags, environment: { POSTSMS_TICKET: 't' } });
  const transport = { ...value.transport, proxy: 'http://me:p%40ss@proxy.example' };
  expect(transportOf({ target: null, transport })).toEqual({ ...defaultSettings.transport, keepAlive: true });
  expect(transportOf({ ...live, transport })).toEqual(transport);
  expect(secretsOf({ ...value, transport })).toEqual(['t', 'me:p@ss', 'p@ss']);
});
