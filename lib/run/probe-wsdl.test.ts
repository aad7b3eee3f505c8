import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { contract } from '../cases/testing.ts';
import { wsdl } from '../reference/wsdl.ts';
import { plannedExchanges } from '../report/testing.ts';
import { defaultSettings } from '../settings/run-settings.ts';
import { probeWsdl } from './probe-wsdl.ts';

it('the WSDL of each path base of the plan is read once, and another namespace in several is told in one line', async () => {
  const asked: string[] = [];
  const server = createServer(({ method, url = '' }, response) => {
    asked.push(`${method} ${url}`);
    const path = url.replace('/base', '').replace('?WSDL', '');
    const text = wsdl(contract, path, { address: '', namespace: 'http://sms.example/ns' });
    response.end(path.startsWith('/liveb') ? '<no>' : text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
  const exchanges = plannedExchanges('*/canonical');
  const probe = (namespace: string) =>
    probeWsdl({
      ...{ ...defaultSettings, contract, exchanges },
      target: { baseUrl, namespace, kind: 'external' },
    });
  expect(await probe('urn:n')).toEqual([
    'the WSDL at /live/postsms.asmx, /ecomm/postsms.asmx: its namespace is http://sms.example/ns, not urn:n; if it is right, try --namespace http://sms.example/ns',
  ]);
  expect(asked.sort()).toEqual(
    ['ecomm', 'live', 'liveb'].map((path) => `GET /base/${path}/postsms.asmx?WSDL`),
  );
  expect(await probe('http://sms.example/ns')).toEqual([]);
  const ended = once(server, 'close');
  server.close();
  await ended;
  expect(await probe('urn:n')).toEqual([]);
});
