import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inFolder } from '../../suites/support/cases.ts';
import { reporterNames, reportFormats } from '../model/running/report-format.ts';
import { readSettings } from './read-settings.ts';
import { defaultSettings } from './run-settings.ts';
import type { SettingName } from './table.ts';
import { flagOf, settingKeys, settingNames, variableOf } from './table.ts';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

const root = new URL('../../', import.meta.url);
const guide = readFileSync(new URL('cases/README.md', root), 'utf8');
const section = /^## Settings\n(.*?)^## /ms.exec(guide)?.[1] ?? '';

interface Node {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly $ref?: string;
}

const schema = JSON.parse(readFileSync(new URL('cases/schema/config.schema.json', root), 'utf8')) as Node & {
  readonly definitions: Readonly<Record<string, Node>>;
};
/** Each is for one run, and the file would say it for every run to come. */
const notInFile: readonly SettingName[] = ['shard', 'runId', 'yes'];
const inFile = settingNames.filter((name) => !notInFile.includes(name));

/** What the schema says of a setting besides that it may be a reference. */
function ownNode(name: SettingName): Node {
  const node = schema.definitions[name] ?? {};
  return node.anyOf?.find((one) => one.$ref === undefined) ?? node;
}

describe('the schema of conformance.yaml', () => {
  it('has the settings of the table at the top and in each target, and no others', () => {
    const atTop = Object.keys(schema.properties ?? {});
    expect(atTop).toEqual([...inFile, 'targets']);
    const inTarget = Object.keys(schema.definitions.namedTarget?.properties ?? {});
    expect(inTarget).toEqual(['url', ...inFile.filter((name) => name !== 'target')]);
  });

  it.each(inFile)('describes %s, and takes what its flag takes', (name) => {
    expect(schema.definitions[name]?.description).toMatch(/^.{15,}\.$/);
    const node = ownNode(name);
    const { kind } = settingKeys[name];
    const accepts = (text: string) => kind.read([text], process.cwd()).ok;
    expect(node.type === 'array').toBe(kind.list);
    expect(node.type === 'boolean').toBe(kind.placeholder === null);
    for (const word of node.enum ?? []) expect(accepts(word)).toBe(true);
    if (node.enum) expect(kind.placeholder).toBe(`<${node.enum.join('|')}>`);
    const { minimum, maximum } = node;
    if (minimum === undefined || maximum === undefined) {
      expect(node.type === 'integer' || node.type === 'number').toBe(false);
      return;
    }
    expect([minimum, maximum].map(String).map(accepts)).toEqual([true, true]);
    const outside = [minimum - 1, minimum / 2 - 1, maximum + 1].map(String);
    expect(outside.filter(accepts)).toEqual([]);
    expect(accepts('1.5')).toBe(node.type === 'number');
  });
});

it('cases/settings.md lists every setting with its key, flag, variable and what it is', async () => {
  const rows = settingNames.map((name) => {
    const { kind, help } = settingKeys[name];
    const flag = `--${flagOf(name)}${kind.placeholder === null ? '' : ` ${kind.placeholder}`}`;
    const key = notInFile.includes(name) ? '' : `\`${name}\``;
    return `| ${key} | \`${flag.replaceAll('|', '\\|')}\` | \`${variableOf(name)}\` | ${help} |`;
  });
  const about = '[README.md](README.md#settings) explains them. `-u` of the tests writes this table.';
  const table = ['| key | flag | variable | is |', '| --- | --- | --- | --- |', ...rows];
  const file = fileURLToPath(new URL('cases/settings.md', root));
  await expect(`${['# Settings', '', about, '', ...table].join('\n')}\n`).toMatchFileSnapshot(file);
});

it('the guides and the schema name every reporter, and the file that each format writes', () => {
  const [inReadme = ''] = /^\| `--reporter .*$/m.exec(readFileSync(new URL('README.md', root), 'utf8')) ?? [];
  const listed = [...inReadme.matchAll(/`(?:--reporter )?([\w-]+)`/g)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(reporterNames.toSorted());
  const list = settingKeys.reporter.help.replace(/.*: |;.*/g, '');
  expect(schema.definitions.reporter?.description).toContain(list);
  const reports = readFileSync(new URL('reports/README.md', root), 'utf8');
  for (const [name, { file }] of Object.entries(reportFormats)) {
    expect(reports).toContain(`\n| \`${name}\` | \`${file}\` |`);
  }
});

describe('the guide to settings', () => {
  const example = /```yaml\n(.*?)```/s.exec(section)?.[1] ?? '';
  const environment = { STAGING_TICKET: 'T-1', PROXY_USER: 'me:p%40ss' };
  const read = (flags: Readonly<Record<string, unknown>>) =>
    inFolder(
      {
        'conformance.yaml': example,
        'certificates/staging-ca.pem': CERTIFICATE,
        'secrets/ticket': 'T-2\n',
      },
      async () => {
        const found = await readSettings({ flags, environment });
        if (!found.ok) throw new Error(found.message);
        return found.value;
      },
    );

  const common = {
    gate: 'should',
    namespace: 'http://tempuri.org',
    maskNumbers: true,
    filters: { operation: [], binding: [], case: [], exclude: [], tag: [], level: [] },
    sources: expect.objectContaining({ binding: '--binding', values: expect.any(String) }) as object,
  };
  const pace = { ...defaultSettings.pace, concurrency: 4, timeout: 10_000, maxDuration: 600 };

  it('has an example that is read as it says: the target that it chooses', async () => {
    expect(await read({})).toEqual({
      ...defaultSettings,
      ...common,
      known: { path: 'known-failures/staging.yaml', mustExist: false },
      target: 'https://sms.staging.example/base',
      ticket: 'T-1',
      values: { Originator: 'ACME' },
      pace: { ...pace, rate: 5, reportDelay: 2_000 },
      transport: { ...defaultSettings.transport, ca: CERTIFICATE },
      sends: { permission: 'allow', recipients: ['905001112233'], maxMessages: 60, confirmed: false },
    });
  });

  it('has an example that is read as it says: the target that a flag chooses', async () => {
    expect(await read({ target: 'live' })).toEqual({
      ...defaultSettings,
      ...common,
      sends: { ...defaultSettings.sends, permission: 'refuse' },
      known: { path: 'known-failures/live.yaml', mustExist: false },
      target: 'https://sms.example',
      ticket: 'T-2',
      pace: { ...pace, rate: 1 },
      transport: { ...defaultSettings.transport, proxy: 'http://me:p%40ss@proxy.example:3128' },
      packetIds: ['4711'],
      reportDir: 'reports/live',
    });
  });
});
