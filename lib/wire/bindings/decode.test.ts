import { describe, expect, it } from 'vitest';
import { sampleNamed } from '../../../suites/support/calls.ts';
import { contract } from '../../../suites/support/cases.ts';
import type { BindingId } from '../../model/contract.ts';
import type { Anatomy, Located } from '../../model/judging/document.ts';
import { parseXml } from '../xml/parse.ts';
import { bindings } from './index.ts';

const NS = 'http://tempuri.example/ns';

function decode(text: string, binding: BindingId = 'soap11'): Anatomy {
  const reading = parseXml(text);
  if (reading.kind !== 'document') throw new Error(JSON.stringify(reading));
  const { operation } = sampleNamed('SendBulkSms', binding);
  return bindings[binding].decode(reading.root, { operation, contract, namespace: NS });
}

/** A SOAP reply with this in its Body. */
const envelope = (inside: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inside}</s:Body></s:Envelope>`;
const result = '<SendBulkSmsResult><PacketID>1</PacketID></SendBulkSmsResult>';
const response = (inside: string, name = 'SendBulkSmsResponse') =>
  `<${name} xmlns="${NS}">${inside}</${name}>`;
const paths = (located: readonly Located[] | undefined) => located?.map(({ path }) => path);

describe('decoding a SOAP reply', () => {
  it.each(['soap11', 'soap12'] as const)('finds Body, Response and Result: %s', (binding) => {
    const { root, soap, payload } = decode(envelope(response(result)), binding);
    expect(root.path).toBe('/Envelope');
    expect(paths(soap?.bodies)).toEqual(['/Envelope/Body']);
    expect(soap?.response?.path).toBe('/Envelope/Body/SendBulkSmsResponse');
    expect(payload?.path).toBe('/Envelope/Body/SendBulkSmsResponse/SendBulkSmsResult');
    expect(soap).not.toHaveProperty('fault');
  });

  it('looks past a Header and prefixes', () => {
    const text = `<x:Envelope xmlns:x="u"><x:Header><a/></x:Header><x:Body>${response(result)}</x:Body></x:Envelope>`;
    expect(decode(text).payload?.path).toBe('/Envelope/Body/SendBulkSmsResponse/SendBulkSmsResult');
  });

  it('finds a fault, and then no response', () => {
    const { soap, payload } = decode(
      envelope(`<s:Fault><faultstring>no</faultstring></s:Fault>${response(result)}`),
    );
    expect(soap?.fault?.path).toBe('/Envelope/Body/Fault');
    expect(soap).not.toHaveProperty('response');
    expect(payload).toBeUndefined();
  });

  it('finds parts in a wrong namespace, in other letters, or under another name when it is the only one', () => {
    const found = (inside: string) => decode(envelope(inside)).payload?.path;
    expect(found(`<SendBulkSmsResponse>${result}</SendBulkSmsResponse>`)).toMatch(/SendBulkSmsResult$/);
    expect(found(response(result, 'sendbulksmsresponse'))).toMatch(/sendbulksmsresponse\/SendBulkSmsResult$/);
    expect(found(response('<sendBulkSmsResult/>'))).toMatch(/sendBulkSmsResult$/);
    expect(found(response('<Result><PacketID/></Result>', 'SendBulkSmsReply'))).toMatch(
      /SendBulkSmsReply\/Result$/,
    );
  });

  it('prefers the exact name to one in other letters', () => {
    const inside = response('<sendBulkSmsResult/><SendBulkSmsResult/>');
    expect(decode(envelope(inside)).payload?.path).toMatch(/\/SendBulkSmsResult$/);
    const entries = response('', 'sendBulkSmsResponse') + response(result);
    expect(decode(envelope(entries)).soap?.response?.path).toBe('/Envelope/Body/SendBulkSmsResponse');
  });

  it('prefers the parts of the right namespace to others of the same name', () => {
    const other = (name: string) => `<v:${name} xmlns:v="urn:v"/>`;
    const inside = `${other('SendBulkSmsResponse')}${other('Fault')}${response(other('SendBulkSmsResult') + result)}`;
    const { soap, payload } = decode(envelope(inside).replace('<s:Body>', `${other('Body')}<s:Body>`));
    expect(paths(soap?.bodies)).toEqual(['/Envelope/Body[2]']);
    expect(soap).not.toHaveProperty('fault');
    expect(payload?.path).toBe('/Envelope/Body[2]/SendBulkSmsResponse[2]/SendBulkSmsResult[2]');
  });

  it('takes a packet result in the Body for one without a Response', () => {
    const { soap, payload } = decode(envelope(`<r xmlns="${NS}"><PacketID/></r>`));
    expect(soap).not.toHaveProperty('response');
    expect(payload?.path).toBe('/Envelope/Body/r');
  });

  it('numbers what appears more than once, and keeps all of it', () => {
    const { soap, payload } = decode(envelope(response(result + result) + response(result)));
    expect(paths(soap?.entries)).toEqual([
      '/Envelope/Body/SendBulkSmsResponse[1]',
      '/Envelope/Body/SendBulkSmsResponse[2]',
    ]);
    expect(payload?.path).toBe('/Envelope/Body/SendBulkSmsResponse[1]/SendBulkSmsResult[1]');
  });

  it.each([
    ['no body', '<Envelope/>'],
    ['an empty body', envelope('')],
    ['two entries that are both something else', envelope('<A/><B/>')],
    ['two entries of which one could be meant', envelope('<A><Result><PacketID/></Result></A><B/>')],
    ['two children of which one could be meant', envelope(response('<A><PacketID/></A><B/>'))],
    ['an empty response', envelope(response(''))],
    ['a response with nothing but text', envelope(response('done'))],
    ['one child without children, under another name', envelope(response('<Status/>'))],
    ['another document', '<html><body/></html>'],
  ])('finds no result in %s', (_, text) => {
    const anatomy = decode(text);
    expect(anatomy).not.toHaveProperty('payload');
  });
});

describe('decoding a reply of GET or POST', () => {
  it.each(['http-get', 'http-post'] as const)(
    'takes a root for the result that is called so, in whatever namespace and letters, or holds a field: %s',
    (binding) => {
      const inside = '<PacketID/>';
      for (const [root, content] of [
        ['EmPostSmsResult', ''],
        ['emPOSTSmsResult', ''],
        ['Packet', inside],
      ]) {
        const { payload, soap } = decode(`<${root}>${content}</${root}>`, binding);
        expect(payload?.path).toBe(`/${root}`);
        expect(soap).toBeUndefined();
      }
    },
  );

  it.each([
    ['a text', `<string xmlns="${NS}">no</string>`],
    ['a page', '<html><body/></html>'],
    ['an envelope', envelope(response(result))],
    ['the result in another element', `<a><EmPostSmsResult xmlns="${NS}"><PacketID/></EmPostSmsResult></a>`],
  ])('finds no result in %s', (_, text) => {
    const anatomy = decode(text, 'http-get');
    expect(anatomy.root.path).toMatch(/^\/\w+$/);
    expect(anatomy).not.toHaveProperty('payload');
  });
});
