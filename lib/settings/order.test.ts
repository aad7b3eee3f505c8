import { expect, it } from 'vitest';
import { inFolder } from '../../suites/support/cases.ts';
import { readSettings } from './read-settings.ts';
import type { SettingName } from './table.ts';
import { flagKeyOf, settingKeys, variableOf } from './table.ts';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

/** Two texts for a setting of each kind, of which the first is not its default; and what the first becomes. */
const examples = {
  target: ['http://127.0.0.1:1/a', 'http://127.0.0.1:1/b', 'http://127.0.0.1:1/a'],
  namespace: ['urn:a', 'urn:b', 'urn:a'],
  ticket: ['ticket-a', 'ticket-b', 'ticket-a'],
  gate: ['should', 'must', 'should'],
  case: ['A', 'B', ['A']],
  cases: ['cases-a', 'cases-b', ['cases-a']],
  builtInCases: ['false', 'true', false],
  shard: ['2/3', '1/2', { index: 2, total: 3 }],
  runId: ['a', 'b', 'a'],
  known: ['a.yaml', 'b.yaml', 'a.yaml'],
  values: ['A=1', 'A=2', { A: '1' }],
  rate: ['0.5', '7', 0.5],
  timeout: ['3', '4', 3],
  sends: ['allow', 'refuse', 'allow'],
  recipients: ['905001112233', '905001112244', ['905001112233']],
  yes: ['true', 'false', true],
  ca: ['a.pem', 'b.pem', CERTIFICATE],
  servername: ['a.example', 'b.example', 'a.example'],
  proxy: ['http://a.example:1', 'http://b.example:1', 'http://a.example:1'],
  noProxy: ['a.example', 'b.example', 'a.example'],
  reportDir: ['a', 'b', 'a'],
  reporter: ['tap=a', 'badge', [{ name: 'tap', file: 'a' }]],
} as const satisfies Partial<Readonly<Record<SettingName, readonly [string, string, unknown]>>>;
type Example = keyof typeof examples;

const files = {
  'cases-a/a.yaml': '',
  'cases-b/b.yml': '',
  'a.pem': CERTIFICATE,
  'b.pem': CERTIFICATE.replace('AAAA', 'BBBB'),
  'ticket-a': 'ticket-a\n',
  'ticket-b': 'ticket-b\r\n',
};

/** From the strongest to the weakest. */
const levels = ['flag', 'environment', 'target', 'file'] as const;
type Level = (typeof levels)[number];

/** Reads one setting that each of these sources gives a text. */
function read(name: Example, given: Partial<Record<Level, string>>) {
  const { kind } = settingKeys[name];
  const flagValue = (text: string) =>
    kind.placeholder === null ? text === 'true' : kind.list ? [text] : text;
  const yamlOf = (text: string) => {
    if (name === 'ticket') return `\${env:${text === 'ticket-a' ? 'A' : 'B'}}`;
    if (kind.list) return `["${text}"]`;
    return typeof examples[name][2] === 'string' ? `"${text}"` : text;
  };
  const line = (text: string | undefined) => (text === undefined ? '' : `${name}: ${yamlOf(text)}`);
  const flags = given.flag === undefined ? {} : { [flagKeyOf(name)]: flagValue(given.flag) };
  const variables = given.environment === undefined ? {} : { [variableOf(name)]: given.environment };
  // The target is chosen in the environment, where it is not itself what is read.
  const chosen = name === 'target' ? {} : { POSTSMS_TARGET: 'here' };
  const environment = { A: 'ticket-a', B: 'ticket-b', ...chosen, ...variables };
  const targets = ['targets:', '  here:', '    url: http://127.0.0.1:1', `    ${line(given.target)}`];
  const yaml = [line(given.file), ...(name === 'target' ? ['rate: 5'] : targets), ''].join('\n');
  return inFolder({ ...files, 'conformance.yaml': yaml }, async () => {
    const found = await readSettings({ flags, environment });
    if (!found.ok) throw new Error(found.message);
    const { [name]: value, origins } = found.value;
    const origin = origins[name];
    const isOfTarget = origin.kind === 'file' && origin.target !== undefined;
    return { value, from: isOfTarget ? 'target' : origin.kind };
  });
}

it.each(Object.keys(examples) as readonly Example[])(
  '%s comes from the strongest source that says it, and else is its default',
  async (name) => {
    const [first, second, wanted] = examples[name];
    const { initial } = settingKeys[name];
    const notInFile = /^(?:shard|runId|yes)$/.test(name);
    // A named target has a file of known failures by its name.
    const value = name === 'known' ? 'known-failures/here.yaml' : initial;
    expect(value).not.toEqual(wanted);
    expect(await read(name, {})).toEqual({ value, from: 'default' });
    const settingLevels = levels.filter(
      (level) => !(notInFile && /target|file/.test(level)) && !(name === 'target' && level === 'target'),
    );
    for (const [index, level] of settingLevels.entries()) {
      const weaker = Object.fromEntries(settingLevels.slice(index + 1).map((other) => [other, second]));
      expect(await read(name, { ...weaker, [level]: first })).toEqual({ value: wanted, from: level });
    }
  },
);

it('the reference, named as the target, needs nothing of what the file and the variables say for a gateway', async () => {
  const yaml = [
    'target: https://a.example',
    `ticket: "\${env:NOWHERE}"`,
    'sends: allow',
    'recipients: ["905001112233"]',
    'maxMessages: 4',
    'known: a.yaml',
    'gate: should',
  ].join('\n');
  await inFolder({ 'conformance.yaml': yaml, 'a.yaml': '' }, async () => {
    const environment = { POSTSMS_TARGET: 'https://b.example', POSTSMS_SENDS: 'refuse', POSTSMS_WAIT: '4' };
    const found = await readSettings({ flags: { target: 'reference' }, environment });
    expect(found).toMatchObject({
      ok: true,
      value: {
        target: null,
        sends: null,
        recipients: [],
        maxMessages: 0,
        known: null,
        wait: null,
        gate: 'should',
      },
    });
    expect(found.ok && found.value.ticket).toBe('conformance-ticket');
  });
});

it('a target of the file that is called reference comes before the embedded one', async () => {
  const yaml = 'targets: { reference: { url: "https://a.example" } }\n';
  await inFolder({ 'conformance.yaml': yaml }, async () => {
    const found = await readSettings({ flags: { target: 'reference' }, environment: {} });
    expect(found).toMatchObject({ ok: true, value: { target: 'https://a.example' } });
  });
});
