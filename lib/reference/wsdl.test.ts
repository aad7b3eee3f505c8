import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contract } from '../../suites/support/cases.ts';
import { reference } from '../../suites/support/reference.ts';
import { NAMESPACE } from '../../suites/support/samples.ts';
import { readXml } from '../wire/xml/independent-reader.ts';
import { wsdl } from './wsdl.ts';

const [bulk, single] = ['/liveb/postsms.asmx', '/live/postsms.asmx'] as const;
const options = { address: 'http://gateway.example/live/postsms.asmx', namespace: NAMESPACE };

describe('the WSDL', () => {
  it('of a path base is the one that was reviewed', async () => {
    await expect(wsdl(contract, bulk, options)).toMatchFileSnapshot('golden/bulk.wsdl');
  });

  it.each([
    ['bulk', bulk, 'LiveB'],
    ['single', single, 'Live'],
  ])(
    'of a path base is the one that ASP.NET writes, but for the name of its class: %s',
    (file, path, name) => {
      // Mono's System.Web.Services, of scripts/stacks/gateway.cs.
      const genuine = readFileSync(new URL(`golden/asmx-${file}.wsdl`, import.meta.url), 'utf8')
        .replaceAll(new RegExp(`"(tns:)?${name}(Soap|Http|")`, 'g'), '"$1PostSms$2')
        .replace(/ xmlns:tm="[^"]*"/, '');
      const address = `http://127.0.0.1:18099${path}`;
      const ours = wsdl(contract, path, { address, namespace: 'http://tempuri.org', asmxLists: true });
      const [ofGenuine, ofOurs] = [genuine, ours].map((text) => {
        const [root = ''] = /<wsdl:definitions.*/.exec(text) ?? [];
        return [root.slice(0, -1).split(' ').sort(), text.replace(root, '').trim()];
      });
      expect(ofOurs).toEqual(ofGenuine);
    },
  );

  it('describes the operations of its path base, and no others', () => {
    const text = wsdl(contract, single, options);
    expect(readXml(text)).not.toBeNull();
    expect(text).toContain('soapAction="http://sms.example/ns/SingleShotSmsWithTypeAndKeyID"');
    expect(text).not.toContain('SendBulkSms');
  });

  it('names the action with one slash where the namespace ends in one, and escapes the namespace', () => {
    const text = wsdl(contract, bulk, { ...options, namespace: 'http://a.example/?b&c/' });
    expect(
      text.match(/<soap(12)?:operation soapAction="http:\/\/a\.example\/\?b&amp;c\/SendBulkSms"/g),
    ).toHaveLength(2);
  });

  it('writes lists over GET and POST as ASP.NET does where that is asked for', () => {
    const text = wsdl(contract, bulk, { ...options, asmxLists: true });
    expect(text).toContain('<s:restriction base="soapenc:Array">');
    expect(text.match(/<wsdl:part name="GsmNumbers" type="s1:StringArray" \/>/g)).toHaveLength(2);
  });

  it.each(['?WSDL', '?wsdl'])('is served at %s, with the address that the caller used', (query) => {
    const answer = reference().ask('GET', `${bulk}${query}`, { Host: '127.0.0.1:8080' });
    expect([answer.status, answer.type]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(answer.text).toMatch(
      /<soap:address location="http:\/\/127\.0\.0\.1:8080\/liveb\/postsms\.asmx" \/>/,
    );
  });
});
