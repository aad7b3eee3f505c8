import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder, ran, resultsIn, root, spawnCommand } from './command.ts';
import { answeringWith, at, withEndpoint, withFront } from './endpoints.ts';

const canonical = ['--case', '*/canonical'];

describe('a target that is not the service', () => {
  it('answers everything with a page', async () => {
    const page = '<!DOCTYPE html><html><body><form action="/login">Sign in</form></body></html>';
    await withEndpoint(answeringWith('200 OK', 'text/html; charset=utf-8', page), async ({ baseUrl }) => {
      const { code, said, folder } = await ran([...canonical, ...at(baseUrl)]);
      expect(said).toContain('outcome       deviates');
      expect(code).toBe(1);
      const { summary, exchanges, outcome } = resultsIn(folder);
      expect(outcome).toBe('deviates');
      expect(exchanges).toHaveLength(summary.planned);
      for (const { verdict, findings } of exchanges) {
        expect(['failed', 'blocked']).toContain(verdict);
        expect(findings.map(({ actual }) => actual).join()).toContain('text/html');
      }
    });
  });

  const fault =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>';
  const refusing = answeringWith('500 Internal Server Error', 'text/xml; charset=utf-8', fault);

  it('refuses everything: cases of level should alone are no conformance', async () => {
    await withEndpoint(refusing, async ({ baseUrl }) => {
      const chosen = ['--level', 'should', '--binding', 'soap11', '--reporter', 'badge', ...at(baseUrl)];
      const { code, said, folder } = await ran(chosen);
      expect(said).toMatch(
        /outcome {7}partial: no exchange of a gating level was run, .* would pass; add cases of level must/,
      );
      expect(code).toBe(4);
      expect(resultsIn(folder)).toMatchObject({ outcome: 'partial', exitCode: 4 });
      expect(readFileSync(join(folder, 'badge.json'), 'utf8')).toContain('orange');
      const dry = await ran([...chosen, '--dry-run']);
      expect(dry.said).toContain('at best       partial: no exchange of a gating level');
      expect(dry.code).toBe(4);
      expect((await ran([...chosen, '--gate', 'should', '--dry-run'])).code).toBe(0);
    });
  });

  it.each([
    ['has a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n<a/>', 'deviates', 1],
    ['breaks off in its header section', 'HTTP/1.1 200 OK\r\nContent-', 'deviates', 1],
    ['has no status code', 'HTTP/1.1 OK\r\n\r\n<a/>', 'deviates', 1],
    ['is no HTTP', 'ICY 200 OK\r\n\r\n<a/>', 'error', 3],
  ])('answers everything with what %s', async (_, answer, outcome, exitCode) => {
    const serve = (socket: Socket) => socket.once('data', () => socket.end(answer));
    await withEndpoint(serve, async ({ baseUrl }) => {
      const { code, folder } = await ran([...canonical, '--binding', 'soap11', ...at(baseUrl)]);
      expect(code).toBe(exitCode);
      expect(resultsIn(folder)).toMatchObject({ outcome, exitCode });
    });
  });

  it('dies half-way: what it answered is judged, the rest are transport errors', async () => {
    const dying = (socket: { destroy(): void }, number: number, handOn: () => void) => {
      if (number <= 8) handOn();
      else socket.destroy();
    };
    await withFront(dying, async ({ baseUrl }) => {
      const args = ['--case', 'SendBulkSms/message-*', '--concurrency', '1', ...at(baseUrl)];
      const { code, said, folder } = await ran(args);
      expect(said).toContain('TRANSPORT ERROR');
      expect(said).toContain('outcome       deviates');
      expect(code).toBe(1);
      const { summary, exchanges } = resultsIn(folder);
      expect(exchanges).toHaveLength(summary.planned);
      expect(summary.passed).toBeGreaterThan(0);
      expect(summary.passed + summary.transportError).toBe(summary.planned);
    });
  });
});

describe.concurrent('a reader that wants no more', () => {
  it('of both outputs: the run goes on, and its exit code stays its own', async () => {
    await withEndpoint(answeringWith('500 Error', 'text/plain', 'oops'), async ({ baseUrl }) => {
      const deaf: typeof spawnCommand = (args, environment) =>
        spawnCommand(args, environment, { deaf: true });
      const { code, folder } = await ran([...canonical, ...at(baseUrl)], {}, deaf);
      expect(code).toBe(1);
      const { summary, exchanges, exitCode } = resultsIn(folder);
      expect(exitCode).toBe(1);
      expect(exchanges).toHaveLength(summary.planned);
    });
  });

  it.each([
    [['list'], 0],
    [['config', '--gate', 'nonsense'], 2],
  ] as const)('of %j, which ends with %i', async (args, wanted) => {
    expect((await spawnCommand(args, {}, { deaf: true })).code).toBe(wanted);
  });
});

describe('reports that cannot be written', () => {
  it('results.json is a folder: nothing is sent, and the folder stays', async () => {
    await withEndpoint(answeringWith('200 OK', 'text/plain', ''), async ({ baseUrl, connections }) => {
      const folder = newFolder();
      mkdirSync(join(folder, 'results.json'));
      writeFileSync(join(folder, 'results.json', 'kept'), 'kept');
      const { code, said } = await ran([...canonical, ...at(baseUrl), '--report-dir', folder]);
      expect(said).toMatch(
        /^cannot write reports to .*results\.json: it is a folder; choose another folder with --report-dir\n$/,
      );
      expect(code).toBe(5);
      expect(connections()).toBe(0);
      expect(readFileSync(join(folder, 'results.json', 'kept'), 'utf8')).toBe('kept');
    });
  });

  it('results.json becomes a folder while the run is on: the verdicts are told nevertheless', async () => {
    const folder = newFolder();
    const spoiling = (_: unknown, __: number, handOn: () => void) => {
      mkdirSync(join(folder, 'results.json'), { recursive: true });
      handOn();
    };
    await withFront(spoiling, async ({ baseUrl }) => {
      const { code, said } = await ran([...canonical, ...at(baseUrl), '--report-dir', folder]);
      expect(said).toMatch(/fault {9}results\.json was not written: \S+results\.json: it is a folder\n/);
      expect(said).toContain('16 planned: 16 passed');
      expect(said).toContain('outcome       error');
      expect(code).toBe(5);
    });
  });
});

/** A checkout like this one in a folder of its own, whose suite is changed. */
function changedCheckout(change: (suite: string) => string): string {
  const copy = newFolder();
  for (const name of ['lib', 'scripts', 'suites', 'cases', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const path = join(copy, 'suites/conformance.test.ts');
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  return copy;
}

it('a harness that is broken, by a test that throws and fewer verdicts than planned', async () => {
  const loop = 'for (const exchange of run.exchanges';
  const broken = `test('broken', () => { throw new Error('boom'); });\n${loop}.slice(3))`;
  const checkout = changedCheckout((suite) => {
    expect(suite).toContain(`${loop})`);
    return suite.replace(`${loop})`, broken);
  });
  const there: typeof spawnCommand = (args, environment) =>
    spawnCommand(args, environment, { root: checkout });
  const { code, said, folder } = await ran(canonical, {}, there);
  expect(said).toContain('fault         broken: boom');
  expect(said).toContain('16 planned: 13 passed');
  expect(said).toContain('outcome       partial: 3 of 16 exchanges have no verdict');
  expect(code).toBe(5);
  expect(resultsIn(folder)).toMatchObject({ outcome: 'partial', exitCode: 5, summary: { passed: 13 } });
});
