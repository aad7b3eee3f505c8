import { expect, it } from 'vitest';
import { inputs } from '../../suites/support/plan.ts';
import { NAMESPACE } from '../../suites/support/samples.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { clientExchanges } from './client-exchanges.ts';

const { clients } = builtInDeclarations();
const exchanges = clientExchanges(clients, inputs, NAMESPACE);
const of = (id: string) => exchanges.find((exchange) => exchange.id === `clients/${id}`);

it('plans the calls of all clients, of which there are at most 150', () => {
  expect(exchanges.length).toBeLessThanOrEqual(150);
  expect(new Set(exchanges.map(({ id }) => id)).size).toBe(exchanges.length);
  expect(exchanges.filter(({ client }) => client?.id === 'zeep').map(({ binding }) => binding)).toEqual(
    ['soap11', 'soap12', 'http-get', 'http-post'].flatMap((binding) => Array(4).fill(binding)),
  );
});

it('plans a send as one call, and a report on the packet of a send that is written plainly', () => {
  const send = of('php/soap11/SendBulkSms');
  expect(send?.steps.map(({ operation, dialect }) => [operation, dialect !== undefined])).toEqual([
    ['SendBulkSms', true],
  ]);
  const report = of('php/soap11/ReportSmsWithPacketId');
  expect(report?.steps.map(({ operation, dialect }) => [operation, dialect !== undefined])).toEqual([
    ['SendBulkSms', false],
    ['ReportSmsWithPacketId', true],
  ]);
  expect(report).toMatchObject({ anyPacket: true, messages: 2 });
});

it('finds no fault in the dialect for a ticket that no client means', () => {
  const written = clients.map(({ letters: _, ...client }) => client);
  const planned = clientExchanges(written, { ...inputs, ticket: 'undefined' }, NAMESPACE);
  const levels = (all: typeof exchanges) => all.map(({ id, level, client }) => [id, level, client?.breaks]);
  expect(levels(planned)).toEqual(levels(exchanges));
});

it('leaves out what a client does not call', () => {
  const { id } = of('php-without-wsdl/soap11/ReportSingleShotSms')?.client ?? {};
  expect(id).toBe('php-without-wsdl');
  expect(of('php-without-wsdl/soap11/SendBulkSms')).toBeUndefined();
});

it.each([
  ['keeps the contract', 'php/soap11/SingleShotSmsWithTypeAndKeyID', 'must', undefined],
  ['has a text with hard characters', 'php/soap11/SendBulkSms', 'gap', undefined],
  [
    'has a parameter of the media type that the contract leaves open',
    'php/soap12/SendBulkSms',
    'gap',
    undefined,
  ],
  ['sends a SOAPAction over SOAP 1.2', 'zeep/soap12/SendBulkSms', 'gap', true],
  ['writes a list as PHP does', 'php-forms/http-get/SendBulkSms', 'gap', true],
  ['has no list to write', 'php-forms/http-get/ReportSingleShotSms', 'must', undefined],
  ['writes several numbers into a field', 'zeep/http-post/SendBulkSms', 'gap', true],
  ['escapes characters as no standard says', 'web-service-proxy/http-get/SendBulkSms', 'gap', true],
  ['writes HTTP/1.0', 'axis/soap11/SingleShotSmsWithTypeAndKeyID', 'must', undefined],
])('knows what becomes of a dialect that %s', (_, id, level, breaks) => {
  expect(of(id)).toMatchObject({ level, client: breaks ? { breaks } : {} });
  expect(of(id)?.client?.breaks).toBe(breaks);
});
