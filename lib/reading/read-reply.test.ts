import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { contract } from '../../suites/support/cases.ts';
import { callOf, correctText } from '../../suites/support/samples.ts';
import type { HeaderList } from '../model/judging/wire.ts';
import { packetNamed, readReply } from './read-reply.ts';

function replyOf(body: string | Uint8Array, headers: HeaderList = [], status = 200) {
  const call = callOf('SendBulkSms', 'http-post');
  const typed: HeaderList = [['Content-Type', 'text/xml; charset=utf-8'], ...headers];
  const response = { status, reason: 'OK', headers: typed, body: Buffer.from(body), durationMs: 1 };
  return readReply(call, response, contract);
}

const correct = correctText('SendBulkSms', 'http-post');

it('a reply names its packet anywhere but in a Header', () => {
  const named = (body: string) => packetNamed(replyOf(body), 'PacketID');
  expect(named(correct)).toBe('P-1');
  expect(named('<a><b/><c><PacketID>7</PacketID></c></a>')).toBe('7');
  expect(named('<PacketID>8</PacketID>')).toBe('8');
  expect(named('<E><Header><PacketID>1</PacketID></Header><Body><PacketID>2</PacketID></Body></E>')).toBe(
    '2',
  );
  expect([named('<a/>'), named('<PacketID/>'), named('no XML')]).toEqual([undefined, undefined, undefined]);
  expect(packetNamed(undefined, 'PacketID')).toBeUndefined();
});

it('a body is read without its content coding, which is no other than it names', () => {
  const conflicts = (body: string | Uint8Array, coding?: string) => {
    const { body: read } = replyOf(body, coding === undefined ? [] : [['Content-Encoding', coding]]);
    const told = read.encodingConflicts.map(({ path, actual, level }) => [path, actual, level]);
    return [read.coding, read.xml.kind, told];
  };
  const zipped = gzipSync(correct);
  expect(conflicts(correct)).toEqual([undefined, 'document', []]);
  expect(conflicts(correct, 'identity')).toEqual([
    'identity',
    'document',
    [['Content-Encoding', 'identity', 'should']],
  ]);
  expect(conflicts(zipped, 'gzip')).toEqual(['gzip', 'document', [['Content-Encoding', 'gzip', 'should']]]);
  expect(conflicts(correct, 'gzip')).toEqual([
    'gzip',
    'undecodable',
    [['Content-Encoding', 'gzip', undefined]],
  ]);
  expect(conflicts(zipped)).toEqual([
    undefined,
    'undecodable',
    [['body', 'gzip, which no Content-Encoding names', undefined]],
  ]);
  expect(conflicts(gzipSync(zipped), 'gzip')[2]).toContainEqual([
    'body',
    'gzip within gzip: compressed twice',
    undefined,
  ]);
  // One of the two bytes alone begins no gzip file.
  expect(conflicts(Buffer.from([0x1f, 0x41]))[2]).not.toContainEqual(expect.arrayContaining(['body']));
});

it('a refusal is known by its status, or by a page or a text', () => {
  const isRefused = (body: string, type: string, status = 200) => {
    const call = callOf('SendBulkSms', 'http-post');
    const headers = [['Content-Type', type]] as const;
    const response = { status, reason: '', headers, body: Buffer.from(body), durationMs: 1 };
    return readReply(call, response, contract).isRefused;
  };
  expect(isRefused(correct, 'text/xml')).toBe(false);
  expect(isRefused(correct, 'text/html')).toBe(false);
  expect(isRefused(correct, 'text/xml', 500)).toBe(true);
  expect(isRefused('<HTML/>', 'text/html')).toBe(true);
  expect(isRefused('<HTML/>', 'application/xhtml+xml')).toBe(false);
  expect(isRefused('Refused', 'text/plain')).toBe(true);
  expect(isRefused('Refused', 'text/xml')).toBe(false);
  expect(isRefused('Refused', 'text/xml-external')).toBe(true);
});
