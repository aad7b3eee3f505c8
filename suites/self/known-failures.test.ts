import { existsSync, lstatSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandEnd, inProcess, newFolder, resultsIn } from './command.ts';
import { answeringWith, namespace, withEndpoint, withReference } from './endpoints.ts';
import { lacks } from './needs.ts';

type Run = (...args: readonly string[]) => Promise<CommandEnd>;

/** Uses a working folder in which `staging` is a reference with these defects, and runs of it without reports for people. */
function withStaging(
  defects: readonly string[],
  use: (folder: string, run: Run) => Promise<void>,
): Promise<void> {
  return withReference(defects, async ({ baseUrl }) => {
    const folder = newFolder();
    const target = `targets:\n  staging:\n    url: ${baseUrl}\n    namespace: ${namespace}\n`;
    writeFileSync(join(folder, 'conformance.yaml'), `allure: false\n${target}`);
    await use(folder, (...args) => inProcess(['run', '--target', 'staging', ...args], {}, { folder }));
  });
}

const resultsOf = (folder: string) => resultsIn(join(folder, 'reports'));

const canonical = ['--case', '*/canonical'];
const standard = 'known-failures/staging.yaml';

function entry(exchanges: string, rules: string, expires = '2099-12-31'): string {
  return `  - exchanges: "${exchanges}"\n    rules: [${rules}]\n    reason: the old gateway never did\n    owner: sms-team\n    link: https://tracker.example/42\n    expires: ${expires}\n`;
}

describe('known failures', () => {
  it('of a named target are written to its file by their causes, and do not gate then', async () => {
    await withStaging(['charset-missing', 'send-without-packet-id'], async (folder, run) => {
      const first = await run(...canonical, '--write-known');
      expect(first.code).toBe(1);
      expect(first.said).toContain(
        `known file    ${standard} written: 2 new; add a reason to each new entry`,
      );
      expect(first.said).not.toContain('cannot be listed');
      const blocked = resultsOf(folder).exchanges.filter(({ verdict }) => verdict === 'blocked');
      expect(new Set(blocked.map(({ blockedBy }) => blockedBy))).toEqual(new Set(['send/packet-id']));

      const second = await run(...canonical);
      expect(second.said).toMatch(
        /outcome {7}conforms; .*16 exchanges are known failures, with \d+ requirements untested; .*: 16 of /,
      );
      expect(second.said).toMatch(new RegExp(`NO REASON {5}16 exchanges, .*: TODO: why .*${standard}:3`));
      expect(second.code).toBe(0);
      const { summary, requirements, exchanges } = resultsOf(folder);
      expect(summary).toMatchObject({ planned: 16, knownFailure: 16, failed: 0 });
      expect(requirements.find(({ id }) => id === 'bindings.soap11.response-charset')?.state).toBe('broken');
      expect(exchanges[0]).toMatchObject({
        verdict: 'known-failure',
        known: [{ place: `${standard}:3`, expired: false }, { place: `${standard}:23` }],
      });
    });
  });

  it('are not written of a target that is another service, which they would excuse', async () => {
    const folder = newFolder();
    const nothing = answeringWith('404 Not Found', 'text/plain', 'there is no such page');
    const { code, said } = await withEndpoint(nothing, ({ baseUrl }) => {
      const target = ['--target', baseUrl, '--namespace', namespace, '--no-allure', '--no-wsdl'];
      return inProcess(
        ['run', ...target, ...canonical, '--known', 'k.yaml', '--write-known'],
        {},
        { folder },
      );
    });
    expect(code).toBe(1);
    expect(said).toContain('k.yaml was not written: no request was answered with a packet result\n');
    expect(existsSync(join(folder, 'k.yaml'))).toBe(false);
  });

  it('stay a judgement: what is not listed is red, and what is fixed, and what has expired', async () => {
    await withStaging(['charset-missing'], async (folder, run) => {
      const entries = [
        entry('*/canonical/soap11', 'http/charset'),
        entry('*/canonical/soap12', 'http/charset, xml/no-dtd'),
        entry('*/canonical/http-get', 'http/charset', '2020-02-29'),
      ];
      writeFileSync(join(folder, 'known.yaml'), `known-failures:\n${entries.join('')}`);
      const { code, said } = await run(...canonical, '--known', 'known.yaml');
      expect(resultsOf(folder).summary).toMatchObject({ knownFailure: 4, fixed: 4, failed: 8 });
      expect(said).toContain(
        'known         4 exchanges, http/charset, until 2099-12-31: the old gateway never did (sms-team, https://tracker.example/42); known.yaml:2',
      );
      expect(said).toContain('xml/no-dtd: known to be broken (known.yaml:8), and not broken any more');
      expect(said).toContain('the same in 3 more');
      expect(said).toContain(
        'http/charset: known until 2020-02-29 (known.yaml:14: the old gateway never did); that day is over',
      );
      expect(code).toBe(1);
    });
  });

  // What is wrong inside of a file appears in lib/cases/mistakes/golden, and that there is none in golden/messages.txt.
  it.skipIf(lacks('links'))(
    'are not written through a link, and not by a run that is no judgement; pins neither',
    async () => {
      await withStaging([], async (folder, run) => {
        symlinkSync('known.yaml', join(folder, 'link.yaml'));
        const linked = await run(...canonical, '--known', 'link.yaml', '--write-known');
        expect(linked.said).toBe('link.yaml cannot be written: it is no regular file; choose another file\n');
        expect(linked.code).toBe(2);
        expect(existsSync(join(folder, 'reports'))).toBe(false);
        expect(lstatSync(join(folder, 'link.yaml')).isFile()).toBe(false);

        const nobody = `targets:\n  staging:\n    url: http://127.0.0.1:9\n    namespace: ${namespace}\n`;
        writeFileSync(join(folder, 'conformance.yaml'), `allure: false\n${nobody}`);
        const silent = await run(...canonical, '--write-known', '--write-pins', 'pins.yaml');
        const why = 'was not written: the run is not a complete judgement of the target';
        expect(silent.said).toContain(`known file    ${standard} ${why}\npins          pins.yaml ${why}\n`);
        expect([silent.code, existsSync(join(folder, 'pins.yaml'))]).toEqual([3, false]);
      });
    },
  );
});
