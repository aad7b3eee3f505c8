import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandEnd, folderWith, inProcess, resultsIn, spawnCommand } from './command.ts';
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
function watchable(files: Readonly<Record<string, string>>) {
  const folder = folderWith(files);
  const save = (name: string, text: string) => {
    writeFileSync(join(folder, 'unsaved'), text);
    renameSync(join(folder, 'unsaved'), join(folder, name));
  };
  return { folder, save, judged: () => resultsIn(join(folder, 'reports')).exchanges.map(({ id }) => id) };
}

/** Gives what is said from one `watching` to the next. */
function rounds() {
  let all = '';
  let told = 0;
  const heard = (said: string) => {
    all = said;
  };
  const round = async () => {
    const end = () => all.indexOf('Ctrl-C ends\n', told);
    while (end() < 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const text = all.slice(told, end());
    told = end() + 1;
    return text;
  };
  return { heard, round };
}

/** Uses `run --watch` in a folder, and interrupts it then. */
async function watching(
  folder: string,
  use: (round: () => Promise<string>) => Promise<void>,
): Promise<CommandEnd> {
  const { heard, round } = rounds();
  let interrupt = () => {};
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  const ended = inProcess(WATCH, {}, { folder, heard, interrupted });
  try {
    await Promise.race([use(round), ended.then(({ said }) => Promise.reject(new Error(said)))]);
  } finally {
    interrupt();
  }
  return ended;
}

const exchangesOf = (id: string) => [`SendBulkSms/${id}/soap11`, `SendBulkSms/${id}/http-get`];

describe('run --watch', () => {
  it('runs once, and again after each file that is saved or removed', async () => {
    const files = { 'own/a.yaml': caseFile('own-a'), 'own/b.yaml': caseFile('own-b') };
    const { folder, save, judged } = watchable(files);
    const { code } = await watching(folder, async (round) => {
      expect(await round()).toMatch(
        /4 planned: 4 passed\n(?:.|\n)*watching {6}own; save a case file to run again/,
      );
      save('own/b.yaml', caseFile('own-b', '7'));
      const red = await round();
      expect(red).toContain('saved         own/b.yaml\n');
      expect(red).toContain('FAILED  SendBulkSms/own-b/soap11: ');
      expect(judged()).toEqual([...exchangesOf('own-a'), ...exchangesOf('own-b')]);
      rmSync(join(folder, 'own/b.yaml'));
      expect(await round()).toContain('2 planned: 2 passed');
      expect(judged()).toEqual(exchangesOf('own-a'));
      save('own/a.yaml', caseFile('own-a', '7'));
      await round();
    });
    expect(code).toBe(1);
  });

  it('tells the mistakes of a file that is half written, and runs once it is mended', async () => {
    const half = 'operation: SendBulkSms\ncases:\n  - id: own-a\n';
    const { folder, save } = watchable({ 'own/a.yaml': half });
    const { code } = await watching(folder, async (round) => {
      expect(await round()).toMatch(
        /^\nown\/a\.yaml:3:5: the key "title" is missing\n(?:.|\n)*own; fix the error and save the file, $/,
      );
      save('own/a.yaml', caseFile('own-a'));
      expect(await round()).toContain('2 planned: 2 passed');
      save('own/a.yaml', 'cases: []\n');
      await round();
    });
    expect(code).toBe(2);
  });

  it('judges a target on this machine; Ctrl-C in a round ends it as it ends any run', async () => {
    const { folder, save } = watchable({ 'own/a.yaml': caseFile('own-a') });
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
      const ended = spawnCommand(
        [...WATCH, ...at(baseUrl), '--concurrency', '1'],
        {},
        { folder, heard, started },
      );
      expect(await round()).toContain('2 planned: 2 passed');
      save('own/a.yaml', `${caseFile('own-a')}    tags: [ours]\n`);
      expect((await ended).code).toBe(5);
      expect((await ended).said).toContain('interrupted: ');
    });
  });
});

// What --watch refuses appears in golden/messages.txt.
