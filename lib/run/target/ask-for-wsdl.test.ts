import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { withListener } from '../../../suites/self/endpoints.ts';
import { contract } from '../../../suites/support/cases.ts';
import { planned } from '../../../suites/support/report.ts';
import { wsdl } from '../../reference/wsdl.ts';
import { defaultSettings } from '../../settings/run-settings.ts';
import { probeWsdl, wsdlDifferences } from './ask-for-wsdl.ts';

const namespace = 'http://sms.example/ns';
const bulk = '/liveb/postsms.asmx';
const text = wsdl(contract, bulk, { address: `http://gateway.example${bulk}`, namespace });
const calls = contract.bindings.map(({ id }) => ({ operation: 'SendBulkSms', binding: id }));

describe('what a WSDL has that the run does not', () => {
  it.each([
    ['nothing', /^$/, '', []],
    [
      'a namespace',
      /sms\.example\/ns"/g,
      'sms.example/ns/"',
      [
        'its namespace is http://sms.example/ns/, not http://sms.example/ns; if it is right, try --namespace http://sms.example/ns/',
      ],
    ],
    [
      'an operation',
      /SendBulkSms/g,
      'SendBulkSMS',
      ['SOAP 1.1', 'SOAP 1.2', 'HTTP GET', 'HTTP POST'].map((name) => `it has no SendBulkSms over ${name}`),
    ],
    [
      'no binding over SOAP 1.2',
      /<wsdl:binding name="PostSmsSoap12".*?<\/wsdl:binding>/s,
      '',
      ['it has no SendBulkSms over SOAP 1.2'],
    ],
    [
      'a parameter',
      /name="EndTime" type="s:string" \/>(?!\s*<\/wsdl)/,
      'name="StopTime" />',
      ['SendBulkSms lacks EndTime', 'SendBulkSms also has StopTime'],
    ],
    [
      'a SOAPAction',
      'ns/SendBulkSms"',
      'ns#SendBulkSms"',
      [
        'SendBulkSms has the SOAPAction "http://sms.example/ns#SendBulkSms" and not "http://sms.example/ns/SendBulkSms"',
      ],
    ],
    [
      'a parameter, the type having a name',
      /SendBulkSms">\s*<(s:complexType)>(.*?)"EndTime"(.*?<\/\1>)\s*<\/s:element>/s,
      'SendBulkSms" type="tns:SendBulkSms" /><$1 name="SendBulkSms">$2"StopTime"$3',
      ['SendBulkSms lacks EndTime', 'SendBulkSms also has StopTime'],
    ],
    ['types in another document', /<wsdl:types>.*<\/wsdl:types>/s, '', []],
    ['no binding at all', /<wsdl:binding .*<\/wsdl:binding>/s, '', []],
    ['no XML', /^/, '<', []],
  ] as const)('is told: %s', (_, from, to, told) => {
    expect(wsdlDifferences(text.replace(from, to), calls, contract, namespace)).toEqual(told);
  });
});

describe('the probe of a target', () => {
  it('asks each path base of the plan once, and tells what is the same of several in one line', async () => {
    const asked: string[] = [];
    const server = createServer(({ method, url = '' }, response) => {
      asked.push(`${method} ${url}`);
      const path = url.replace('/base', '').replace('?WSDL', '');
      response.end(path === bulk ? 'no' : wsdl(contract, path, { address: '', namespace }));
    });
    const run = { ...defaultSettings, contract, exchanges: planned };
    const to = (port: number) => {
      const baseUrl = `http://127.0.0.1:${port}/base`;
      return { ...run, target: { baseUrl, namespace: 'urn:n', kind: 'external' } as const };
    };
    const told = await withListener(server, (port) => probeWsdl(to(port)));
    expect(asked.sort()).toEqual(
      ['ecomm', 'live', 'liveb'].map((path) => `GET /base/${path}/postsms.asmx?WSDL`),
    );
    expect(told.map((difference) => difference.split(';')[0])).toEqual([
      'the WSDL at /live/postsms.asmx, /ecomm/postsms.asmx: its namespace is http://sms.example/ns, not urn:n',
    ]);
    expect(await probeWsdl(to(9))).toEqual([]);
  });
});
