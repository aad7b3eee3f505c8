import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { findDefect } from '../../lib/defects/registry.ts';
import { type Deviation, startReference } from '../../lib/reference/index.ts';
import { command, copyOfCheckout, inProcess, newFolder, npmStart, resultsIn } from './command.ts';
import { answering, type Endpoint, handOn, withEndpoint } from './endpoints.ts';

const namespace = 'http://sms.example/ns';
const ticket = 'S3CRET-TICKET-9';
const canonical = ['--case', '*/canonical'];

const folderOfRun = () => join(newFolder(), 'reports');
const argsOf = (folder: string, args: readonly string[]) =>
  ['run', '--no-allure', '--report-dir', folder, ...args] as const;

/** Runs the command against a target; whatever happens, it says neither the ticket nor where in the code it was. */
async function runCommand(args: readonly string[]) {
  const folder = folderOfRun();
  const ended = await inProcess(argsOf(folder, args), { POSTSMS_TICKET: ticket });
  expect(ended.said).not.toContain(ticket);
  expect(ended.said).not.toMatch(/^\s+at \S.*:\d+/m);
  return { ...ended, folder };
}

const at = ({ baseUrl }: Pick<Endpoint, 'baseUrl'>) => ['--target', baseUrl, '--namespace', namespace];

async function withReference<T>(
  use: (port: number) => Promise<T>,
  defects: readonly Deviation[] = [],
): Promise<T> {
  const reference = await startReference({ contract, namespace, defects });
  try {
    return await use(reference.port);
  } finally {
    await reference.close();
  }
}

describe.concurrent('nothing to judge', () => {
  it.each([
    [['--tag', 'no-such-tag'], '--tag "no-such-tag" matches nothing'],
    [['--level', 'may'], '--level "may" matches nothing'],
    [['--binding', 'soap13'], '--binding "soap13" matches nothing'],
    [[...canonical, '--case', 'nonsense'], '--case "nonsense" matches nothing'],
  ])('%j', async (args, text) => {
    const { code, said } = await runCommand(args);
    expect(said).toContain(text);
    expect(code).toBe(2);
  });
});

describe.concurrent('a likely bug of a rewrite', () => {
  it.each(['bulk-only-last', 'bulk-only-first', 'bulk-form-merges-numbers'])(
    '%s fails a run with the default gate',
    async (id) => {
      const defects = [findDefect(id)].filter((defect) => defect !== undefined);
      const { code, folder } = await withReference(
        (port) => runCommand([...at({ baseUrl: `http://127.0.0.1:${port}` }), ...canonical]),
        defects,
      );
      expect(code).toBe(1);
      const { exchanges } = resultsIn(folder);
      const failed = exchanges.filter(({ verdict }) => verdict === 'failed');
      expect(failed.map((one) => one.id)).toContain('SendBulkSms/canonical/http-post');
      const rules = failed.flatMap(({ findings }) => findings.map(({ rule }) => rule));
      expect(rules).toContain('delivery/recipients');
    },
  );
});

describe.concurrent('flags without -- before them', () => {
  it.each([
    [['run', '--target=http://127.0.0.1:1', '--namespace=urn:n']],
    [['run', '--dry-run']],
    [['list', '--case', 'canonical']],
  ])('npm start %j is refused', async (args) => {
    const { code, said } = await npmStart(args);
    const taken = args.find((arg) => arg.startsWith('--'))?.split('=')[0];
    expect(said).toContain(`npm took ${taken}`);
    expect(said).toContain(`for itself; put -- before the arguments: npm start -- ${args[0]}`);
    expect(code).toBe(2);
  });
});

describe.concurrent('a target that is not the service', () => {
  const page = '<!DOCTYPE html><html><body><form action="/login">Sign in</form></body></html>';
  it.each([
    ['500 Internal Server Error', 'text/plain', 'oops', '500'],
    ['404 Not Found', 'text/html', '<h1>Not Found</h1>', '404'],
    ['200 OK', 'text/html; charset=utf-8', page, 'text/html'],
  ])('%s of %s to everything', async (status, mediaType, body, named) => {
    await withEndpoint(answering(status, mediaType, body), async (endpoint) => {
      const { code, said, folder } = await runCommand([...canonical, ...at(endpoint)]);
      expect(said).toContain(named);
      expect(said).toContain('outcome       deviates');
      expect(code).toBe(1);
      const { summary, exchanges, outcome } = resultsIn(folder);
      expect(outcome).toBe('deviates');
      expect(exchanges).toHaveLength(summary.planned);
      for (const { verdict } of exchanges) expect(['failed', 'blocked']).toContain(verdict);
      for (const { findings } of exchanges) {
        expect(findings.map(({ actual }) => actual).join()).toContain(named);
      }
    });
  });

  const fault =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>';
  const refusing = answering('500 Internal Server Error', 'text/xml; charset=utf-8', fault);

  it.each(['gap', 'should'])(
    'refuses everything: cases of level %s alone are no conformance',
    async (level) => {
      await withEndpoint(refusing, async (endpoint) => {
        const chosen = ['--level', level, '--binding', 'soap11', '--reporter', 'badge', ...at(endpoint)];
        const { code, said, folder } = await runCommand(chosen);
        expect(said).toMatch(
          /outcome {7}partial: no exchange of a gating level was run, .* would pass; add cases of level must/,
        );
        expect(code).toBe(4);
        expect(resultsIn(folder)).toMatchObject({ outcome: 'partial', exitCode: 4 });
        expect(readFileSync(join(folder, 'badge.json'), 'utf8')).toContain('orange');
        const dry = await runCommand([...chosen, '--dry-run']);
        expect(dry.said).toContain('at best       partial: no exchange of a gating level');
        expect(dry.code).toBe(4);
      });
    },
  );

  it('refuses everything: cases of level should alone are red where they gate', async () => {
    await withEndpoint(refusing, async (endpoint) => {
      const chosen = ['--level', 'should', '--binding', 'soap11', '--gate', 'should', ...at(endpoint)];
      expect((await runCommand([...chosen, '--dry-run'])).code).toBe(0);
      expect((await runCommand(chosen)).code).toBe(1);
    });
  });

  it('dies half-way: what it answered is judged, the rest are transport errors', async () => {
    await withReference(async (port) => {
      const dying = (socket: Parameters<typeof handOn>[0], number: number) => {
        if (number <= 8) handOn(socket, port);
        else socket.destroy();
      };
      await withEndpoint(dying, async (endpoint) => {
        const args = ['--case', 'SendBulkSms/message-*', '--concurrency', '1', ...at(endpoint)];
        const { code, said, folder } = await runCommand(args);
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
});

describe.concurrent('a reader that wants no more', () => {
  const page = answering('500 Internal Server Error', 'text/plain', 'oops');

  it('of both outputs: the run goes on, and its exit code stays its own', async () => {
    await withEndpoint(page, async (endpoint) => {
      const folder = folderOfRun();
      const args = argsOf(folder, [...canonical, ...at(endpoint)]);
      const { code } = await command(args, {}, { deafTo: ['stdout', 'stderr'] });
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
    const { code } = await command(args, {}, { deafTo: ['stdout', 'stderr'] });
    expect(code).toBe(wanted);
  });
});

describe.concurrent('reports that cannot be written', () => {
  it('results.json is a folder: nothing is sent, and the folder stays', async () => {
    await withEndpoint(answering('200 OK', 'text/plain', ''), async (endpoint) => {
      const folder = newFolder();
      mkdirSync(join(folder, 'results.json'));
      writeFileSync(join(folder, 'results.json', 'kept'), 'kept');
      const { code, said } = await runCommand([...canonical, ...at(endpoint), '--report-dir', folder]);
      expect(said).toMatch(
        /^cannot write reports to .*results\.json: it is a folder; choose another folder with --report-dir\n$/,
      );
      expect(code).toBe(5);
      expect(endpoint.connections()).toBe(0);
      expect(readFileSync(join(folder, 'results.json', 'kept'), 'utf8')).toBe('kept');
    });
  });

  it('results.json becomes a folder while the run is on: the verdicts are told nevertheless', async () => {
    await withReference(async (port) => {
      const folder = newFolder();
      const spoiling = (socket: Parameters<typeof handOn>[0]) => {
        mkdirSync(join(folder, 'results.json'), { recursive: true });
        handOn(socket, port);
      };
      await withEndpoint(spoiling, async (endpoint) => {
        const { code, said } = await runCommand([...canonical, ...at(endpoint), '--report-dir', folder]);
        expect(said).toMatch(/fault {9}results\.json was not written: \S+results\.json: it is a folder\n/);
        expect(said).toContain('16 planned: 16 passed');
        expect(said).toContain('outcome       error');
        expect(code).toBe(5);
      });
    });
  });
});

it('a harness that is broken, by a test that throws and fewer verdicts than planned', async () => {
  const root = copyOfCheckout();
  const path = join(root, 'suites/conformance.test.ts');
  const loop = 'for (const exchange of run.exchanges';
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(`${loop})`);
  const broken = `test('broken', () => { throw new Error('boom'); });\n${loop}.slice(3))`;
  writeFileSync(path, text.replace(`${loop})`, broken));
  const folder = folderOfRun();
  const { code, said } = await command(argsOf(folder, canonical), {}, { root });
  expect(said).toContain('fault         broken: boom');
  expect(said).toContain('16 planned: 13 passed');
  expect(said).toContain('outcome       partial: 3 of 16 exchanges have no verdict');
  expect(code).toBe(5);
  expect(resultsIn(folder)).toMatchObject({ outcome: 'partial', exitCode: 5, summary: { passed: 13 } });
});
