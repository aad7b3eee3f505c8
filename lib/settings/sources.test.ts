import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSettings } from '../run/run-settings.ts';
import { type FoundSettings, readSettings } from './read-settings.ts';
import { withSources } from './run-settings.ts';
import type { SettingName } from './setting-values.ts';
import { originText } from './sources.ts';
import { inFolder, pemText } from './testing.ts';

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

async function refused(given: Given): Promise<string> {
  return find(given).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
}

const fromOf = ({ effective }: FoundSettings, name: SettingName) => originText(effective[name].origin);
const live = { target: 'https://gateway.example' };

describe('the shard', () => {
  const engine = { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '7' };
  const shard = async (flags: Given['flags'], environment: Given['environment'] = {}) => {
    const found = await find({ ...(flags && { flags }), environment });
    return [found.value.shard, fromOf(found, 'shard')];
  };

  it('is that of the job where an engine names one of several', async () => {
    expect(await shard({}, engine)).toEqual([{ index: 2, total: 7 }, 'CI_NODE_INDEX']);
  });

  it('is none where there is one job, which has a total all the same', async () => {
    expect(await shard({}, { CI_NODE_TOTAL: '1' })).toEqual([null, 'default']);
    expect(await shard({}, { CI_NODE_INDEX: '', CI_NODE_TOTAL: '3' })).toEqual([null, 'default']);
  });

  it('is what was said for this suite rather than what the engine says', async () => {
    expect(await shard({}, { ...engine, POSTSMS_SHARD: '1/1' })).toEqual([
      { index: 1, total: 1 },
      'POSTSMS_SHARD',
    ]);
    expect(await shard({ shard: '3/3' }, engine)).toEqual([{ index: 3, total: 3 }, '--shard']);
  });

  it('of an indexed Job is counted from 1', async () => {
    const first = { POSTSMS_SHARD: 'auto/3', JOB_COMPLETION_INDEX: '0' };
    expect(await shard({}, first)).toEqual([{ index: 1, total: 3 }, 'POSTSMS_SHARD']);
    expect(await shard({}, { ...first, JOB_COMPLETION_INDEX: '2' })).toMatchObject([
      { index: 3 },
      'POSTSMS_SHARD',
    ]);
  });

  it('of an indexed Job is none where nobody says how many there are, for its pods may judge different targets', async () => {
    expect(await shard({}, { JOB_COMPLETION_INDEX: '1' })).toEqual([null, 'default']);
  });
});

describe('the id of the run that a shard is of', () => {
  const engines = { GITHUB_RUN_ID: '17', GITHUB_RUN_ATTEMPT: '2', CI_PIPELINE_ID: '18' };
  const runId = async (flags: Given['flags'], environment: Given['environment'] = {}) => {
    const found = await find({ ...(flags && { flags }), environment });
    return [found.value.runId, fromOf(found, 'runId')];
  };

  it('is what the engine calls the run, whichever attempt it is', async () => {
    expect(await runId({}, engines)).toEqual(['17', 'GITHUB_RUN_ID']);
    expect(await runId({}, { ...engines, GITHUB_RUN_ID: '' })).toEqual(['18', 'CI_PIPELINE_ID']);
    expect(await runId({ target: 'http://127.0.0.1:1' }, engines)).toEqual(['17', 'GITHUB_RUN_ID']);
  });

  it('is what was said for this suite rather than what the engine says', async () => {
    const said = { ...engines, POSTSMS_RUN_ID: 'nightly-19' };
    expect(await runId({}, said)).toEqual(['nightly-19', 'POSTSMS_RUN_ID']);
    expect(await runId({ runId: '20' }, said)).toEqual(['20', '--run-id']);
  });

  it('is none where nobody says it', async () => {
    expect(await runId({}, { GITHUB_RUN_ATTEMPT: '2' })).toEqual([null, 'default']);
  });

  it.each(['', 'two words', 'a\nb', '\u001B[2J', '\u202E', 'a'.repeat(201)])('is never %j', async (text) => {
    expect(await refused({ flags: { runId: text } })).toBe(
      `--run-id ${JSON.stringify(text)} is not the id of a run, one word of at most 200 characters`,
    );
  });

  it('is refused as a flag without a shard, and as a variable left alone', async () => {
    const checked = async (given: Given) => {
      const found = checkSettings(await find(given));
      return found.ok ? 'accepted' : found.message;
    };
    expect(await checked({ flags: { runId: '20' } })).toMatch(/^--run-id without --shard; /);
    expect(await checked({ flags: { runId: '20', shard: '1/2' } })).toBe('accepted');
    expect(await checked({ environment: { ...engines, POSTSMS_RUN_ID: '20' } })).toBe('accepted');
  });
});

describe('references', () => {
  it('are replaced inside a text, several of them, the line break at the end of a file left out', async () => {
    const found = await find({
      yaml: ['namespace: http://${env:HOST}/${file:path.txt}#1'],
      environment: { HOST: 'x.example' },
      files: { 'path.txt': 'a/b\r\n' },
    });
    expect(found.value.namespace).toBe('http://x.example/a/b#1');
    expect(fromOf(found, 'namespace')).toBe('conformance.yaml:1 (env:HOST, file:path.txt)');
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
    const yaml = [
      'ticket: ${env:NOWHERE}',
      'ca: ${file:nowhere}',
      'targets:',
      '  a: { url: "http://${env:NOWHERE}" }',
    ];
    const environment = { POSTSMS_TICKET: 'T' };
    expect(await refused({ yaml, environment })).toContain('"ca" refers to the file nowhere');
    expect((await find({ yaml, environment, only: ['ticket'] })).value.ticket).toBe('T');
  });

  it('read files from where the file of settings stands', async () => {
    const found = await find({
      flags: { config: 'sub/settings.yaml' },
      files: {
        'sub/settings.yaml': 'namespace: urn:${file:ns.txt}\nca: ca.pem\nreportDir: reports\n',
        'sub/ns.txt': 'here',
        'sub/ca.pem': pemText('CERTIFICATE'),
      },
    });
    expect(found.value).toMatchObject({ namespace: 'urn:here', reportDir: 'sub/reports' });
    expect(found.value.transport.ca).toBe(pemText('CERTIFICATE'));
    expect(fromOf(found, 'ca')).toBe('sub/settings.yaml:2');
  });

  it('may be the PEM text itself', async () => {
    const found = await find({ yaml: ['ca: ${env:CA}'], environment: { CA: pemText('CERTIFICATE') } });
    expect(found.value.transport.ca).toBe(pemText('CERTIFICATE'));
    expect(found.effective.ca.value?.shown).toBe('(PEM)');
  });
});

describe('named targets', () => {
  const yaml = [
    'rate: 5',
    'timeout: 100',
    'targets:',
    '  one:',
    '    url: https://one.example/base/',
    '    rate: 1',
    '  two:',
    '    url: https://two.example',
  ];

  it('override the file, and only where they are chosen', async () => {
    const one = await find({ yaml, flags: { target: 'one' } });
    expect(one.value).toMatchObject({
      target: 'https://one.example/base',
      pace: { rate: 1, timeoutMs: 100 },
    });
    expect(fromOf(one, 'target')).toBe('conformance.yaml:5 (target one, by --target)');
    expect(fromOf(one, 'rate')).toBe('conformance.yaml:6 (target one)');
    const two = await find({ yaml, environment: { POSTSMS_TARGET: 'two' } });
    expect(two.value).toMatchObject({ target: 'https://two.example', pace: { rate: 5 } });
    expect(fromOf(two, 'target')).toBe('conformance.yaml:8 (target two, by POSTSMS_TARGET)');
  });

  it('are not chosen by themselves, nor by a URL that is the same', async () => {
    expect((await find({ yaml })).value).toMatchObject({ target: null, pace: { rate: 5 } });
    const same = await find({ yaml, flags: { target: 'https://one.example/base' } });
    expect(same.value).toMatchObject({ target: 'https://one.example/base', pace: { rate: 5 } });
  });

  it('are no target by a name that every object has', async () => {
    expect(await refused({ yaml, flags: { target: 'constructor' } })).toContain(
      'nor one of the targets one, two',
    );
  });
});

describe('the ticket', () => {
  it('comes from a file, with what stands inside it as it is', async () => {
    const files = { 'ticket.txt': '\uFEFF a b\n\n' };
    const found = await find({
      flags: { ticketFile: 'ticket.txt' },
      files,
      environment: { POSTSMS_TICKET: 'T' },
    });
    expect(found.value.ticket).toBe(' a b');
    expect(fromOf(found, 'ticket')).toBe('--ticket-file');
  });
});

describe('variables that are no settings', () => {
  const environment = { POSTSMS_STAGING_TICKET: 'T' };

  it('are an error, unless the file refers to them', async () => {
    expect(await refused({ environment })).toBe('POSTSMS_STAGING_TICKET is not a setting');
    const yaml = ['targets:', '  a: { url: "http://x", ticket: "${env:POSTSMS_STAGING_TICKET}" }'];
    expect((await find({ environment, yaml })).value.target).toBeNull();
  });

  it('of other programs are none of ours', async () => {
    expect((await find({ environment: { POSTSM_TICKET: 'T', PATH: '/' } })).value.target).toBeNull();
  });
});

describe('the proxy of other programs', () => {
  const environment = {
    HTTPS_PROXY: 'proxy.example:3128',
    http_proxy: 'http://me:pass@p.example',
    NO_PROXY: 'a,b',
  };

  it('is taken for the scheme of the target, and its source is named', async () => {
    const found = await find({ environment, flags: live });
    expect(found.value.transport).toMatchObject({ proxy: 'http://proxy.example:3128', noProxy: 'a,b' });
    expect([fromOf(found, 'proxy'), fromOf(found, 'noProxy')]).toEqual(['HTTPS_PROXY', 'NO_PROXY']);
    const plain = await find({ environment, flags: { target: 'http://gateway.example' } });
    expect(plain.value.transport.proxy).toBe('http://me:pass@p.example');
  });

  it.each([[{}], [{ target: 'https://127.0.0.1:1' }], [{ target: 'http://[::1]:1' }]])(
    'is not for this machine: %j',
    async (flags) => {
      const found = await find({ environment, flags });
      expect(found.value.transport).toMatchObject({ proxy: null, noProxy: '' });
    },
  );

  it('yields to one that is said here, and to none', async () => {
    const other = await find({ environment, flags: { ...live, proxy: 'http://mine.example:1' } });
    expect(other.value.transport.proxy).toBe('http://mine.example:1');
    const none = await find({ environment, flags: live, yaml: ['proxy: none'] });
    expect(none.value.transport.proxy).toBeNull();
    expect(fromOf(none, 'proxy')).toBe('conformance.yaml:1');
  });
});

describe('a message about filters', () => {
  it('names the source that the filter comes from', async () => {
    const { effective } = await find({
      yaml: ['case: [a]'],
      environment: { POSTSMS_TAG: 'b' },
      flags: { level: ['c'] },
    });
    expect(withSources('--case "a" matches nothing', effective)).toBe(
      'conformance.yaml:1: case "a" matches nothing',
    );
    expect(withSources('--tag and --level together leave no exchange', effective)).toBe(
      'POSTSMS_TAG and --level together leave no exchange',
    );
  });
});

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */

it('an empty POSTSMS_TARGET matters only where no flag names the target', async () => {
  const environment = { POSTSMS_TARGET: '' };
  const found = await find({ flags: { target: 'http://127.0.0.1:1' }, environment });
  expect(fromOf(found, 'target')).toBe('--target');
  expect(await refused({ environment })).toContain('POSTSMS_TARGET is empty');
});

it('a shared file may say who gets messages although this run has no target', async () => {
  const yaml = ['sends: allow', 'recipients: ["905001112233"]', 'maxMessages: 8', 'packetIds: ["P1"]'];
  expect(checkSettings(await find({ yaml }))).toEqual({ ok: true });
  const refusing = await find({ flags: { sends: 'refuse', namespace: 'urn:n' } });
  expect(checkSettings(refusing)).toEqual({ ok: true });
});

describe('what a file allows', () => {
  const allowed = ['sends: allow', 'recipients: ["905001112233"]', 'maxMessages: 8', 'gate: should'];
  const targets = ['targets:', '  one:', '    url: https://one.example'];
  const permission = async (given: Given) => {
    const { sends, gate } = (await find(given)).value;
    return [sends.permission, sends.recipients.length, sends.maxMessages, gate];
  };

  it.each<[string, Given]>([
    ['the target that it names', { yaml: ['target: https://one.example', ...allowed] }],
    ['one of its targets', { yaml: [...allowed, ...targets], flags: { target: 'one' } }],
    ['one of its targets', { yaml: [...allowed, ...targets], environment: { POSTSMS_TARGET: 'one' } }],
  ])('holds for %s', async (_, given) => {
    expect(await permission(given)).toEqual(['allow', 1, 8, 'should']);
  });

  it.each<Given>([
    { yaml: ['target: https://one.example', ...allowed], flags: { target: 'https://two.example' } },
    { yaml: [...allowed, ...targets], environment: { POSTSMS_TARGET: 'https://one.example' } },
  ])('is no permission to send to another that a flag or a variable gives: %j', async (given) => {
    expect(await permission(given)).toEqual([null, 0, 0, 'should']);
    const found = await find(given);
    const place = fromOf(found, 'sends');
    expect(place).toMatch(/^default \(conformance.yaml:[12] is only for targets of that file\)$/);
    expect(withSources('sending needs --sends allow', found.effective)).toMatch(
      /^sending needs --sends allow\nconformance.yaml:[12] is only for targets of that file$/,
    );
    expect(withSources('there is no case', found.effective)).toBe('there is no case');
  });
});

describe('under npm start, which leaves the folder that it was called in', () => {
  /** What the namespace and its source are, when npm was called in `sub`. */
  async function foundFrom(files: Readonly<Record<string, string>>, given: Given = {}): Promise<string> {
    return inFolder({ 'sub/empty.txt': '', ...files }, async () => {
      const environment = { npm_lifecycle_event: 'start', INIT_CWD: resolve('sub'), ...given.environment };
      const found = await readSettings({ flags: given.flags ?? {}, environment });
      if (!found.ok) return found.message.replaceAll(process.cwd(), 'ROOT');
      const { value, origin } = found.effective.namespace;
      return `${value} of ${originText(origin)}`;
    });
  }
  const both = {
    'conformance.yaml': 'namespace: urn:root\n',
    'sub/conformance.yaml': 'namespace: urn:sub\n',
  };
  const other = { 'sub/other.yaml': 'namespace: urn:other\n' };

  it('conformance.yaml is looked for in that folder, then in the working folder', async () => {
    expect(await foundFrom(both)).toBe('urn:sub of sub/conformance.yaml:1');
    expect(await foundFrom({ 'conformance.yaml': both['conformance.yaml'] })).toBe(
      'urn:root of conformance.yaml:1',
    );
    expect(await foundFrom(both, { environment: { npm_lifecycle_event: 'npx' } })).toContain('urn:root');
  });

  it('so is a file that is named', async () => {
    const named = 'urn:other of sub/other.yaml:1';
    expect(await foundFrom(other, { flags: { config: 'other.yaml' } })).toBe(named);
    expect(await foundFrom(other, { flags: { config: 'sub/other.yaml' } })).toBe(named);
    expect(await foundFrom(other, { environment: { POSTSMS_CONFIG: 'other.yaml' } })).toBe(named);
  });

  it('one that is in neither is refused with the folders', async () => {
    expect(await foundFrom({}, { flags: { config: 'other.yaml' } })).toBe(
      '--config "other.yaml": there is no such file in ROOT/sub or ROOT',
    );
    expect(await foundFrom({}, { flags: { config: '/nowhere/other.yaml' } })).toBe(
      '--config "/nowhere/other.yaml": there is no such file',
    );
  });
});
