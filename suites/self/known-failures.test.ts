import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { findDefect } from '../../lib/defects/index.ts';
import { startReference } from '../../lib/reference/index.ts';
import { command, newFolder, resultsIn } from './command.ts';
import { answering, withEndpoint } from './endpoints.ts';

const namespace = 'http://sms.example/ns';
const SLOW = 120_000;
const schema = new URL('../../cases/schema/results.schema.json', import.meta.url);
const isValid = new Ajv({ allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(schema, 'utf8')) as object,
);

type Run = (...args: readonly string[]) => Promise<Ran>;
type Ran = { readonly code: number | null; readonly said: string };

/** Uses a working folder in which `staging` is a reference with these defects, and runs of it without reports for people. */
async function withStaging(
  defects: readonly string[],
  use: (folder: string, run: Run) => Promise<void>,
): Promise<void> {
  const found = defects.flatMap((id) => findDefect(id) ?? []);
  expect(found).toHaveLength(defects.length);
  const reference = await startReference({ contract, namespace, defects: found });
  const folder = newFolder();
  writeFileSync(
    join(folder, 'conformance.yaml'),
    `allure: false\ntargets:\n  staging:\n    url: ${reference.baseUrl}\n    namespace: ${namespace}\n`,
  );
  const run: Run = (...args) => command(['run', '--target', 'staging', ...args], {}, { folder });
  try {
    await use(folder, run);
  } finally {
    await reference.close();
  }
}

function resultsOf(folder: string) {
  const results = resultsIn(join(folder, 'reports'));
  expect(isValid(results), JSON.stringify(isValid.errors)).toBe(true);
  return results;
}

const canonical = ['--case', '*/canonical'];
const standard = join('known-failures', 'staging.yaml');

function entry(exchanges: string, rules: string, expires = '2099-12-31'): string {
  return `known-failures:\n  - exchanges: "${exchanges}"\n    rules: [${rules}]\n    reason: the old gateway never did\n    owner: sms-team\n    link: https://tracker.example/42\n    expires: ${expires}\n`;
}

describe.concurrent('known failures', { timeout: SLOW }, () => {
  it.each([
    ['packet-id-blank', 'send/packet-id'],
    ['send-bulk-sms-refused-over-http-post', 'http/status'],
  ])('of %s, which blocks reports, are listed by %s, so that the next run is green', async (defect, rule) => {
    await withStaging([defect], async (folder, run) => {
      const first = await run(...canonical, '--write-known');
      expect(first.code).toBe(1);
      expect(first.said).not.toContain('cannot be listed');
      const blocked = resultsOf(folder).exchanges.filter(({ verdict }) => verdict === 'blocked');
      expect(blocked.length).toBeGreaterThan(0);
      expect(new Set(blocked.map(({ blockedBy }) => blockedBy))).toEqual(new Set([rule]));
      expect(readFileSync(join(folder, standard), 'utf8')).toContain(rule);
      const second = await run(...canonical);
      expect([second.code, second.said.match(/outcome .*/)?.[0]]).toEqual([
        0,
        expect.stringMatching(
          /conforms; .*exchanges are known failures, with \d+ requirements untested \(gate must/,
        ),
      ]);
    });
  });

  it('of a named target are written to its file, do not gate then, and are told with their reason', async () => {
    await withStaging(['charset-missing', 'result-fields-reversed'], async (folder, run) => {
      const first = await run(...canonical, '--gate', 'should', '--write-known');
      expect(first.code).toBe(1);
      expect(first.said).toContain(
        `known file    ${standard} written: 1 new; add a reason to each new entry`,
      );
      const written = readFileSync(join(folder, standard), 'utf8');
      expect(written).toMatch(
        /^#.*\nknown-failures:\n {2}- exchanges: "\*\/canonical\/\*"\n {4}rules: \[http\/charset, result\/field-order\]\n {4}reason: "TODO: /,
      );

      const second = await run(...canonical, '--gate', 'should');
      expect(second.said).toMatch(/outcome {7}conforms/);
      expect(second.said).toContain('16 planned: 16 known failures');
      expect(second.said).toContain(`NO REASON     is given yet at ${standard}:3`);
      expect(second.code).toBe(0);
      const { summary, requirements, exchanges } = resultsOf(folder);
      expect(summary).toMatchObject({ planned: 16, knownFailure: 16, failed: 0 });
      expect(requirements.find(({ id }) => id === 'bindings.soap11.response-charset')?.state).toBe('broken');
      expect(exchanges[0]).toMatchObject({
        verdict: 'known-failure',
        findings: ['http/charset', 'result/field-order', 'http/charset', 'result/field-order'].map(
          (rule) => ({ rule }),
        ),
        known: [{ place: `${standard}:3`, expired: false }],
      });
    });
  });

  it('stay a judgement: what is not listed is red, and what is fixed, and what has expired', async () => {
    await withStaging(['charset-missing'], async (folder, run) => {
      const file = join(folder, 'known.yaml');
      const runWith = async (text: string) => {
        writeFileSync(file, text);
        const { code, said } = await run(...canonical, '--known', 'known.yaml');
        return { code, said, ...resultsOf(folder) };
      };
      const part = await runWith(entry('*/canonical/soap11', 'http/charset'));
      expect(part.summary).toMatchObject({ knownFailure: 4, failed: 12 });
      expect(part.said).toContain(
        'known         4 exchanges, http/charset, until 2099-12-31: the old gateway never did (sms-team, https://tracker.example/42); known.yaml:2',
      );
      expect(part.code).toBe(1);

      const fixed = await runWith(entry('*/canonical/*', 'http/charset, xml/no-dtd'));
      expect(fixed.summary).toMatchObject({ fixed: 16 });
      expect(fixed.said).toContain('xml/no-dtd: known to be broken (known.yaml:2), and not broken any more');
      expect(fixed.said).toContain('the same in 15 more');
      expect(fixed.code).toBe(1);

      const expired = await runWith(entry('*/canonical/*', 'http/charset', '2020-02-29'));
      expect(expired.summary).toMatchObject({ failed: 16 });
      expect(expired.said).toContain(
        'http/charset: known until 2020-02-29 (known.yaml:2: the old gateway never did)',
      );
      expect(expired.code).toBe(1);
    });
  });

  it('that were not judged decide nothing about their entry', async () => {
    await withStaging(['charset-missing'], async (folder, run) => {
      writeFileSync(join(folder, 'known.yaml'), entry('**/soap12', 'http/status'));
      chmodSync(join(folder, 'known.yaml'), 0o646);
      const { code } = await run(
        '--case',
        'SendBulkSms/canonical/http-get',
        '--known',
        'known.yaml',
        '--write-known',
      );
      expect(code).toBe(1);
      const text = readFileSync(join(folder, 'known.yaml'), 'utf8');
      expect(text).toContain(entry('**/soap12', 'http/status'));
      expect(text).toContain('  - exchanges: SendBulkSms/canonical/http-get\n    rules: [http/charset]\n');
      expect(statSync(join(folder, 'known.yaml')).mode & 0o777).toBe(0o646);
    });
  });

  it('are narrowed, prolonged and taken away as the target is mended, with their reasons', async () => {
    await withStaging(['charset-missing-soap11'], async (folder, run) => {
      const file = join(folder, 'known.yaml');
      writeFileSync(
        file,
        `${entry('*/canonical/*', 'http/charset', '2020-02-29')}${entry('*/canonical/*', 'xml/no-dtd').slice(16)}`,
      );
      const { said } = await run(...canonical, '--known', 'known.yaml', '--write-known');
      expect(said).toContain(
        'known file    known.yaml written: 1 narrowed, 1 removed, 1 expired and renewed; add a reason to each renewed entry\n',
      );
      const day = /expires: (\S+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
      expect(readFileSync(file, 'utf8')).toBe(
        entry('*/canonical/soap11', 'http/charset', day).replace(
          'the old gateway never did',
          '"TODO: why this is accepted after 2020-02-29; until then: the old gateway never did"',
        ),
      );
      expect(Date.parse(day) - Date.now()).toBeGreaterThan(88 * 86_400_000);
      const again = await run(...canonical, '--known', 'known.yaml');
      expect(again.said).toContain('NO REASON     is given yet at known.yaml:2');
      expect(again.code).toBe(0);
    });
  });

  it('stay where their rules had nothing to say, since the reply could not be read so far', async () => {
    await withStaging(['truncated-xml'], async (folder, run) => {
      const file = join(folder, 'known.yaml');
      const order = entry('SendBulkSms/canonical/*', 'result/field-order');
      writeFileSync(file, order);
      const { said } = await run('--case', 'SendBulkSms/canonical', '--known', 'known.yaml', '--write-known');
      expect(said).toContain('known file    known.yaml written: 1 new; add a reason to each new entry\n');
      expect(readFileSync(file, 'utf8').startsWith(order)).toBe(true);
      const again = await run('--case', 'SendBulkSms/canonical', '--known', 'known.yaml');
      expect(again.said).toContain('4 planned: 4 known failures');
      expect(again.code).toBe(0);
    });
  });

  it('stay expired where this run has not seen them fail', async () => {
    await withStaging(['charset-missing'], async (folder, run) => {
      const file = join(folder, 'known.yaml');
      const unseen = entry('ReportSingleShotSms/canonical/http-get', 'http/charset', '2020-02-29');
      writeFileSync(file, `${unseen}${entry('*/canonical/soap*', 'http/charset', '2020-02-29').slice(16)}`);
      const { code, said } = await run(
        ...['--case', 'SendBulkSms/canonical', '--binding', 'soap11,soap12'],
        ...['--known', 'known.yaml', '--write-known'],
      );
      expect(said).toContain(
        'known file    known.yaml written: 1 expired and renewed; add a reason to each renewed entry\n',
      );
      expect(said).toContain(
        'known file    2 expired entries not renewed: none of it, or only a part, failed in this run\n',
      );
      expect(code).toBe(1);
      const written = readFileSync(file, 'utf8');
      expect(written.startsWith(unseen)).toBe(true);
      expect(written).toContain(
        '  - exchanges:\n      - SendBulkSms/canonical/soap11\n      - SendBulkSms/canonical/soap12\n    rules: [http/charset]\n    reason: "TODO: ',
      );
      const days = [...written.matchAll(/expires: (\S+)/g)].map(([, day]) => day);
      expect(days.filter((day) => day !== '2020-02-29')).toHaveLength(1);
    });
  });

  it('are none for a good target, in a file that the next run finds, whatever its path', async () => {
    await withStaging([], async (folder, run) => {
      const file = join(newFolder(), 'known.yaml');
      const first = await run(...canonical, '--known', file, '--write-known');
      expect(first.said).toContain(`known file    ${file} written: empty: nothing to list\n`);
      expect(first.code).toBe(0);
      expect(readFileSync(file, 'utf8')).toMatch(/^#.*\nknown-failures: \[\]\n$/);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const second = await run(...canonical, '--known', file, '--write-known');
      expect(second.said).toContain(`known file    ${file} is up to date\n`);
      expect(second.code).toBe(0);
      writeFileSync(file, entry('*/canonical/*', 'http/charset'));
      const third = await run(...canonical, '--known', file, '--write-known');
      expect(third.said).toContain(`known to be broken (${file}:2), and not broken any more`);
      expect(third.said).toContain(`known file    ${file} written: 1 removed\n`);
      expect(resultsOf(folder).exchanges[0]).toMatchObject({ known: [{ place: `${file}:2` }] });
    });
  });

  it('are told by one name of their file, be it in the working folder', async () => {
    await withStaging(['charset-missing'], async (folder, run) => {
      const file = join(folder, 'known.yaml');
      const { said } = await run(...canonical, '--known', file, '--write-known');
      expect(said).toContain('known file    known.yaml written: 1 new');
      const again = await run(...canonical, '--known', file);
      expect(again.said).toContain('NO REASON     is given yet at known.yaml:3');
    });
  });

  it('are what did not come to its end, by the rule that blocked it, and never fixed by the rest', async () => {
    await withEndpoint(answering('404 Not Found', 'text/html', '<h1>Not Found</h1>'), async ({ baseUrl }) => {
      const folder = newFolder();
      const id = 'ReportSmsWithPacketId/single-shot-packet/http-get/http-get';
      const listed = entry(id, 'http/status, report/packet');
      const args = ['run', '--target', baseUrl, '--namespace', namespace, '--case', id, '--gate', 'should'];
      const run = () =>
        command([...args, '--no-allure', '--known', 'known.yaml', '--write-known'], {}, { folder });
      const first = await run();
      expect(first.said).toContain(
        'known file    known.yaml written: 1 new; add a reason to each new entry\n',
      );
      expect(readFileSync(join(folder, 'known.yaml'), 'utf8')).toContain('http/status');
      writeFileSync(join(folder, 'known.yaml'), listed);
      const second = await run();
      expect(second.said).toContain('known file    known.yaml is up to date\n');
      expect(resultsOf(folder).summary).toMatchObject({ planned: 1, warned: 0, knownFailure: 1 });
      expect([first.code, second.code]).toEqual([1, 0]);
      expect(readFileSync(join(folder, 'known.yaml'), 'utf8')).toBe(listed);
    });
  });

  it('never are a target that does not answer', async () => {
    await withStaging(['connection-dropped'], async (folder, run) => {
      writeFileSync(join(folder, 'known.yaml'), entry('*/canonical/*', 'http/status'));
      const { code, said } = await run(...canonical, '--known', 'known.yaml', '--write-known');
      expect(said).toContain(
        'known file    known.yaml was not changed: the run is not a complete judgement of the target',
      );
      expect(code).toBe(3);
      expect(readFileSync(join(folder, 'known.yaml'), 'utf8')).toBe(entry('*/canonical/*', 'http/status'));
      const none = await run(...canonical, '--known', 'none.yaml', '--write-known');
      expect(none.said).toContain(
        'known file    none.yaml was not written: the run is not a complete judgement of the target\n',
      );
      expect(none.code).toBe(3);
      expect(existsSync(join(folder, 'none.yaml'))).toBe(false);
    });
  });
});

describe.concurrent('a file of known failures that cannot be used', { timeout: SLOW }, () => {
  it.each([
    ['that was named and is not there', null, 'the file of known failures "known.yaml" does not exist'],
    [
      'with a pattern that matches nothing',
      entry('SendBulkSms/canonicle/*', 'http/charset'),
      'matches no exchange',
    ],
    ['with a rule that there is not', entry('**', 'http/charsets'), 'did you mean: http/charset'],
  ])('%s ends the run before anything is sent', async (_, text, message) => {
    await withStaging([], async (folder, run) => {
      if (text !== null) writeFileSync(join(folder, 'known.yaml'), text);
      for (const more of [[], ['--dry-run']]) {
        const { code, said } = await run(...canonical, '--known', 'known.yaml', ...more);
        expect(said).toContain(message);
        expect(code).toBe(2);
      }
      expect(existsSync(join(folder, 'reports'))).toBe(false);
    });
  });

  it.each([
    ['/proc/known.yaml', 'nothing can be made in /proc'],
    ['taken/known.yaml', 'taken is no folder'],
    ['taken/below/known.yaml', 'taken is no folder'],
  ])('is found out before anything is sent where it cannot be written: %s', async (name, why) => {
    await withStaging([], async (folder, run) => {
      writeFileSync(join(folder, 'taken'), '');
      const { code, said } = await run(...canonical, '--known', name, '--write-known');
      expect(said).toBe(`${name} cannot be written: ${why}; choose another file with --known FILE\n`);
      expect(code).toBe(2);
      expect(existsSync(join(folder, 'reports'))).toBe(false);
    });
  });

  it('is not written in the place of a link or a pipe, be it read through one', async () => {
    await withStaging(['charset-missing'], async (folder, run) => {
      const listed = entry('*/canonical/*', 'http/charset');
      writeFileSync(join(folder, 'known.yaml'), listed);
      symlinkSync('known.yaml', join(folder, 'link.yaml'));
      symlinkSync('nowhere.yaml', join(folder, 'nowhere-link.yaml'));
      execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
      for (const name of ['link.yaml', 'nowhere-link.yaml', 'pipe.yaml']) {
        const { code, said } = await run(...canonical, '--known', name, '--write-known');
        expect(said).toBe(
          `${name} is not a regular file, and --write-known would replace it; name the file itself with --known FILE\n`,
        );
        expect(code).toBe(2);
        expect(lstatSync(join(folder, name)).isFile()).toBe(false);
      }
      expect(existsSync(join(folder, 'reports'))).toBe(false);
      const { code } = await run('--case', 'SendBulkSms/canonical', '--known', 'link.yaml');
      expect(code).toBe(0);
      expect(readFileSync(join(folder, 'known.yaml'), 'utf8')).toBe(listed);
    });
  });
});
