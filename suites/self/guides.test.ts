import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProcess, root } from './command.ts';

const folders = ['.', 'cases', 'lib', 'reports', 'scripts', 'suites'];
const guides = [
  ...folders.map((folder) => join(folder, 'README.md')),
  ...['forms', 'language', 'requirements', 'running', 'values'].map((page) => join('cases', `${page}.md`)),
  ...['gateway-teams', 'client-developers', 'integrators', 'ci-owners'].map((page) =>
    join('cases', `for-${page}.md`),
  ),
  join('.github', 'CONTRIBUTING.md'),
  join('.github', 'SECURITY.md'),
];
const textOf = (guide: string) => readFileSync(join(root, guide), 'utf8');
const readme = textOf('README.md');

/** Ids of the headings, as GitHub makes them. */
function anchorsOf(guide: string): readonly string[] {
  const headings = textOf(guide)
    .replace(/^```.*?^```/gms, '')
    .matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Commands of this suite in code, long ones on one line. */
function commandsIn(guide: string): readonly (readonly string[])[] {
  const text = textOf(guide);
  const commands = text.matchAll(/(?:npm (?:-s )?start --|npx postsms-conformance) ([^`\n#;]*)/g);
  return [...commands].map(([, line = '']) => line.trim().split(/\s+/));
}

const help = new Map<string, Promise<string>>();
function helpOf(command: string): Promise<string> {
  const known = help.get(command) ?? inProcess([command, '--help']).then(({ said }) => said);
  help.set(command, known);
  return known;
}

describe.each(guides)('%s', (guide) => {
  it('links to files and headings that exist', () => {
    const links = [...textOf(guide).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? guide : join(dirname(guide), path);
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !anchorsOf(file).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('shows commands and flags that exist', async () => {
    const unknown: string[] = [];
    for (const words of commandsIn(guide)) {
      const command = /^[a-z][a-z-]*$/.test(words[0] ?? '') ? (words[0] ?? '') : 'run';
      const text = await helpOf(command);
      for (const word of words.filter((candidate) => /^--\w/.test(candidate))) {
        const flag = word.replace(/=.*/, '');
        const positive = flag.replace('--no-', '--');
        if (!text.includes(`${flag} `) && !text.includes(`${positive} `)) unknown.push(`${command} ${flag}`);
      }
    }
    expect(unknown).toEqual([]);
  });

  it('shows commands that a POSIX shell and cmd.exe read alike', () => {
    const text = textOf(guide);
    const commands = [...text.matchAll(/(?:npm (?:-s )?start --|npx postsms-conformance) [^`\n#]*/g)];
    const different = commands.map(([line]) => line).filter((line) => /'|\\$| --[\w-]+ [^"\s]+,/.test(line));
    expect(different).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: object };
    const named = [...textOf(guide).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('README.md', () => {
  it('is for the first half hour: at most 300 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(300);
  });

  it('has the figures of the suite', async () => {
    const count = async (what: string) => {
      const { said } = await inProcess(['list', what, '--json']);
      return (JSON.parse(said) as readonly unknown[]).length;
    };
    const [listed, exchanges, clients] = [
      await count('cases'),
      await count('exchanges'),
      await count('clients'),
    ];
    const cases = listed - clients;
    const [rules, requirements] = [await count('rules'), await count('requirements')];
    const figures = [
      `Its ${cases} cases, and the calls of ${clients} real clients, give ${exchanges} exchanges; `,
      `; ${rules} rules test ${requirements} requirements.`,
      `\nexchanges     ${exchanges} planned: `,
      `\nrequirements  ${requirements}: `,
    ];
    const written = figures.reduce((text, figure) => {
      const pattern = new RegExp(figure.replace(/[.]/g, '[.]').replace(/\d+/g, '\\d+'));
      expect(readme).toMatch(pattern);
      return text.replace(pattern, figure);
    }, readme);
    // The other numbers of these lines come from a run, and are written by hand.
    for (const [, total, ...parts] of readme.matchAll(
      /^(?:exchanges|requirements) +(\d+)(?: planned)?: (.*)$/gm,
    )) {
      const counts = [
        ...parts
          .join('')
          .replace(/\(.*?\)/g, '')
          .matchAll(/\d+/g),
      ].map(([count]) => Number(count));
      expect(
        counts.reduce((sum, count) => sum + count, 0),
        `the parts of ${total}`,
      ).toBe(Number(total));
    }
    // Written anew with `-u`, as the table of settings is.
    await expect(written).toMatchFileSnapshot('../../README.md');
  });
});
