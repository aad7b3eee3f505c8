import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTls } from 'node:tls';
import { Server as ProxyServer } from 'proxy-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issue, newAuthority } from '../support/transport.ts';
import { type CommandEnd, inProcess, newFolder, ran, resultsIn } from './command.ts';
import {
  answeringWith,
  at,
  handOn,
  namespace,
  withEndpoint,
  withListener,
  withReference,
} from './endpoints.ts';

// The whole command against targets that are reached over TLS, through a proxy, at a pace; what becomes of one request
// is said by the tests in lib/wire/transport.

const canonical = ['--case', '*/canonical'];
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

/** The reference behind TLS; counts the connections that come to it. */
function withTls<T>(
  use: (baseUrl: string, connections: () => number) => Promise<T>,
  wanted: object = {},
): Promise<T> {
  return withReference([], (reference) => {
    let connections = 0;
    const front = createTls({ ...certificate, ...wanted }, (socket: Socket) => {
      connections += 1;
      handOn(
        socket.on('error', () => {}),
        reference.port,
      );
    });
    front.on('tlsClientError', () => {});
    return withListener(front, (port) => use(`https://127.0.0.1:${port}`, () => connections));
  });
}

type Ran = CommandEnd & { readonly folder: string };

const through = () => ({ POSTSMS_TICKET: 'T-1', POSTSMS_PROXY: proxyUrl() });

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
    await withTls(async (baseUrl, connections) => {
      const flags = ['--ca', ca, '--cert', cert, '--key', key, '--keep-alive', '--concurrency', '3'];
      const ended = await ran([...canonical, ...at(baseUrl), ...flags]);
      expect(outcomeIn(ended)).toEqual(conforms);
      expect(connections()).toBeLessThanOrEqual(3);
      expect(ended.said).not.toContain('INSECURE');
    }, wanted);
  });

  it('that need not be vouched for is judged, and everything says so', async () => {
    await withTls(async (baseUrl) => {
      const ended = await ran([...canonical, ...at(baseUrl), '--insecure']);
      expect(outcomeIn(ended)).toEqual({ ...conforms, insecure: true });
      expect(ended.said).toContain(
        '\nINSECURE      the certificate of the target was not verified (--insecure)',
      );
      const page = readFileSync(join(ended.folder, 'report.html'), 'utf8');
      expect(page).toContain('the certificate of the target was not verified');
    });
  });
});

describe('a target behind a proxy', () => {
  const recipients = ['--recipients', '905000000000,905000000001'];
  const permission = ['--sends', 'allow', ...recipients, '--max-messages', '100', '--yes'];

  it('is judged, each request once, and no password is written', async () => {
    asked.length = 0;
    await withTls(async (baseUrl) => {
      const ended = await ran([...canonical, ...at(baseUrl), '--ca', ca, ...permission], through());
      expect(outcomeIn(ended)).toEqual(conforms);
      const steps = resultsIn(ended.folder).exchanges.length;
      // A report has the send before it.
      expect(asked).toEqual(Array.from({ length: steps + steps / 2 }, () => 'tunnel me'));
      const written = artefacts(ended);
      for (const text of ['c4n4ry', Buffer.from('me:c4n4ry/Şifre').toString('base64').slice(4, 20)]) {
        expect(written.includes(text)).toBe(false);
      }
    });
  });

  it('is not this machine, whatever its address, unless --noproxy says so; the reference always is', async () => {
    asked.length = 0;
    await withReference([], async ({ baseUrl }) => {
      const { code, said } = await ran([...canonical, ...at(baseUrl)], through());
      expect(code).toBe(4);
      expect(said).toContain('--sends');
      expect(said).not.toContain('c4n4ry');
      const straight = await ran([...canonical, ...at(baseUrl), '--noproxy', '127.0.0.1'], through());
      expect(outcomeIn(straight)).toEqual(conforms);
    });
    expect(outcomeIn(await ran([...canonical, '--insecure'], through()))).toEqual(conforms);
    expect(asked).toEqual([]);
  });
});

it('a run that has had its time is partial, kept its pace to the end, and says why', async () => {
  await withEndpoint(answeringWith('500 No', 'text/plain', 'no'), async ({ baseUrl, connections }) => {
    const { code, said, folder } = await ran([...at(baseUrl), '--rate', '10', '--max-duration', '1']);
    const { exchanges, summary, outcome, exitCode } = resultsIn(folder);
    expect({ code, outcome, exitCode }).toEqual({ code: 5, outcome: 'partial', exitCode: 5 });
    expect(said).toContain(
      `the time of the run was over, 1 s (--max-duration); ${exchanges.length} of ${summary.planned} exchanges were judged\n`,
    );
    // Ten a second for a second, the first at once, and what was under way then.
    expect(connections()).toBeGreaterThan(3);
    expect(connections()).toBeLessThan(14);
    expect(exchanges.length).toBeLessThanOrEqual(connections());
    expect(exchanges.length).toBeGreaterThan(0);
  });
});

it('builds no page of Allure of a target that never answered, so that the run ends at once', async () => {
  const folder = newFolder();
  const { code, said } = await inProcess([
    'run',
    '--target',
    'http://127.0.0.1:9',
    '--namespace',
    namespace,
    '--sends',
    'refuse',
    '--report-dir',
    folder,
  ]);
  expect([code, said]).toEqual([3, expect.stringMatching(/^no answer {5}ECONNREFUSED/m)]);
  expect(said.split('\n').length).toBeLessThanOrEqual(13);
  expect(existsSync(join(folder, 'allure-results'))).toBe(true);
  expect(existsSync(join(folder, 'allure-report'))).toBe(false);
});
