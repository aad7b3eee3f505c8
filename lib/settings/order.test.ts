import { describe, expect, it } from 'vitest';
import { inFolder } from '../cases/testing.ts';
import { readSettings } from './read-settings.ts';
import { type Origin, originText } from './sources.ts';
import type { SettingName } from './table.ts';
import { flagKeyOf, settingKeys, settingNames, variableOf } from './table.ts';
import { pemText } from './testing.ts';

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
  values: ['A=1', 'A=2', ['A=1']],
  rate: ['0.5', '7', 0.5],
  timeout: ['3', '4', 3],
  sends: ['allow', 'refuse', 'allow'],
  recipients: ['905001112233', '905001112244', ['905001112233']],
  yes: ['true', 'false', true],
  ca: ['ca-a.pem', 'ca-b.pem', { shown: 'ca-a.pem', text: pemText('CERTIFICATE', 'a') }],
  key: ['key-a.pem', 'key-b.pem', { shown: 'key-a.pem', text: pemText('PRIVATE KEY', 'a') }],
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
  'ca-a.pem': pemText('CERTIFICATE', 'a'),
  'ca-b.pem': pemText('CERTIFICATE', 'b'),
  'key-a.pem': pemText('PRIVATE KEY', 'a'),
  'key-b.pem': pemText('PRIVATE KEY', 'b'),
  'ticket-a': 'ticket-a\n',
  'ticket-b': 'ticket-b\r\n',
};

/** From the strongest to the weakest. */
const levels = ['flag', 'environment', 'target', 'file'] as const;
type Level = (typeof levels)[number];

function levelsOf(name: Example): readonly Level[] {
  return levels.filter((level) => {
    if (settingKeys[name].notInFile && (level === 'target' || level === 'file')) return false;
    return level !== 'target' || name !== 'target';
  });
}

/** Reads one setting that each of these sources gives a text. */
function read(name: Example, given: Partial<Record<Level, string>>) {
  const flags: Record<string, unknown> = {};
  const environment: Record<string, string> = {};
  const top: string[] = [];
  const target: string[] = [];
  if (given.flag !== undefined) flags[flagKeyOf(name)] = flagValue(name, given.flag);
  if (given.environment !== undefined) environment[variableOf(name)] = given.environment;
  if (given.file !== undefined) top.push(`${name}: ${yamlOf(name, given.file)}`);
  if (given.target !== undefined) target.push(`    ${name}: ${yamlOf(name, given.target)}`);
  // The name in the environment, where the target itself is not what is read.
  if (name !== 'target') environment.POSTSMS_TARGET = 'here';
  const yaml = [...top, 'targets:', '  here:', '    url: http://127.0.0.1:1', ...target, ''].join('\n');
  return inFolder({ ...files, 'conformance.yaml': yaml }, async () => {
    const found = await readSettings({
      flags,
      environment: { ...environment, A: 'ticket-a', B: 'ticket-b' },
    });
    if (!found.ok) throw new Error(found.message);
    return found.effective[name];
  });
}

function flagValue(name: SettingName, text: string): unknown {
  const { kind } = settingKeys[name];
  if (kind.placeholder === null) return text === 'true';
  return kind.list ? [text] : text;
}

function yamlOf(name: Example, text: string): string {
  if (name === 'ticket') return `\${env:${text === 'ticket-a' ? 'A' : 'B'}}`;
  const wanted = examples[name][2];
  if (Array.isArray(wanted)) return `["${text}"]`;
  return typeof wanted === 'string' ? `"${text}"` : text;
}

const initialValues = Object.fromEntries(
  settingNames.map((name) => [name, settingKeys[name].initial]),
) as Record<SettingName, unknown>;

function levelOf(origin: Origin): Level | 'default' {
  return origin.kind === 'file' && origin.target !== undefined ? 'target' : origin.kind;
}

describe.each(Object.keys(examples) as readonly Example[])('%s', (name) => {
  const [first, second, wanted] = examples[name];
  const own = levelsOf(name);

  it('has its default where no source says anything', async () => {
    const { value, origin } = await read(name, {});
    // A named target has a file of known failures by its name.
    const initials = { ...initialValues, target: null, known: 'known-failures/here.yaml' };
    expect(value).toEqual(initials[name]);
    expect(value).not.toEqual(wanted);
    expect(originText(origin)).toBe('default');
  });

  it.each(own)(
    'comes from the %s before everything weaker, and not where something is stronger',
    async (level) => {
      const weaker = own.slice(own.indexOf(level) + 1);
      const found = await read(name, {
        [level]: first,
        ...Object.fromEntries(weaker.map((other) => [other, second])),
      });
      expect(found.value).toEqual(wanted);
      expect(levelOf(found.origin)).toBe(level);
      for (const stronger of own.slice(0, own.indexOf(level))) {
        const other = await read(name, { [level]: first, [stronger]: second });
        expect(other.value).not.toEqual(wanted);
        expect(levelOf(other.origin)).toBe(stronger);
      }
    },
  );
});
