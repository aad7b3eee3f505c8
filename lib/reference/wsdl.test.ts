import { describe, expect, it } from 'vitest';
import { contract, namespace } from '../../suites/support/judged.ts';
import { reference } from '../../suites/support/reference.ts';
import { readXml } from '../wire/xml/independent-reader.ts';
import { wsdl } from './wsdl.ts';

const [bulk, single] = ['/liveb/postsms.asmx', '/live/postsms.asmx'] as const;
const options = { address: 'http://gateway.example/live/postsms.asmx', namespace };

describe('the WSDL', () => {
  it('of a path base is the one that was reviewed', async () => {
    await expect(wsdl(contract, bulk, options)).toMatchFileSnapshot('golden/bulk.wsdl');
  });

  it('describes the operations of its path base, and no others', () => {
    const text = wsdl(contract, single, options);
    expect(readXml(text)).not.toBeNull();
    expect(text).toContain('soapAction="http://sms.example/ns/SingleShotSmsWithTypeAndKeyID"');
    expect(text).not.toContain('SendBulkSms');
  });

  it('names the action with one slash where the namespace ends in one, and escapes the namespace', () => {
    const text = wsdl(contract, bulk, { ...options, namespace: 'http://a.example/?b&c/' });
    expect(text).toContain('soapAction="http://a.example/?b&amp;c/SendBulkSms"');
  });

  it('writes lists over GET and POST as ASP.NET does where that is asked for', () => {
    const text = wsdl(contract, bulk, { ...options, asmxLists: true });
    expect(text).toContain('<s:restriction base="soapenc:Array">');
    expect(text.match(/<wsdl:part name="GsmNumbers" type="tns:StringArray" \/>/g)).toHaveLength(2);
  });

  it.each(['?WSDL', '?wsdl'])('is served at %s, with the address that the caller used', (query) => {
    const answer = reference().ask('GET', `${bulk}${query}`, { Host: '127.0.0.1:8080' });
    expect([answer.status, answer.type]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(answer.text).toMatch(
      /<soap:address location="http:\/\/127\.0\.0\.1:8080\/liveb\/postsms\.asmx" \/>/,
    );
  });
});
