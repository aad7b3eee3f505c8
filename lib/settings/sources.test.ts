import { describe, expect, it } from 'vitest';
import { inFolder } from '../../suites/support/cases.ts';
import { settingsMistake } from '../run/check-settings.ts';
import { selectionText } from '../run/plan-run.ts';
import { type FoundSettings, readSettings } from './read-settings.ts';
import { defaultSettings, picked, secretsOf, transportOf } from './run-settings.ts';
import { originText, sourceOf } from './sources.ts';
import { type SettingName, settingGroups } from './table.ts';

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

const fromOf = ({ value }: FoundSettings, name: SettingName) => originText(value.origins[name]);

/** A setting as it is read, and where it comes from. */
async function told(name: SettingName, given: Given): Promise<readonly [unknown, string]> {
  const found = await find(given);
  return [found.value[name], fromOf(found, name)];
}

const live = { target: 'https://gateway.example' };

it('variables that are empty count as not set, and without a target the reference is meant', async () => {
  const environment = { POSTSMS_NAMESPACE: '', POSTSMS_TICKET: '', POSTSMS_REPORT_DIR: '' };
  expect((await find({ environment })).value).toEqual(defaultSettings);
});

it('a target has no slash at its end, and values are texts by the names of their parameters', async () => {
  const flags = { target: 'http://127.0.0.1:2/x/', values: ['KeyID=a=b ', ' BeginTime ='] };
  const { value } = await find({ flags });
  expect(value.target).toBe('http://127.0.0.1:2/x');
  expect(value.values).toEqual({ KeyID: 'a=b ', BeginTime: '' });
});

const engines = { GITHUB_RUN_ID: '17', GITHUB_RUN_ATTEMPT: '2', CI_PIPELINE_ID: '18' };
const here = 'http://127.0.0.1:1';

it('the id of a run is what the engine calls the run, not its attempt, unless a flag has another', async () => {
  expect(await told('runId', { environment: engines })).toEqual(['17', 'GITHUB_RUN_ID']);
  const ofGitlab = { environment: { ...engines, GITHUB_RUN_ID: '' } };
  expect(await told('runId', ofGitlab)).toEqual(['18', 'CI_PIPELINE_ID']);
  expect(await told('runId', { flags: { runId: '20' }, environment: engines })).toEqual(['20', '--run-id']);
  expect(await told('runId', { environment: { GITHUB_RUN_ATTEMPT: '2' } })).toEqual([null, 'default']);
});

it('the proxy is that of the scheme of a target on another machine, unless it is given', async () => {
  const http_proxy = 'http://me:pass@p.example';
  const environment = { HTTPS_PROXY: 'proxy.example:3128', http_proxy, NO_PROXY: 'a,b' };
  const proxyOf = (given: Given) => told('proxy', { ...given, environment });
  expect(await proxyOf({ flags: live })).toEqual(['http://proxy.example:3128', 'HTTPS_PROXY']);
  expect(await proxyOf({ flags: { target: 'http://g.example' } })).toEqual([http_proxy, 'http_proxy']);
  expect(await proxyOf({})).toEqual([null, 'default']);
  expect(await proxyOf({ flags: { target: here } })).toEqual([null, 'default']);
  const mine = 'http://mine.example:1';
  expect(await proxyOf({ flags: { ...live, proxy: mine } })).toEqual([mine, '--proxy']);
  expect(await proxyOf({ flags: live, yaml: ['proxy: none'] })).toEqual([null, 'conformance.yaml:1']);
  expect(await told('noProxy', { flags: live, environment })).toEqual(['a,b', 'NO_PROXY']);
  expect(await told('noProxy', { environment })).toEqual(['', 'default']);
});

it('a reference is read as its variable or its file has it, also inside a text', async () => {
  const ofFile = {
    flags: { ticketFile: 'ticket.txt' },
    environment: { POSTSMS_TICKET: 'T' },
    files: { 'ticket.txt': '\uFEFF a b\n\n' },
  };
  expect(await told('ticket', ofFile)).toEqual([' a b', '--ticket-file']);
  const inText = {
    yaml: ['namespace: http://${env:HOST}/${file:path.txt}#1'],
    environment: { HOST: 'x.example' },
    files: { 'path.txt': 'a/b\r\n' },
  };
  const from = 'conformance.yaml:1 (env:HOST, file:path.txt)';
  expect(await told('namespace', inText)).toEqual(['http://x.example/a/b#1', from]);
  const escaped = { yaml: ['servername: a$${b}'] };
  expect(await told('servername', escaped)).toEqual(['a${b}', 'conformance.yaml:1']);
  const ofPem = { yaml: ['ca: ${env:CA}'], environment: { CA: CERTIFICATE } };
  expect(await told('ca', ofPem)).toEqual([CERTIFICATE, 'conformance.yaml:1 (env:CA)']);
});

it('the target is that of a flag although its variable is empty', async () => {
  const given = { flags: { target: here }, environment: { POSTSMS_TARGET: '' } };
  expect(await told('target', given)).toEqual([here, '--target']);
});

it.each<[Given, string]>([
  [{ flags: { runId: '' } }, '"" is not the id'],
  [{ flags: { runId: '\u001B[2J' } }, '"\\u001b[2J" is not the id'],
  [{ flags: { runId: '\u202E' } }, '"\u202E" is not the id'],
  [{ flags: { runId: 'a'.repeat(201) } }, 'a" is not the id'],
  [{ environment: { POSTSMS_TARGET: '' } }, 'POSTSMS_TARGET is empty'],
  [{ environment: { POSTSMS_STAGING_TICKET: 'T' } }, 'POSTSMS_STAGING_TICKET is not a setting'],
  [
    {
      environment: { POSTSMS_STAGING_TICKET: 'T' },
      yaml: ['target: a', 'targets:', '  a: { url: "http://x", ticket: "${env:POSTSMS_STAGING_TICKET}" }'],
    },
    'accepted',
  ],
  [{ environment: { POSTSM_TICKET: 'T', PATH: '/' } }, 'accepted'],
])('%j is told: %s', async (given, message) => {
  expect(await refused(given)).toContain(message);
});

it.each<Given>([
  // A variable may be that of a whole pipeline.
  { environment: { POSTSMS_RUN_ID: '20' } },
  { flags: { runId: '20', shard: '1/2' } },
  // A shared file may say who gets messages although this run has no target.
  { yaml: ['sends: allow', 'recipients: ["905001112233"]', 'maxMessages: 8', 'packetIds: ["P1"]'] },
  { flags: { sends: 'refuse' } },
  { flags: { target: 'reference', namespace: 'urn:n' } },
  { yaml: ['namespace: urn:n'] },
])('together %j is no mistake', async (given) => {
  expect(settingsMistake((await find(given)).value)).toBeUndefined();
});

describe('references', () => {
  it('give several values with commas or one on each line, where there can be several', async () => {
    const found = await find({
      yaml: ['recipients: ${file:numbers.txt}', 'case: ${env:CASES}', 'tag: ["${env:TAG}", b]'],
      environment: { CASES: 'a/{b,c}, d', TAG: 'x' },
      files: { 'numbers.txt': '905001112233\n+905001112244\n' },
    });
    expect(found.value.recipients).toEqual(['905001112233', '905001112244']);
    expect(found.value).toMatchObject({ case: ['a/{b,c}', 'd'], tag: ['x', 'b'] });
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

  it('read files from the folder of the file of settings', async () => {
    const found = await find({
      flags: { config: 'sub/settings.yaml' },
      files: {
        'sub/settings.yaml': 'namespace: urn:${file:ns.txt}\nca: ca.pem\nreportDir: reports\n',
        'sub/ns.txt': 'here',
        'sub/ca.pem': CERTIFICATE,
      },
    });
    expect(found.value).toMatchObject({ namespace: 'urn:here', reportDir: 'sub/reports' });
    expect(found.value.ca).toBe(CERTIFICATE);
    expect(fromOf(found, 'ca')).toBe('sub/settings.yaml:2');
  });
});

describe('named targets', () => {
  const target = ['  one:', '    url: https://one.example/base/', '    rate: 1'];
  const yaml = ['rate: 5', 'timeout: 100', 'targets:', ...target, '  two:', '    url: https://two.example'];

  it('override the file, and only where they are chosen', async () => {
    const found = await find({ yaml, flags: { target: 'one' } });
    expect(found.value).toMatchObject({
      target: 'https://one.example/base',
      ...{ rate: 1, timeout: 100 },
    });
    expect(fromOf(found, 'target')).toBe('conformance.yaml:5 (target one)');
    expect(fromOf(found, 'rate')).toBe('conformance.yaml:6 (target one)');
    const two = await find({ yaml, environment: { POSTSMS_TARGET: 'two' } });
    expect(two.value).toMatchObject({ target: 'https://two.example', rate: 5 });
    expect(fromOf(two, 'target')).toBe('conformance.yaml:8 (target two)');
  });

  it('are not forgotten for the reference, which would pass in their place', async () => {
    expect(await refused({ yaml })).toBe(
      'conformance.yaml has the targets one, two, and none of them is chosen; add --target NAME, or --target reference to judge the embedded reference',
    );
    expect((await find({ yaml, flags: { target: 'reference' } })).value).toMatchObject({
      target: null,
      rate: 5,
    });
    expect((await find({ yaml, only: ['target', 'rate'] })).value).toMatchObject({ target: null, rate: 5 });
  });

  it('are not chosen by a URL that is the same, or a name that every object has', async () => {
    const same = await find({ yaml, flags: { target: 'https://one.example/base' } });
    expect(same.value).toMatchObject({ target: 'https://one.example/base', rate: 5 });
    const message = await refused({ yaml, flags: { target: 'constructor' } });
    expect(message).toContain('(targets of conformance.yaml: one, two)');
  });
});

it('a message about filters names the source that the filter comes from', async () => {
  const yaml = ['case: [a]'];
  const { value } = await find({ yaml, environment: { POSTSMS_TAG: 'b' }, flags: { level: ['c'] } });
  const none = { kind: 'unmatched', filter: 'case', value: 'a', allowed: [] } as const;
  expect(selectionText(none, value)).toMatch(/^conformance\.yaml:1: case "a" matches nothing\n/);
  expect(selectionText({ kind: 'empty', filters: ['tag', 'level'] }, value)).toMatch(
    /^POSTSMS_TAG and --level together leave no exchange/,
  );
  expect(sourceOf(value, 'ca')).toBe('--ca');
});

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */

const allowed = ['sends: allow', 'recipients: ["905001112233"]', 'maxMessages: 8', 'gate: should'];
const targets = ['targets:', '  one:', '    url: https://one.example'];

it.each<[Given, boolean]>([
  [{ yaml: ['target: https://one.example', ...allowed] }, true],
  [{ yaml: [...allowed, ...targets], flags: { target: 'one' } }, true],
  [{ yaml: [...allowed, ...targets], environment: { POSTSMS_TARGET: 'one' } }, true],
  [{ yaml: ['target: https://one.example', ...allowed], flags: { target: 'https://two.example' } }, false],
  [{ yaml: [...allowed, ...targets], environment: { POSTSMS_TARGET: 'https://one.example' } }, true],
  [{ yaml: [...allowed, ...targets], flags: { target: 'HTTPS://ONE.example:443/' } }, true],
  [{ yaml: [...allowed, ...targets], flags: { target: 'https://one.example/two' } }, false],
  [{ yaml: [...allowed, ...targets], flags: { target: 'http://one.example' } }, false],
  [{ yaml: [...allowed, ...targets], flags: { target: 'https://one.example:8443' } }, false],
  [{ yaml: [...allowed, ...targets], environment: { POSTSMS_TARGET: 'https://one.example.' } }, false],
  [{ yaml: ['target: http://127.0.0.1:8080', ...allowed], flags: { target: 'http://[::1]:8080/a' } }, true],
  [
    { yaml: ['target: http://127.0.0.1:8080', ...allowed], flags: { target: 'http://localhost:9090' } },
    false,
  ],
])('what a file allows holds only for the URLs that it names: %j, %s', async (given, holds) => {
  const { sends, recipients, maxMessages, gate } = (await find(given)).value;
  expect(gate).toBe('should');
  expect([sends, recipients.length, maxMessages]).toEqual(holds ? ['allow', 1, 8] : [null, 0, 0]);
});

it('of names with the same URL, the chosen one permits', async () => {
  const named = (name: string, sends: string) => [`  ${name}:`, ...targets.slice(2), `    sends: ${sends}`];
  const yaml = ['target: one', 'targets:', ...named('one', 'allow'), ...named('two', 'refuse')];
  const sends = async (target: string) => (await told('sends', { yaml, flags: { target } }))[1];
  expect(await sends('two')).toBe('conformance.yaml:8 (target two)');
  expect(await sends('https://one.example')).toBe('conformance.yaml:5 (target one)');
});

it.each<[Readonly<Record<string, string>>, string | null]>([
  [{}, 'allow'],
  [{ POSTSMS_TARGET: 'https://two.example/' }, 'allow'],
  [{ POSTSMS_TARGET: 'https://one.example' }, null],
  [{ POSTSMS_TARGET: 'https://one.example', POSTSMS_SENDS: 'refuse' }, 'refuse'],
])('what variables allow belongs to their target, and to any without one: %j, %s', async (more, wanted) => {
  const permission = {
    POSTSMS_SENDS: 'allow',
    POSTSMS_RECIPIENTS: '905001112233',
    POSTSMS_MAX_MESSAGES: '8',
  };
  const environment = { ...permission, ...more };
  const { sends, withheld } = (await find({ flags: { target: 'https://two.example' }, environment })).value;
  expect(sends).toBe(wanted);
  expect(withheld).toBe(wanted === null ? 'https://one.example' : undefined);
});

it('further tickets are lines, of a file, a variable or what the file of settings refers to', async () => {
  const files = { 'tickets.txt': 'T-2\nT-3,a\n' };
  expect((await find({ files, flags: { ticketsFile: 'tickets.txt' } })).value.tickets).toEqual([
    'T-2',
    'T-3,a',
  ]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference of conformance.yaml
  const yaml = ['tickets: ${file:tickets.txt}'];
  expect((await find({ files, yaml })).value.tickets).toEqual(['T-2', 'T-3,a']);
  const environment = { POSTSMS_TICKETS: 'T-2\r\nT-3' };
  expect((await find({ environment })).value.tickets).toEqual(['T-2', 'T-3']);
});

it('the reference is reached straight, and the credentials of a proxy are secrets, after the ticket', async () => {
  const flags = { ...live, insecure: true, proxy: 'none' };
  const { value } = await find({ flags, environment: { POSTSMS_TICKET: 't' } });
  const settings = { ...value, proxy: 'http://me:p%40ss@proxy.example' };
  const { transport } = settingGroups;
  const direct = { ...picked(defaultSettings, transport), keepAlive: true };
  expect(transportOf({ ...settings, target: null })).toEqual(direct);
  expect(transportOf(settings)).toEqual(picked(settings, transport));
  expect(secretsOf(settings)).toEqual(['t', 'me:p@ss', 'p@ss']);
  expect(secretsOf({ ...settings, tickets: ['t2', 't'] })).toEqual(['t', 't2', 'me:p@ss', 'p@ss']);
});
