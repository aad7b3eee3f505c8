import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { startReference } from '../../lib/reference/index.ts';
import { command, type Ended, newFolder, resultsIn } from './command.ts';
import { handOn, withEndpoint } from './endpoints.ts';

const SLOW = 120_000;
const namespace = 'http://sms.example/ns';
const ALONE = ['--cases', 'own', '--no-built-in-cases'];

/** A case file with one case over two bindings; the reference says 1 of every packet. */
function caseFile(id: string, status = '1'): string {
  return `operation: SendBulkSms
cases:
  - id: ${id}
    title: A packet has the status that our gateway gives it
    bindings: [soap11, http-get]
    expect: { packet: { PacketStatus: '${status}' } }
`;
}

interface Watching {
  /** Saves a file as an editor does: another file, given its name. */
  save(name: string, text: string): void;
  remove(name: string): void;
  move(from: string, to: string): void;
  /** What is said until the watch waits again. */
  round(): Promise<string>;
  signal(name: NodeJS.Signals): void;
  /** Ids of the exchanges of the last results.json. */
  judged(): readonly string[];
}

/** Uses `run --watch` in a folder with case files of its own, which a signal has to end. */
async function watch(
  files: Readonly<Record<string, string>>,
  use: (watching: Watching) => Promise<void>,
  args: readonly string[] = [],
): Promise<Ended> {
  const folder = newFolder();
  mkdirSync(join(folder, 'own'));
  const save = (name: string, text: string) => {
    writeFileSync(join(folder, 'unsaved'), text);
    renameSync(join(folder, 'unsaved'), join(folder, name));
  };
  for (const [name, text] of Object.entries(files)) save(name, text);
  let pid = 0;
  let all = '';
  let told = 0;
  let wake = () => {};
  const heard = (said: string) => {
    all = said;
    wake();
  };
  const started = (id: number) => {
    pid = id;
  };
  const ended = command(['run', '--watch', '--no-allure', ...ALONE, ...args], {}, { folder, heard, started });
  const over = ended.then(({ said }) => {
    throw new Error(`the watch ended:\n${said}`);
  });
  over.catch(() => {});
  const round = async () => {
    for (;;) {
      const end = all.indexOf('Ctrl-C ends\n', told);
      if (end >= 0) {
        const text = all.slice(told, end);
        told = end + 1;
        return text;
      }
      const more = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([more, over]);
    }
  };
  try {
    await use({
      save,
      round,
      remove: (name) => rmSync(join(folder, name)),
      move: (from, to) => renameSync(join(folder, from), join(folder, to)),
      signal: (name) => void process.kill(pid, name),
      judged: () => resultsIn(join(folder, 'reports')).exchanges.map(({ id }) => id),
    });
    return await ended;
  } finally {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended, as it should.
    }
  }
}

const own = (id: string) => [`SendBulkSms/${id}/soap11`, `SendBulkSms/${id}/http-get`];

describe.concurrent('run --watch', { timeout: SLOW }, () => {
  it('runs all once, and then the cases of each file that is saved', async () => {
    const files = { 'own/a.yaml': caseFile('own-a'), 'own/b.yaml': caseFile('own-b') };
    const { code } = await watch(files, async ({ save, remove, round, signal, judged }) => {
      expect(await round()).toMatch(/4 planned: 4 passed\n(?:.|\n)*own; 0 of 4 exchanges are red; /);
      expect(judged()).toEqual([...own('own-a'), ...own('own-b')]);
      save('own/b.yaml', caseFile('own-b', '7'));
      const red = await round();
      expect(red).toContain('saved         own/b.yaml: 2 exchanges\n');
      expect(red).toMatch(/FAILED {2}SendBulkSms\/own-b\/soap11\n(?:.|\n)*own; 2 of 4 exchanges are red; /);
      expect(judged()).toEqual(own('own-b'));
      save('own/a.yaml', caseFile('own-a'));
      expect(await round()).toMatch(/2 planned: 2 passed\n(?:.|\n)*own; 2 of 4 exchanges are red; /);
      expect(judged()).toEqual(own('own-a'));
      save('own/c.yaml', caseFile('own-c'));
      expect(await round()).toMatch(/own\/c\.yaml: 2 exchanges\n(?:.|\n)*own; 2 of 6 exchanges are red; /);
      remove('own/b.yaml');
      expect(await round()).toMatch(/own\/b\.yaml: 0 exchanges\nwatching {6}own; 0 of 4 exchanges are red; /);
      signal('SIGINT');
    });
    expect(code).toBe(0);
  });

  it('tells the mistakes of a file that is half written, and runs what changed once it is mended', async () => {
    const half = 'operation: SendBulkSms\ncases:\n  - id: own-a\n';
    const { code, said } = await watch({ 'own/a.yaml': half }, async ({ save, round, signal, judged }) => {
      expect(await round()).toMatch(
        /^\nown\/a\.yaml:3:5: the key "title" is missing\n(?:.|\n)*own; mend the mistake and save, $/,
      );
      save('own/a.yaml', caseFile('own-a'));
      expect(await round()).toContain('2 planned: 2 passed');
      save('own/a.yaml', `${caseFile('own-a')}    lvel: must\n`);
      expect(await round()).toMatch(/own\/a\.yaml:7:5: unknown key "lvel"\n(?:.|\n)*did you mean: level\n/);
      save('own/b.yaml', caseFile('own-b'));
      expect(await round()).toContain('own/a.yaml:7:5: unknown key "lvel"');
      save('own/a.yaml', caseFile('own-a'));
      const mended = await round();
      expect(mended).toMatch(/saved {9}own\/a\.yaml, own\/b\.yaml: 4 exchanges\n/);
      expect(mended).toContain('4 planned: 4 passed');
      expect(judged()).toEqual([...own('own-a'), ...own('own-b')]);
      signal('SIGINT');
    });
    expect(said).not.toMatch(/^\s+at \S.*:\d+/m);
    expect(code).toBe(0);
  });

  it.each<[string, string, number]>([
    ['an exchange is red', caseFile('own-a', '7'), 1],
    ['a file has a mistake', 'cases: []\n', 2],
  ])('ends with the code of all last verdicts: %s', async (_, text, wanted) => {
    const files = { 'own/a.yaml': caseFile('own-a'), 'own/b.yaml': caseFile('own-b') };
    const { code } = await watch(files, async ({ save, round, signal }) => {
      await round();
      save('own/a.yaml', text);
      await round();
      if (wanted === 1) {
        save('own/b.yaml', caseFile('own-b'));
        await round();
      }
      signal('SIGTERM');
      // As under npm, which passes on what the terminal has sent already.
      signal('SIGTERM');
    });
    expect(code).toBe(wanted);
  });

  it('ends where the folder is taken away, of which nothing would be seen any more', async () => {
    const { code, said } = await watch({ 'own/a.yaml': caseFile('own-a') }, async ({ move, round }) => {
      await round();
      move('own', 'other');
    });
    expect(said).toMatch(/\nthe folder of cases "own" is gone\n$/);
    expect(code).toBe(2);
  });

  it('judges everything again when the known failures are saved', async () => {
    const known = (reason: string, exchanges: string) =>
      `known-failures:\n  - { exchanges: ${exchanges}, rules: [case/expectation], reason: ${reason}, expires: 2099-12-31 }\n`;
    const files = {
      'own/a.yaml': caseFile('own-a', '7'),
      'own/b.yaml': caseFile('own-b'),
      'known.yaml': known('the old one too', 'SendBulkSms/own-a/soap11'),
    };
    const { code } = await watch(
      files,
      async ({ save, round, signal }) => {
        expect(await round()).toContain('1 of 4 exchanges are red');
        save('known.yaml', known('the old one too', 'SendBulkSms/own-a/*'));
        expect(await round()).toMatch(
          /4 planned: 2 passed, 2 known failures\n(?:.|\n)*0 of 4 exchanges are red/,
        );
        signal('SIGINT');
      },
      ['--known', 'known.yaml'],
    );
    expect(code).toBe(0);
  });

  it('judges a target on this machine; Ctrl-C in a round ends it as it ends any run', async () => {
    const reference = await startReference({ contract, namespace });
    let asked = () => {};
    const serve = (socket: Parameters<typeof handOn>[0], number: number) => {
      if (number === 4) asked();
      setTimeout(() => handOn(socket, reference.port), number < 3 ? 0 : 500);
    };
    await withEndpoint(serve, async ({ baseUrl }) => {
      const args = ['--target', baseUrl, '--namespace', namespace, '--concurrency', '1'];
      const { code, said } = await watch(
        { 'own/a.yaml': caseFile('own-a') },
        async ({ save, round, signal }) => {
          expect(await round()).toContain('2 planned: 2 passed');
          const under = new Promise<void>((resolve) => {
            asked = resolve;
          });
          save('own/a.yaml', `${caseFile('own-a')}    tags: [ours]\n`);
          await under;
          signal('SIGINT');
        },
        args,
      );
      expect(said).toContain('interrupted: ');
      expect(code).toBe(5);
    });
    await reference.close();
  });
});

describe.concurrent('run --watch does not begin', { timeout: SLOW }, () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'own'));
  writeFileSync(join(folder, 'own/a.yaml'), caseFile('own-a'));
  const live = ['--target', 'http://gateway.example', '--namespace', namespace];
  const here = ['--target', 'http://127.0.0.1:9', '--namespace', namespace];
  const allowed = ['--sends', 'allow', '--recipients', '905001112233', '--max-messages', '99', '--yes'];

  it.each<[string, readonly string[], number, RegExp]>([
    ['for a live target, whatever is allowed', [...live, ...allowed], 4, /^--watch sends again at each save/],
    ['for a tunnel to one', [...here, ...allowed], 4, /^--watch sends again at each save/],
    ['with filters that choose nothing', ['--case', 'nonsense'], 2, /^--case "nonsense" matches nothing\n/],
    ['of one shard', ['--shard', '1/2'], 2, /^--watch cannot run a shard; remove --shard/],
    ['together with --write-known', ['--write-known', '--known', 'k.yaml'], 2, /^--watch .* --write-known /],
  ])('%s', async (_, args, wanted, message) => {
    const environment = { POSTSMS_TICKET: 'T-1' };
    const { code, said } = await command(['run', '--watch', ...ALONE, ...args], environment, { folder });
    expect(said).toMatch(message);
    expect(code).toBe(wanted);
  });
});
