import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contract } from '../../suites/support/cases.ts';
import { recognise } from '../reading/recognise.ts';
import { encodeInDialect, renderInDialect } from '../wire/bindings/dialect.ts';
import { dialectOf } from './dialect-of.ts';

const captures = new URL('../../suites/self/golden/clients/', import.meta.url);

/** Reads a captured request as a recording has it. */
function recorded(file: string, edit: (text: string) => string = (text) => text) {
  const text = edit(readFileSync(new URL(file, captures)).toString());
  const at = text.indexOf('\r\n\r\n');
  const [requestLine = '', ...fields] = text.slice(0, at).split('\r\n');
  const [method, path = ''] = requestLine.split(' ');
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 1).trim()];
  });
  const body = text.slice(at + 4);
  const request = {
    method: method as 'GET',
    path,
    headers,
    body: method === 'GET' ? null : Buffer.from(body),
  };
  const found = recognise(request, 'http://127.0.0.1', contract);
  if (found.kind !== 'call') throw new Error(`${file} is no call`);
  return { request, call: found.call, inexact: [] };
}

/** Clients whose requests say something that cannot be read with certainty, so that no safe value can take its place. */
const UNREADABLE = [
  'axios',
  'php-forms',
  'gsoap-chunked',
  'php-without-wsdl',
  'soap-lite',
  'web-service-proxy.http',
  'wcf-data-contract',
  'zeep.http-post',
];

const readable = readdirSync(captures).filter((file) => !UNREADABLE.some((name) => file.startsWith(name)));

it.each(readable)('the dialect of %s writes the recorded call again', (file) => {
  const { request, call } = recorded(file);
  const found = dialectOf({ request, call, inexact: [] });
  if (!found.ok) throw new Error(found.error);
  const again = encodeInDialect(call, found.value);
  expect(Buffer.from(again.body ?? []).toString()).toBe(Buffer.from(request.body ?? []).toString());
  const text = Buffer.from(renderInDialect(again, again.framing?.head ?? '', '127.0.0.1:1')).toString();
  expect(text).not.toContain('${');
});

it('more white space than clients write is no dialect, however long it is', () => {
  const { request, call } = recorded('php.soap11.req', (text) =>
    text.replace('</ns1:SendBulkSms>', `${' '.repeat(300_000)}</ns1:SendBulkSms>`),
  );
  expect(dialectOf({ request, call, inexact: [] })).toEqual({
    ok: false,
    error: 'its parameters are absent, or written in different ways',
  });
});

it('attributes may stand in apostrophes', () => {
  const { request, call } = recorded('php.soap11.req', (text) =>
    text.replace(/(xmlns:[\w-]+=)"([^"]*)"/g, "$1'$2'"),
  );
  const found = dialectOf({ request, call, inexact: [] });
  expect(found.ok && found.value.body).toContain("xmlns:ns1='${namespace}'");
});

const refusal = (file: string, edit?: (text: string) => string, inexact: readonly string[] = []) => {
  const found = dialectOf({ ...recorded(file, edit), inexact });
  return found.ok ? 'taken' : found.error;
};

it.each([
  ['was not recorded to the byte', 'php.soap11.req', (text: string) => text, ['request body']],
  [
    'is compressed',
    'php.soap11.req',
    (text: string) => text.replace('\r\n\r\n', '\r\nContent-Encoding: gzip\r\n\r\n'),
    [],
  ],
] as const)('a request whose body %s is not made anew', (why, file, edit, inexact) => {
  expect(refusal(file, edit, inexact)).toBe(`its body ${why}`);
});

it.each([
  [
    'a header of SOAP',
    '<SOAP-ENV:Body>',
    '<SOAP-ENV:Header><Password>secret</Password></SOAP-ENV:Header><SOAP-ENV:Body>',
  ],
  ['a text behind the call', '</SOAP-ENV:Body>', 'secret</SOAP-ENV:Body>'],
  ['another call', '</SOAP-ENV:Body>', '<x:SendBulkSms xmlns:x="y"/></SOAP-ENV:Body>'],
  ['a comment', '<SOAP-ENV:Body>', '<!-- secret --><SOAP-ENV:Body>'],
  ['a document type', '<SOAP-ENV:Envelope', '<!DOCTYPE x><SOAP-ENV:Envelope'],
  ['an attribute', '<SOAP-ENV:Body>', '<SOAP-ENV:Body secret="1">'],
  ['an attribute in apostrophes', '<SOAP-ENV:Body>', "<SOAP-ENV:Body secret='1'>"],
  ['an attribute of an item', /<ns1:string>/g, '<ns1:string secret="1">'],
  ['an attribute of all parameters', /<(ns1:(?!Send|string)\w+)>/g, '<$1 secret="1">'],
  ['a value in the namespace of an item', /<ns1:string>/g, '<ns1:string xmlns:x="conformance-ticket-1">'],
] as const)('%s in an envelope is never sent', (_, from, to) => {
  expect(refusal('php.soap11.req', (text) => text.replace(from, to))).toBe(
    'it has more than the parameters of a call',
  );
});

it('a value of the call in a header field or a template is never sent', () => {
  const inField = (text: string) => text.replace('PHP-SOAP/8.2.36', 'for conformance-ticket-1');
  expect(refusal('php.soap11.req', inField)).toBe('it has more than the parameters of a call');
});

it('leaves out header fields that could act or tell something', () => {
  const more =
    'Cookie: a=b\r\nAuthorization: Basic eA==\r\nX-Forwarded-Host: evil.example\r\nProxy-Authorization: x\r\n';
  const found = dialectOf(
    recorded('php.soap11.req', (text) => text.replace('User-Agent', `${more}User-Agent`)),
  );
  expect(found).toEqual(dialectOf(recorded('php.soap11.req')));
  expect(found.ok && found.value.head.split('\n').map((line) => line.split(':')[0])).toEqual([
    'POST ${path} HTTP/1.1',
    'Host',
    'Connection',
    'User-Agent',
    'Content-Type',
    'SOAPAction',
    'Content-Length',
    '',
  ]);
});

it.each([
  ['${host}${parameters}', 'host}parameters}'],
  ['$${{parameters}', '{parameters}'],
])('%s in a recorded header field is no name of a template', (agent, left) => {
  const found = dialectOf(recorded('php.soap11.req', (text) => text.replace('PHP-SOAP', () => agent)));
  expect(found.ok && found.value.head).toContain(`User-Agent: ${left}/8.2.36`);
});

it('keeps only the characters that other clients escape', () => {
  const found = dialectOf(recorded('requests.http-post.req'));
  expect(found.ok && found.value.escapes).toEqual({ space: '+' });
});

it('a body with bytes that are not UTF-8 is not made anew', () => {
  const text = (found: string) => found.replace('; charset=utf-8', '').replace('Merhaba', 'Mer\uFFFDhaba');
  const { request, call } = recorded('php.soap11.req', text);
  const bytes = Buffer.from(request.body ?? [])
    .toString('latin1')
    .replace('\xEF\xBF\xBD', '\xFE');
  const found = dialectOf({ request: { ...request, body: Buffer.from(bytes, 'latin1') }, call, inexact: [] });
  expect(found.ok).toBe(false);
});

it.each([
  ['close', true],
  ['TE, close', true],
  ['Content-Type', false],
  ['keep-alive, SOAPAction', false],
])('the field "Connection: %s" of a recording is sent: %s', (value, isSent) => {
  const found = dialectOf(
    recorded('php.soap11.req', (text) => text.replace('Connection: Keep-Alive', `Connection: ${value}`)),
  );
  expect(found.ok && found.value.head.includes(`Connection: ${value}`)).toBe(isSent);
});
