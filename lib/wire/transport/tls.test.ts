import { createServer as createHttp } from 'node:http';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import { createServer, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import { withListener } from '../../../suites/self/endpoints.ts';
import { get, issue, newAuthority, sendTo } from '../../../suites/support/transport.ts';
import type { SendOutcome } from '../../model/judging/wire.ts';
import type { SenderOptions } from './connection/connect.ts';
import { tlsProblem } from './connection/tls-options.ts';

const authority = await newAuthority();
const stranger = await newAuthority('Another authority');
const good = await issue(authority);
const bySelf = await issue();
const client = await issue(authority);
const ofStranger = await issue(stranger);
const day = (year: number) => new Date(Date.UTC(year, 0, 1));
const old = await issue(authority, { notBeforeDate: day(2020), notAfterDate: day(2021) });
const early = await issue(authority, { notBeforeDate: day(2120), notAfterDate: day(2121) });
const elsewhere = await issue(authority, {
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'other.example' }] }],
});
const trusted = { ca: authority.cert };
const chained = { ...good, cert: `${good.cert}\n${authority.cert}` };
const mutual = { ...good, ca: authority.cert, requestCert: true, rejectUnauthorized: true };

/** Sends one request to a server that answers `ok`; gives the outcome, and how many requests came in. */
async function send(
  server: Server,
  changed: Partial<SenderOptions>,
  [scheme, host] = ['https', '127.0.0.1'],
): Promise<SendOutcome & { readonly received: number }> {
  let received = 0;
  server.on('request', (_, response) => {
    received += 1;
    response.end('ok');
  });
  return withListener(
    server,
    async (port) => {
      const authority = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
      const outcome = await sendTo(`${scheme}://${authority}/base`, get, changed);
      return { ...outcome, received };
    },
    host,
  );
}

const https = (options: Parameters<typeof createHttps>[0]): HttpsServer => createHttps(options);

describe('a target over https', () => {
  it.each<[string, Parameters<typeof createHttps>[0], Partial<SenderOptions>]>([
    ['whose issuer is given', good, trusted],
    ['whose issuer is one of several that are given', good, { ca: `${stranger.cert}\n${authority.cert}` }],
    ['whose certificate is signed by itself and given', bySelf, { ca: bySelf.cert }],
    ['that is expected to have another name', elsewhere, { ...trusted, servername: 'other.example' }],
    ['that nobody vouches for, if that will do', bySelf, { insecure: true }],
    ['that is too old, if that will do', old, { ...trusted, insecure: true }],
    ['that wants a client certificate and gets one', mutual, { ...trusted, ...client }],
    ['over a connection that is used again', good, { ...trusted, keepAlive: true }],
  ])('%s is asked once and answers', async (_, server, changed) => {
    const answered = { kind: 'response', response: { status: 200 }, received: 1 };
    expect(await send(https({ ...server }), changed)).toMatchObject(answered);
  });

  it.each<[string, Parameters<typeof createHttps>[0], Partial<SenderOptions>, string, string]>([
    ['unknown', good, {}, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'add its certificate with --ca FILE'],
    ['another', good, { ca: stranger.cert }, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', '--ca FILE'],
    ['in the chain only', chained, {}, 'SELF_SIGNED_CERT_IN_CHAIN', '--ca FILE'],
    ['itself', bySelf, {}, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed; trust it with --ca FILE'],
    ['known, but too old', old, trusted, 'CERT_HAS_EXPIRED', 'has expired; renew it on the target'],
    ['known, but too new', early, trusted, 'CERT_NOT_YET_VALID', 'or the clock of this machine is wrong'],
    ['known, but elsewhere', elsewhere, trusted, 'ERR_TLS_CERT_ALTNAME_INVALID', 'with --servername NAME'],
  ])('whose issuer is %s is not asked, and the failure says why', async (_, server, changed, code, help) => {
    const failure = { code, message: expect.stringContaining(help) };
    const failed = { kind: 'failure', failure, received: 0 };
    expect(await send(https({ ...server }), changed)).toMatchObject(failed);
  });

  it.each<[string, 'TLSv1.2' | 'TLSv1.3', string, Partial<SenderOptions>]>([
    ['none', 'TLSv1.2', 'the target requires a client certificate; add --cert FILE and --key FILE', {}],
    ['none', 'TLSv1.3', 'a target that requires a client certificate (--cert, --key) may', {}],
    ['one of a stranger', 'TLSv1.2', 'a target that rejects the client certificate may', ofStranger],
    ['one of a stranger', 'TLSv1.3', 'a target that rejects the client certificate may', ofStranger],
  ])('that wants a client certificate and gets %s over %s says so', async (_, version, help, options) => {
    const server = https({ ...mutual, minVersion: version, maxVersion: version });
    const failed = { kind: 'failure', failure: { message: expect.stringContaining(help) }, received: 0 };
    expect(await send(server, { ...trusted, ...options })).toMatchObject(failed);
  });

  it('that speaks only old versions of TLS: the failure says so', async () => {
    const versions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const message = expect.stringMatching(/^tlsv1 alert protocol version: .*expected TLS 1\.2 or newer/);
    expect(await send(https({ ...good, ...versions }), trusted)).toMatchObject({ failure: { message } });
  });

  it.each<[string, Server]>([
    ['HTTP', createServer((socket) => void socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\n\r\n'))],
    ['something else', createServer((socket) => void socket.on('error', () => {}).end('220 ready\r\n'))],
  ])('that speaks %s without TLS on the port: the failure says so', async (_, server) => {
    expect(await send(server, trusted)).toMatchObject({
      failure: { message: expect.stringContaining('does not speak TLS on this port; try --target http://') },
    });
  });
});

it('a port of TLS that is asked without it ends in a failure that says so', async () => {
  expect(await send(https({ ...good }), {}, ['http', '127.0.0.1'])).toMatchObject({
    failure: { message: expect.stringContaining('--target https://') },
    received: 0,
  });
});

it.each([
  ['https', https({ ...good })],
  ['http', createHttp()],
] as const)('an IPv6 address is asked once over %s, and answers', async (scheme, server) => {
  const outcome = await send(server, trusted, [scheme, '::1']);
  expect(outcome).toMatchObject({ kind: 'response', response: { status: 200 }, received: 1 });
});

it('an IPv6 address that the certificate does not name is not asked', async () => {
  const outcome = await send(https({ ...elsewhere }), trusted, ['https', '::1']);
  expect(outcome).toMatchObject({ failure: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, received: 0 });
});

describe('what is wrong with the files of TLS', () => {
  const called = (name: string) => `--${name}`;
  const none = { ca: null, cert: null, key: null, servername: null, insecure: false };

  const mangled = ({ cert }: { readonly cert: string }) => cert.replace(/\n.{20}/, '\n');
  const x509 = authority.cert.replaceAll('CERTIFICATE', 'X509 CERTIFICATE');
  const two = `# two\n${authority.cert}\n${stranger.cert}`;

  const fine = [none, { ...none, ca: x509 }, { ...none, ...client, ca: two, servername: 'a.example' }];
  it.each(fine)('is nothing, with all of them or none', (files) => {
    expect(tlsProblem(files, called)).toBeNull();
  });

  it.each([
    ['an empty CA', { ca: '' }, '--ca: no readable certificate'],
    ['a CA that is a key', { ca: client.key }, '--ca: no readable certificate'],
    ['a CA that is cut', { ca: authority.cert.slice(0, 200) }, '--ca: no readable certificate'],
    ['a CA that is mangled', { ca: mangled(authority) }, '--ca: no readable certificate'],
    ['a second CA that is mangled', { ca: `${authority.cert}\n${mangled(stranger)}` }, '--ca'],
    ['a certificate without its key', { cert: client.cert }, 'add --key FILE'],
    ['a key without its certificate', { key: client.key }, 'add --cert FILE'],
    ['a key for a certificate', { cert: client.key, key: client.key }, '--cert: no readable certificate'],
    ['a certificate for a key', { cert: client.cert, key: client.cert }, '--key: no readable private key'],
    ['the key of another', { cert: client.cert, key: good.key }, '--key: the key does not belong'],
    ['an address as a name', { servername: '127.0.0.1' }, '--servername 127.0.0.1: expected a host name'],
  ])('is said in one line: %s', (_, changed, problem) => {
    const said = tlsProblem({ ...none, ...changed }, called);
    expect(said).toContain(problem);
    expect(said).not.toMatch(/\n|OpenSSL|error:/);
  });
});
