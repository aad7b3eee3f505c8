import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { findDefect } from '../../lib/defects/registry.ts';
import { type Reference, startReference } from '../../lib/reference/index.ts';
import { command, inProcess, newFolder, reportsIn, resultsIn } from './command.ts';

const namespace = 'http://sms.example/ns';
const canonical = ['--case', 'SendBulkSms/canonical'];

/** Runs the command with a report folder of its own; no output of any kind may hold a stack trace. */
async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  start = inProcess,
) {
  const folder = join(newFolder(), 'reports');
  const ended = await start(['run', '--no-allure', '--report-dir', folder, ...args], environment);
  expect(ended.said).not.toMatch(/^\s+at \S.*:\d+/m);
  return { ...ended, folder };
}

async function withReference<T>(defects: readonly string[], use: (it: Reference) => Promise<T>): Promise<T> {
  const chosen = defects.map((id) => {
    const defect = findDefect(id);
    if (!defect) throw new Error(`no defect ${id}`);
    return defect;
  });
  const reference = await startReference({ contract, namespace, defects: chosen });
  try {
    return await use(reference);
  } finally {
    await reference.close();
  }
}

/** A server that counts connections and never says anything. */
async function withSilence<T>(use: (port: number, connections: () => number) => Promise<T>): Promise<T> {
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).resume();
    server.once('stop', () => socket.destroy());
  });
  server.setMaxListeners(0).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use((server.address() as AddressInfo).port, () => connections);
  } finally {
    server.emit('stop');
    server.close();
  }
}

const at = (baseUrl: string) => ['--target', baseUrl, '--namespace', namespace];

describe('exit code 0', () => {
  it('a reference that conforms', async () => {
    const { code, said, folder } = await runCommand(canonical);
    expect(said).toContain('4 planned: 4 passed');
    expect(said).toContain('outcome       conforms');
    expect(code).toBe(0);
    expect(resultsIn(folder)).toMatchObject({ outcome: 'conforms', exitCode: 0, summary: { passed: 4 } });
    expect(reportsIn(folder)).toEqual(['junit.xml', 'requirements.html', 'results.json']);
  });

  it('what is only a should, at gate must; the same is 1 at gate should', async () => {
    await withReference(['result-fields-reversed'], async ({ baseUrl }) => {
      const lenient = await runCommand([...canonical, ...at(baseUrl)]);
      expect(lenient.said).toContain('WARNED  SendBulkSms/canonical/soap11');
      expect(lenient.code).toBe(0);
      const strict = await runCommand([...canonical, ...at(baseUrl), '--gate', 'should']);
      expect(strict.said).toContain('outcome       deviates (gate should');
      expect(strict.code).toBe(1);
    });
  });

  it('a target that is not this machine, with permission, recipients and a budget', async () => {
    await withReference([], async ({ port }) => {
      const sends = [
        '--sends',
        'allow',
        '--recipients',
        '905001112233,905001112244',
        '--max-messages',
        '8',
        '--yes',
      ];
      const target = at(`http://0.0.0.0:${port}`);
      const ended = await runCommand([...canonical, ...target, ...sends], { POSTSMS_TICKET: 'T-1' });
      expect(ended.said).toContain('4 planned: 4 passed');
      expect(ended.said).toContain('messages      8 planned, 8 sent or tried, budget 8');
      expect(ended.code).toBe(0);
    });
  });

  it('a dry run connects to nothing and leaves no report', async () => {
    await withSilence(async (port, connections) => {
      const ended = await runCommand([...canonical, ...at(`http://127.0.0.1:${port}`), '--dry-run']);
      expect(ended.said).toContain('4 exchanges, 4 requests, 8 messages; nothing was sent');
      expect(ended.code).toBe(0);
      expect(connections()).toBe(0);
      expect(existsSync(ended.folder)).toBe(false);
    });
  });

  it.each([
    [['--help'], 'Usage: postsms-conformance'],
    [['list', 'exchanges', '--case', 'SendBulkSms/canonical'], '4 exchanges'],
    [['show', 'SendBulkSms/canonical/soap11'], 'POST /liveb/postsms.asmx HTTP/1.1'],
    [['show', 'SendBulkSms/wire-form-text/soap12/cdata'], '<![CDATA[POSTSMS]]>'],
    [
      ['show', 'SendBulkSms/wire-form-header-names/http-post/lower-case', '--curl'],
      "'content-type: application",
    ],
    [
      ['show', 'SendBulkSms/wire-form-bytes/http-get', '--curl'],
      '# curl writes at once what the suite writes byte by byte\ncurl -sS -i ',
    ],
    [['serve', '--defect', 'list'], 'packetid-case'],
  ])('%j', async (args, text) => {
    const { code, said } = await inProcess(args);
    expect(said).toContain(text);
    expect(code).toBe(0);
  });
});

describe('exit code 1', () => {
  it('a target that breaks the contract, with every finding', async () => {
    await withReference(['packetid-case'], async ({ baseUrl }) => {
      const { code, said, folder } = await runCommand([...canonical, ...at(baseUrl)]);
      expect(said).toContain('FAILED  SendBulkSms/canonical/soap11\n  result/field-once  must  §2.1');
      expect(said).toContain('PacketID must occur exactly once in SendBulkSmsResult');
      expect(said).toContain('the same in');
      expect(said).toContain('4 planned: 4 failed');
      expect(code).toBe(1);
      expect(resultsIn(folder)).toMatchObject({ outcome: 'deviates', exitCode: 1, summary: { failed: 4 } });
    });
  });

  it('an exchange that is blocked', async () => {
    await withReference(['send-without-packet-id'], async ({ baseUrl }) => {
      const narrow = ['--case', 'ReportSmsWithPacketId/canonical/soap11'];
      const { code, said, folder } = await runCommand([...narrow, ...at(baseUrl)]);
      expect(said).toContain('BLOCKED  ReportSmsWithPacketId/canonical/soap11');
      expect(said).toContain('step 2 was not sent: the reply of step 1 has no PacketID');
      expect(code).toBe(1);
      expect(resultsIn(folder).summary.blocked).toBe(1);
    });
  });
});

describe('exit code 2', () => {
  it('a ticket that no XML can carry', async () => {
    await withSilence(async (port, connections) => {
      const target = at(`http://127.0.0.1:${port}`);
      const { code, said } = await runCommand([...canonical, ...target], { POSTSMS_TICKET: 'a\u0001b' });
      expect(said).toBe('POSTSMS_TICKET holds U+0001, which XML cannot represent\n');
      expect(code).toBe(2);
      expect(connections()).toBe(0);
    });
  });

  it('whatever else is wrong, also as a process', async () => {
    const { code, said } = await command(['run', '--timout', '3']);
    expect(said).toBe("error: unknown option '--timout'\n(Did you mean --timeout?)\n");
    expect(code).toBe(2);
  });

  it.each([[['--ticket', 'S3CRET']], [['--ticket=S3CRET']]])(
    'a ticket as an argument, which is not repeated: %j',
    async (args) => {
      const { code, said } = await inProcess(['run', ...args]);
      expect(said).toContain('set POSTSMS_TICKET');
      expect(said).not.toContain('S3CRET');
      expect(code).toBe(2);
    },
  );

  it('a port that is taken', async () => {
    await withSilence(async (port) => {
      const { code, said } = await inProcess(['serve', '--port', String(port)]);
      expect(said).toBe(`Cannot listen on 127.0.0.1 port ${port}: the port is already in use (EADDRINUSE)\n`);
      expect(code).toBe(2);
    });
  });
});

describe('exit code 3', () => {
  it('a target that refuses connections', async () => {
    const port = await withSilence(async (free) => free);
    const { code, said } = await runCommand([...canonical, ...at(`http://127.0.0.1:${port}`)]);
    expect(said).toContain('ECONNREFUSED');
    expect(said).toContain('outcome       error: the target never answered');
    expect(code).toBe(3);
  });

  it('a target that accepts connections and never answers, asked once for each exchange', async () => {
    await withSilence(async (port, connections) => {
      const target = at(`http://127.0.0.1:${port}`);
      const { code, said } = await runCommand([...canonical, ...target, '--timeout', '300']);
      expect(said).toContain('no complete response within 300 ms');
      expect(said).toContain('4 planned: 4 transport errors');
      expect(code).toBe(3);
      expect(connections()).toBe(4);
    });
  });
});

describe('exit code 4', () => {
  it('a target that is not this machine, and no permission', async () => {
    await withSilence(async (port, connections) => {
      // An address that is not one of loopback, and yet leads here.
      const target = at(`http://0.0.0.0:${port}`);
      const ended = await runCommand([...canonical, ...target], { POSTSMS_TICKET: 'T-1' });
      expect(ended.said).toContain(`0.0.0.0:${port} would get 8 messages`);
      expect(ended.said).toContain('to send, add --sends allow, --recipients and --max-messages 8');
      expect(ended.code).toBe(4);
      expect(connections()).toBe(0);
    });
  });
});

describe('exit code 5', () => {
  it('reports that cannot be written, before anything is sent', async () => {
    await withSilence(async (port, connections) => {
      const file = join(newFolder(), 'file');
      writeFileSync(file, 'in the way');
      const target = at(`http://127.0.0.1:${port}`);
      const { code, said } = await inProcess(['run', '--no-allure', '--report-dir', file, ...target]);
      expect(said).toBe(
        `cannot write reports to ${file}: it is no folder; choose another folder with --report-dir\n`,
      );
      expect(code).toBe(5);
      expect(connections()).toBe(0);
    });
  });

  it('a worker that dies, with results that say how much is missing', async () => {
    const folder = newFolder();
    const preload = join(folder, 'preload.mjs');
    // Only Vitest's worker has a channel to its parent.
    writeFileSync(
      preload,
      "if (process.channel) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2_000).unref();",
    );
    await withSilence(async (port) => {
      const target = at(`http://127.0.0.1:${port}`);
      const ended = await runCommand(
        [...canonical, ...target],
        { NODE_OPTIONS: `--import=${preload}` },
        command,
      );
      expect(ended.said).toContain('partial: 4 of 4 exchanges have no verdict');
      expect(ended.said).toMatch(/fault {9}.*worker/i);
      expect(ended.code).toBe(5);
      expect(resultsIn(ended.folder)).toMatchObject({ outcome: 'partial', exitCode: 5 });
    });
  });
});
