import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTls } from 'node:tls';
import { Server as ProxyServer } from 'proxy-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { startReference } from '../../lib/reference/index.ts';
import { issue, newAuthority } from '../../lib/transport/testing.ts';
import { inProcess, newFolder, resultsIn } from './command.ts';
import { answering, withEndpoint } from './endpoints.ts';

// The whole command against targets that are reached over TLS, through a proxy, at a pace.

const namespace = 'http://sms.example/ns';
const authority = await newAuthority();
const certificate = await issue(authority);
const user = await issue(authority);
const files = newFolder();
const fileOf = (name: string, text: string) => {
  writeFileSync(join(files, name), text);
  return join(files, name);
};
const ca = fileOf('ca.pem', authority.cert);
const cert = fileOf('cert.pem', user.cert);
const key = fileOf('key.pem', user.key);

/** Requests through the proxy, as `http` or `tunnel` with their user. */
const asked: string[] = [];
const proxy = new ProxyServer({
  port: 0,
  host: '127.0.0.1',
  prepareRequestFunction: ({ username, password, isHttp }) => {
    asked.push(`${isHttp ? 'http' : 'tunnel'} ${username}`);
    return { requestAuthentication: `${username}:${password}` !== 'me:c4n4ry/Şifre' };
  },
});
const proxyUrl = () => `http://me:c4n4ry%2F%C5%9Eifre@127.0.0.1:${proxy.port}`;

beforeAll(() => proxy.listen());
afterAll(() => proxy.close(true));

/** The reference behind TLS, or as it is; counts the connections that come to it. */
async function withTarget<T>(
  scheme: 'http' | 'https',
  use: (baseUrl: string, connections: () => number) => Promise<T>,
  wanted: object = {},
): Promise<T> {
  const reference = await startReference({ contract, namespace });
  const open = new Set<Socket>();
  let connections = 0;
  const handOn = (socket: Socket) => {
    connections += 1;
    const server = connect(reference.port, '127.0.0.1');
    server.on('error', () => socket.destroy());
    socket.on('error', () => {}).on('close', () => server.destroy());
    open.add(socket);
    socket.pipe(server).pipe(socket);
  };
  const front = createTls({ ...certificate, ...wanted }, handOn);
  front.on('tlsClientError', () => {});
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  try {
    const path = new URL(reference.baseUrl).pathname.replace(/\/$/, '');
    const baseUrl = scheme === 'https' ? `https://127.0.0.1:${port}${path}` : reference.baseUrl;
    return await use(baseUrl, () => connections);
  } finally {
    for (const socket of open) socket.destroy();
    front.close();
    await reference.close();
  }
}

interface Ran {
  readonly code: number | null;
  readonly said: string;
  readonly folder: string;
}

async function run(
  baseUrl: string,
  flags: readonly string[],
  { cases = '*/canonical', through = '' }: { readonly cases?: string; readonly through?: string } = {},
): Promise<Ran> {
  const folder = newFolder();
  const target = ['--target', baseUrl, '--namespace', namespace, '--case', cases, '--report-dir', folder];
  const environment = { POSTSMS_TICKET: 'T-1', POSTSMS_PROXY: through };
  const ended = await inProcess(['run', '--no-html', ...target, ...flags], environment);
  return { ...ended, folder };
}

const outcomeIn = ({ code, folder }: Ran) => {
  const { outcome, summary, target } = resultsIn(folder);
  return { code, outcome, passed: summary.passed, insecure: target.insecure };
};

const conforms = { code: 0, outcome: 'conforms', passed: 16, insecure: false };

/** Every file of a run, and what was printed. */
function artefacts({ said, folder }: Ran): string {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const texts = paths.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path, 'utf8'));
  return [said, ...texts].join('\n');
}

describe('a target over https', () => {
  it('with an own CA and a client certificate is judged like any other, over connections that are used again', async () => {
    const wanted = { ca: authority.cert, requestCert: true, rejectUnauthorized: true };
    await withTarget(
      'https',
      async (baseUrl, connections) => {
        const flags = ['--ca', ca, '--cert', cert, '--key', key, '--keep-alive', '--concurrency', '3'];
        const ran = await run(baseUrl, flags);
        expect(outcomeIn(ran)).toEqual(conforms);
        expect(connections()).toBeLessThanOrEqual(3);
        expect(ran.said).not.toContain('INSECURE');
      },
      wanted,
    );
  });

  it('that need not be vouched for is judged, and everything says so', async () => {
    await withTarget('https', async (baseUrl) => {
      const ran = await run(baseUrl, ['--insecure']);
      expect(outcomeIn(ran)).toEqual({ ...conforms, insecure: true });
      expect(ran.said).toContain(
        '\nINSECURE      the certificate of the target was not verified (--insecure)',
      );
      const read = (name: string) => readFileSync(join(ran.folder, name), 'utf8');
      expect(read('requirements.html')).toContain('the certificate of the target was not verified');
    });
  });
});

describe('a target behind a proxy', () => {
  const recipients = ['--recipients', '905000000000,905000000001'];
  const permission = ['--sends', 'allow', ...recipients, '--max-messages', '100'];

  it.each([
    ['https', 'tunnel me'],
    ['http', 'http me'],
  ] as const)('is judged over %s, each request once, and no password is written', async (scheme, way) => {
    asked.length = 0;
    await withTarget(scheme, async (baseUrl) => {
      const ran = await run(baseUrl, ['--ca', ca, '--yes', ...permission], { through: proxyUrl() });
      expect(outcomeIn(ran)).toEqual(conforms);
      const steps = resultsIn(ran.folder).exchanges.length;
      // A report has the send before it.
      expect(asked).toHaveLength(steps + steps / 2);
      expect(new Set(asked)).toEqual(new Set([way]));
      const written = artefacts(ran);
      for (const text of ['c4n4ry', Buffer.from('me:c4n4ry/Şifre').toString('base64').slice(4, 20)]) {
        expect(written.includes(text)).toBe(false);
      }
    });
  });

  it('is not this machine, whatever its address: nothing is sent without permission', async () => {
    asked.length = 0;
    await withTarget('http', async (baseUrl) => {
      const { code, said } = await run(baseUrl, [], { through: proxyUrl() });
      expect(code).toBe(4);
      expect(said).toContain('--sends');
      expect(said).not.toContain('c4n4ry');
      expect(asked).toEqual([]);
    });
  });

  it('whose password stands in an argument is refused, and the password not repeated', async () => {
    asked.length = 0;
    const { code, said } = await run('http://127.0.0.1:1', ['--proxy', proxyUrl()]);
    expect(code).toBe(2);
    expect(said).toContain(`--proxy "http://***@127.0.0.1:${proxy.port}": a password is a secret`);
    expect(said).not.toContain('c4n4ry');
    expect(asked).toEqual([]);
  });

  it('is this machine where --noproxy says so', async () => {
    asked.length = 0;
    await withTarget('http', async (baseUrl) => {
      const ran = await run(baseUrl, ['--noproxy', '127.0.0.1'], { through: proxyUrl() });
      expect(outcomeIn(ran)).toEqual(conforms);
      expect(asked).toEqual([]);
    });
  });
});

it('the embedded reference is reached straight, whatever is set', async () => {
  asked.length = 0;
  const folder = newFolder();
  const flags = ['--case', '*/canonical', '--no-allure', '--report-dir', folder];
  const { code } = await inProcess(['run', ...flags, '--insecure'], { POSTSMS_PROXY: proxyUrl() });
  expect({ code, insecure: resultsIn(folder).target.insecure, asked }).toEqual({
    code: 0,
    insecure: false,
    asked: [],
  });
});

it.each([
  [
    'a CA that is mangled',
    ['--ca', fileOf('bad.pem', authority.cert.replace(/\n.{20}/, '\n'))],
    '--ca: no readable certificate',
  ],
  [
    'the key of another',
    ['--cert', cert, '--key', fileOf('other.pem', certificate.key)],
    '--key: the key does not belong to',
  ],
  ['an address as a name', ['--servername', '127.0.0.1'], '--servername 127.0.0.1: '],
])('%s is one message before anything is sent', async (_, flags, message) => {
  await withTarget('https', async (baseUrl, connections) => {
    const { code, said } = await run(baseUrl, flags);
    expect({ code, lines: said.trim().split('\n').length }).toEqual({ code: 2, lines: 1 });
    expect(said).toContain(message);
    expect(connections()).toBe(0);
  });
});

describe('the pace', () => {
  it('of a run that has its time is kept to the end, which is partial and says why', async () => {
    await withEndpoint(answering('500 No', 'text/plain', 'no'), async ({ baseUrl, connections }) => {
      const ran = await run(baseUrl, ['--rate', '10', '--max-duration', '1'], { cases: '*' });
      const { exchanges, summary, outcome, exitCode } = resultsIn(ran.folder);
      expect({ code: ran.code, outcome, exitCode }).toEqual({ code: 5, outcome: 'partial', exitCode: 5 });
      expect(ran.said).toContain(
        `the time of the run was over, 1 s (--max-duration); ${exchanges.length} of ${summary.planned} exchanges were judged\n`,
      );
      // Ten a second for a second, the first at once, and what was under way then.
      expect(connections()).toBeGreaterThan(3);
      expect(connections()).toBeLessThan(14);
      expect(exchanges.length).toBeLessThanOrEqual(connections());
      expect(exchanges.length).toBeGreaterThan(0);
    });
  });

  it('is not asked for again by a server that says 429: each request goes out once', async () => {
    let requests = 0;
    const server = createHttps(certificate, (request, response) => {
      requests += 1;
      request.resume().on('end', () => response.writeHead(429, { 'Retry-After': '1' }).end());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const ran = await run(`https://127.0.0.1:${port}`, ['--ca', ca], { cases: 'SendBulkSms/canonical' });
      expect(ran.code).toBe(1);
      expect(requests).toBe(4);
      expect(ran.said).toContain('429 Too Many Requests, Retry-After: 1');
      expect(ran.said).toContain('--rate N (requests per second)');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
