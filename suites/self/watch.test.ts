import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command, type Ended, inProcess, newFolder, resultsIn } from './command.ts';
import { at, withFront } from './endpoints.ts';

const WATCH = ['run', '--watch', '--no-allure', '--cases', 'own', '--no-built-in-cases'];

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

/** A folder with case files of its own; `save` writes one as an editor does: another file, given its name. */
function folderWith(files: Readonly<Record<string, string>>) {
  const folder = newFolder();
  mkdirSync(join(folder, 'own'));
  const save = (name: string, text: string) => {
    writeFileSync(join(folder, 'unsaved'), text);
    renameSync(join(folder, 'unsaved'), join(folder, name));
  };
  for (const [name, text] of Object.entries(files)) save(name, text);
  return { folder, save, judged: () => resultsIn(join(folder, 'reports')).exchanges.map(({ id }) => id) };
}

/** Gives what is said from one `watching` to the next. */
function rounds() {
  let all = '';
  let told = 0;
  let wake = () => {};
  const heard = (said: string) => {
    all = said;
    wake();
  };
  const round = async () => {
    let end = all.indexOf('Ctrl-C ends\n', told);
    while (end < 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      end = all.indexOf('Ctrl-C ends\n', told);
    }
    const text = all.slice(told, end);
    told = end + 1;
    return text;
  };
  return { heard, round };
}

/** Uses `run --watch` in a folder, and interrupts it then. */
async function watching(
  folder: string,
  use: (round: () => Promise<string>) => Promise<void>,
  args: readonly string[] = [],
): Promise<Ended> {
  const { heard, round } = rounds();
  let interrupt = () => {};
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  const ended = inProcess([...WATCH, ...args], {}, { folder, heard, interrupted });
  try {
    await Promise.race([use(round), ended.then(({ said }) => Promise.reject(new Error(said)))]);
  } finally {
    interrupt();
  }
  return ended;
}

const own = (id: string) => [`SendBulkSms/${id}/soap11`, `SendBulkSms/${id}/http-get`];

describe('run --watch', () => {
  it('runs all once, then the cases of each file that is saved, and all where one is removed', async () => {
    const files = { 'own/a.yaml': caseFile('own-a'), 'own/b.yaml': caseFile('own-b') };
    const { folder, save, judged } = folderWith(files);
    const { code } = await watching(folder, async (round) => {
      expect(await round()).toMatch(/4 planned: 4 passed\n(?:.|\n)*watching {6}own; save a case file /);
      expect(judged()).toEqual([...own('own-a'), ...own('own-b')]);
      save('own/b.yaml', caseFile('own-b', '7'));
      const red = await round();
      expect(red).toContain('saved         own/b.yaml\n');
      expect(red).toContain('FAILED  SendBulkSms/own-b/soap11\n');
      expect(judged()).toEqual(own('own-b'));
      rmSync(join(folder, 'own/b.yaml'));
      expect(await round()).toContain('2 planned: 2 passed');
      expect(judged()).toEqual(own('own-a'));
      save('own/a.yaml', caseFile('own-a', '7'));
      await round();
    });
    expect(code).toBe(1);
  });

  it('tells the mistakes of a file that is half written, and runs what changed once it is mended', async () => {
    const half = 'operation: SendBulkSms\ncases:\n  - id: own-a\n';
    const { folder, save, judged } = folderWith({ 'own/a.yaml': half });
    const { code } = await watching(folder, async (round) => {
      expect(await round()).toMatch(
        /^\nown\/a\.yaml:3:5: the key "title" is missing\n(?:.|\n)*own; fix the error and save the file, $/,
      );
      save('own/a.yaml', caseFile('own-a'));
      expect(await round()).toContain('2 planned: 2 passed');
      save('own/a.yaml', `${caseFile('own-a')}    lvel: must\n`);
      expect(await round()).toMatch(/own\/a\.yaml:7:5: unknown key "lvel"\n(?:.|\n)*did you mean: level\n/);
      save('own/b.yaml', caseFile('own-b'));
      expect(await round()).toContain('own/a.yaml:7:5: unknown key "lvel"');
      save('own/a.yaml', caseFile('own-a'));
      expect(await round()).toContain('4 planned: 4 passed');
      expect(judged()).toEqual([...own('own-a'), ...own('own-b')]);
      save('own/a.yaml', 'cases: []\n');
      await round();
    });
    expect(code).toBe(2);
  });

  it('judges everything again when the known failures are saved', async () => {
    const known = (exchanges: string) =>
      `known-failures:\n  - { exchanges: ${exchanges}, rules: [case/expectation], reason: the old one too, expires: 2099-12-31 }\n`;
    const { folder, save } = folderWith({
      'own/a.yaml': caseFile('own-a', '7'),
      'own/b.yaml': caseFile('own-b'),
      'known.yaml': known('SendBulkSms/own-a/soap11'),
    });
    const use = async (round: () => Promise<string>) => {
      expect(await round()).toContain('4 planned: 2 passed, 1 failed, 1 known failure\n');
      save('known.yaml', known('SendBulkSms/own-a/*'));
      expect(await round()).toContain('4 planned: 2 passed, 2 known failures\n');
    };
    const { code } = await watching(folder, use, ['--known', 'known.yaml']);
    expect(code).toBe(0);
  });

  it('judges a target on this machine; Ctrl-C in a round ends it as it ends any run', async () => {
    const { folder, save } = folderWith({ 'own/a.yaml': caseFile('own-a') });
    const { heard, round } = rounds();
    let pid = 0;
    const see = (_: unknown, number: number, handOn: () => void) => {
      if (number === 4) process.kill(pid, 'SIGINT');
      setTimeout(handOn, number < 3 ? 0 : 500);
    };
    await withFront(see, async ({ baseUrl }) => {
      const started = (id: number) => {
        pid = id;
      };
      const args = [...WATCH, ...at(baseUrl), '--concurrency', '1'];
      const ended = command(args, {}, { folder, heard, started });
      expect(await round()).toContain('2 planned: 2 passed');
      save('own/a.yaml', `${caseFile('own-a')}    tags: [ours]\n`);
      const { code, said } = await ended;
      expect(said).toContain('interrupted: ');
      expect(code).toBe(5);
    });
  });
});

describe('run --watch does not begin', () => {
  const { folder } = folderWith({ 'own/a.yaml': caseFile('own-a') });
  const [live, here] = [at('http://gateway.example'), at('http://127.0.0.1:9')];
  const allowed = ['--sends', 'allow', '--recipients', '905001112233', '--max-messages', '99', '--yes'];

  it.each<[string, readonly string[], number, RegExp]>([
    ['for a live target, whatever is allowed', [...live, ...allowed], 4, /^--watch sends again at each save/],
    ['for a tunnel to one', [...here, ...allowed], 4, /^--watch sends again at each save/],
    ['with filters that choose nothing', ['--case', 'nonsense'], 2, /^--case "nonsense" matches nothing\n/],
    ['of one shard', ['--shard', '1/2'], 2, /^--watch cannot run with a shard; remove --shard/],
    ['together with --write-known', ['--write-known', '--known', 'k.yaml'], 2, /^--watch .* --write-known /],
  ])('%s', async (_, args, wanted, message) => {
    const { code, said } = await inProcess([...WATCH, ...args], { POSTSMS_TICKET: 'T-1' }, { folder });
    expect(said).toMatch(message);
    expect(code).toBe(wanted);
  });
});
