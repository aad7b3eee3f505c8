import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { findDefect } from '../../lib/defects/registry.ts';
import type { Results } from '../../lib/model/running/results.ts';
import { startReference } from '../../lib/reference/index.ts';
import { inProcess, newFolder, resultsIn, vitest } from './command.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../cases/schema/results.schema.json', import.meta.url), 'utf8'),
) as object;
const ajv = new Ajv({ allowUnionTypes: true });
const isValid = ajv.compile(schema);
const namespace = 'http://sms.example/ns';

function validated(results: Results): Results {
  expect(isValid(results), ajv.errorsText(isValid.errors)).toBe(true);
  return results;
}

/** The reference, with a count of the packets that it sent: it asks the clock once for each. */
async function withCountedReference<T>(
  defects: readonly string[],
  use: (baseUrl: string, sends: () => number) => Promise<T>,
): Promise<T> {
  let sends = 0;
  const reference = await startReference({
    contract,
    namespace,
    clock: () => {
      sends += 1;
      return new Date(0);
    },
    defects: defects.flatMap((id) => findDefect(id) ?? []),
  });
  try {
    return await use(reference.baseUrl, () => sends);
  } finally {
    await reference.close();
  }
}

describe.concurrent('results.json', () => {
  it('keeps its schema, findings, warnings and what is blocked included', async () => {
    await withCountedReference(
      ['packetid-case', 'result-fields-reversed', 'send-without-packet-id'],
      async (baseUrl) => {
        const folder = newFolder();
        const target = ['--target', baseUrl, '--namespace', namespace];
        const { code } = await inProcess([
          'run',
          '--no-allure',
          '--report-dir',
          folder,
          '--case',
          'canonical',
          ...target,
        ]);
        expect(code).toBe(1);
        const results = validated(resultsIn(folder));
        expect(results.summary.planned).toBe(16);
        expect(results.exchanges).toHaveLength(16);
        expect(results.exchanges.flatMap(({ findings }) => findings).length).toBeGreaterThan(16);
        expect(results.requirements.some(({ state }) => state === 'broken')).toBe(true);
        const failed = results.exchanges.filter(({ verdict }) => verdict === 'failed');
        expect(failed.length).toBeGreaterThan(0);
        for (const { source, repeat, steps, findings } of failed) {
          expect(source.file).toMatch(/^cases\/.+\.yaml$/);
          expect(source.line).toBeGreaterThan(1);
          expect(repeat).toMatch(/^curl /);
          for (const { step } of findings) expect(step).toBeLessThan(steps?.length ?? 1);
        }
        expect(failed.some(({ findings }) => findings[0]?.names?.field === 'PacketID')).toBe(true);
        expect(isValid({ ...results, more: 1 })).toBe(false);
        expect(isValid({ ...results, exchanges: [{ id: 'x' }] })).toBe(false);
      },
    );
  });
});

describe.concurrent('plain vitest', () => {
  it('-t runs one exchange, sends its requests alone, and counts against it alone', async () => {
    await withCountedReference([], async (baseUrl, sends) => {
      const folder = newFolder();
      const { code, said } = await vitest(
        ['run', '--reporter=verbose', '-t', 'SendBulkSms/canonical/soap11'],
        {
          POSTSMS_TARGET: baseUrl,
          POSTSMS_NAMESPACE: namespace,
          POSTSMS_REPORT_DIR: folder,
          POSTSMS_HTML: 'false',
        },
      );
      expect(said).toContain(`target        ${baseUrl} (external), namespace ${namespace}`);
      expect(said.match(/1 planned: 1 passed/g)).toHaveLength(1);
      expect(said).toMatch(/chosen {8}1 of \d+ exchanges, by -t SendBulkSms\/canonical\/soap11\n/);
      expect(code).toBe(0);
      expect(sends()).toBe(1);
      expect(validated(resultsIn(folder))).toMatchObject({ outcome: 'conforms', summary: { planned: 1 } });
    });
  });

  it('-t that matches nothing is not green, also with another reporter, and says which name is nearest', async () => {
    const folder = newFolder();
    const { code, said } = await vitest(['run', '--reporter=dot', '-t', 'SendBulkSms/canonicle'], {
      POSTSMS_REPORT_DIR: folder,
    });
    expect(said).toMatch(/^chosen +0 of \d+ exchanges, by -t .*; did you mean SendBulkSms\/canonical\?/m);
    expect(said).toContain('outcome       partial: no exchange was chosen');
    expect(said).toContain('judge not calibrated: there was nothing to judge\n');
    expect(code).toBe(5);
    const { outcome, why } = validated(resultsIn(folder));
    expect([outcome, why]).toEqual(['partial', 'no exchange was chosen']);
  });

  it('is red where the target deviates, with the summary of the command', async () => {
    await withCountedReference(['packetid-case'], async (baseUrl) => {
      const { code, said } = await vitest(['run', '-t', 'SendBulkSms/canonical/soap12'], {
        POSTSMS_TARGET: baseUrl,
        POSTSMS_NAMESPACE: namespace,
        POSTSMS_REPORT_DIR: newFolder(),
        POSTSMS_HTML: 'false',
      });
      expect(said).toContain('FAILED  SendBulkSms/canonical/soap12');
      expect(said).toContain('1 planned: 1 failed');
      expect(code).toBe(1);
    });
  });

  it.each([
    [['no-such-file', '--passWithNoTests', '--reporter=dot']],
    [['--changed', 'HEAD', '--exclude', '**']],
  ])('%j, which runs nothing, is not green', async (args) => {
    const { code, said } = await vitest(['run', ...args], { POSTSMS_REPORT_DIR: newFolder() });
    expect(said).toContain('nothing was judged, so this is no green run\n');
    expect(code).toBe(5);
  });

  it('says what is wrong with its settings, without a stack', async () => {
    const { code, said } = await vitest(['run'], {
      POSTSMS_TARGET: 'nonsense',
      POSTSMS_REPORT_DIR: newFolder(),
    });
    expect(said).toContain('POSTSMS_TARGET "nonsense": not a URL');
    expect(said).not.toMatch(/❯|node_modules/);
    expect(code).toBe(2);
  });
});
