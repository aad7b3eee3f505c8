import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inFolder } from '../../suites/support/cases.ts';
import { reporterNames, reportFormats } from '../model/running/report-format.ts';
import { numberSchema } from './kinds.ts';
import { readSettings } from './read-settings.ts';
import { defaultSettings } from './run-settings.ts';
import { referenceSchema } from './special-kinds.ts';
import type { SettingName } from './table.ts';
import { flagOf, settingKeys, settingNames, variableOf } from './table.ts';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

const root = new URL('../../', import.meta.url);
const guide = readFileSync(new URL('cases/running.md', root), 'utf8');
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
const REPORTERS = settingKeys.reporter.help.replace(/.*: |;.*/g, '');
/** Each is for one run, and the file would say it for every run to come. */
const notInFile: readonly SettingName[] = ['shard', 'runId', 'yes'];
const inFile = settingNames.filter((name) => !notInFile.includes(name));

/** What the schema says of a setting besides that it may be a reference. */
function settingNode(name: SettingName): Node {
  const node = schema.definitions[name] ?? {};
  return node.anyOf?.find((alternative) => alternative.$ref === undefined) ?? node;
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
    const node = settingNode(name);
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

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */
const SECRET = 'as ${env:NAME} or ${file:path}';
/** What the help of a flag does not say. */
const inFileAlone: { readonly [Name in SettingName]?: string } = {
  ticket: `The ServiceTicket, ${SECRET}: a secret has no place in a file that may be committed.`,
  tickets: `Further ServiceTickets of the target, one a line, ${SECRET}.`,
  proxy: `URL of an HTTP proxy, or none; its password, or the whole URL, ${SECRET}.`,
  headers: `Header fields of every request, for what stands before the service, each NAME=VALUE with the secret ${SECRET}.`,
  values:
    'Values of parameters whose values the contract leaves open, such as Originator=ACME, except in cases about them.',
  reporter: `Reports besides results.json and the pages: ${REPORTERS}, each with =FILE, relative to this file, or without.`,
};

/** What a key of the file is, in the words of the table. */
function described(name: SettingName): string {
  const { kind, help, initial } = settingKeys[name];
  const wording = help.replace(/; may be repeated$/, '').replace('needs --key', 'needs key');
  const text = kind.list ? wording.replace(', separated by commas', ', in quotes') : wording;
  const isTold = typeof initial === 'boolean' || (typeof initial === 'number' && initial > 0);
  const told = isTold || ['gate', 'mask', 'reportDir'].includes(name) ? `; default ${initial}` : '';
  const path = /<file>|<dir>/.test(kind.placeholder ?? '') ? ' Relative to this file.' : '';
  return inFileAlone[name] ?? `${text.charAt(0).toUpperCase()}${text.slice(1)}${told}.${path}`;
}

const REFERENCE =
  'The value of a variable, ${env:NAME}, or the text of a file, ${file:path}, relative to this file.';
const FILE =
  'Flags come before the environment, the environment before this file. Any text may hold ${env:NAME} and ${file:path}.';
/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */

it('cases/schema/config.schema.json has the settings of the table', async () => {
  const $ref = (name: string) => ({ $ref: `#/definitions/${name}` });
  const refs = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, $ref(name)]));
  const nodeOf = (name: SettingName) => {
    const schema = settingKeys[name].kind.schema;
    const isText = 'type' in schema && schema.type === 'string';
    return { description: described(name), ...(isText ? schema : { anyOf: [schema, $ref('reference')] }) };
  };
  const url = 'Base URL of the endpoint, such as https://gateway.example/base.';
  const namedTarget = {
    description: 'An endpoint; its keys come before the same keys at the top of the file.',
    ...{ type: 'object', additionalProperties: false, required: ['url'] },
    properties: {
      url: { description: url, type: 'string', minLength: 1 },
      ...refs(inFile.filter((name) => name !== 'target')),
    },
  };
  const targets = {
    description: 'Endpoints by name, for target: staging or --target staging.',
    ...{ type: 'object', minProperties: 1 },
    propertyNames: {
      pattern: '^[A-Za-z_][A-Za-z0-9_-]*$',
      $comment: 'a name: a letter or _, then letters, digits, _ and -',
    },
    additionalProperties: $ref('namedTarget'),
  };
  const written = {
    ...{ $schema: 'http://json-schema.org/draft-07/schema#', $id: 'config.schema.json' },
    ...{ title: 'Settings of a run: conformance.yaml', description: FILE },
    ...{ type: 'object', additionalProperties: false, properties: { ...refs(inFile), targets } },
    definitions: {
      reference: { description: REFERENCE, ...referenceSchema },
      number: numberSchema,
      ...Object.fromEntries(inFile.map((name) => [name, nodeOf(name)])),
      namedTarget,
    },
  };
  const file = fileURLToPath(new URL('cases/schema/config.schema.json', root));
  await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot(file);
});

it('cases/settings.md lists every setting with its key, flag, variable and what it is', async () => {
  const rows = settingNames.map((name) => {
    const { kind, help } = settingKeys[name];
    const flag = `--${flagOf(name)}${kind.placeholder === null ? '' : ` ${kind.placeholder}`}`;
    const key = notInFile.includes(name) ? '' : `\`${name}\``;
    return `| ${key} | \`${flag.replaceAll('|', '\\|')}\` | \`${variableOf(name)}\` | ${help} |`;
  });
  const about = '[running.md](running.md#settings) explains them. `-u` of the tests writes this table.';
  const table = ['| key | flag | variable | is |', '| --- | --- | --- | --- |', ...rows];
  const file = fileURLToPath(new URL('cases/settings.md', root));
  await expect(`${['# Settings', '', about, '', ...table].join('\n')}\n`).toMatchFileSnapshot(file);
});

it('the guides and the schema name every reporter, and the file that each format writes', () => {
  const [inReadme = ''] = /^\| `--reporter .*$/m.exec(readFileSync(new URL('README.md', root), 'utf8')) ?? [];
  const listed = [...inReadme.matchAll(/`(?:--reporter )?([\w-]+)`/g)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(reporterNames.toSorted());
  expect(schema.definitions.reporter?.description).toContain(REPORTERS);
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
    mask: 'numbers',
    origins: expect.objectContaining({ binding: { kind: 'default' } }) as object,
    ...{ concurrency: 4, timeout: 10_000, maxDuration: 600 },
  };

  it('has an example that is read as it says: the target that it chooses', async () => {
    expect(await read({})).toEqual({
      ...defaultSettings,
      ...common,
      known: 'known-failures/staging.yaml',
      target: 'https://sms.staging.example/base',
      ticket: 'T-1',
      values: { Originator: 'ACME' },
      ...{ rate: 5, reportDelay: 2_000 },
      ca: CERTIFICATE,
      ...{ sends: 'allow', recipients: ['905001112233'], maxMessages: 60 },
    });
  });

  it('has an example that is read as it says: the target that a flag chooses', async () => {
    expect(await read({ target: 'live' })).toEqual({
      ...defaultSettings,
      ...common,
      sends: 'refuse',
      known: 'known-failures/live.yaml',
      target: 'https://sms.example',
      ticket: 'T-2',
      rate: 1,
      proxy: 'http://me:p%40ss@proxy.example:3128',
      secretVariables: { PROXY_USER: 'me:p%40ss' },
      packetIds: ['4711'],
      reportDir: 'reports/live',
    });
  });
});
