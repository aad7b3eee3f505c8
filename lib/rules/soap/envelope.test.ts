import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import { correctText, type Edit, fired, found, judge, type Row } from '../testing.ts';

const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';
const behindBody = (xml: string): Edit => ['</soap:Body>', `</soap:Body>${xml}`];

describe('soap/envelope', () => {
  const expects = 'expected {soap11}Envelope; actual';

  it.each<Row>([
    [
      'the envelope of the other version',
      { binding: 'soap12', edits: [[SOAP_12, SOAP_11]] },
      'soap/envelope must /Envelope: expected {soap12}Envelope; actual {soap11}Envelope',
    ],
    [
      'an envelope in no namespace, whose Body is then in none',
      {
        edits: [
          ['soap:', ''],
          [`xmlns:soap="${SOAP_11}"`, ''],
        ],
      },
      `soap/envelope must /Envelope: ${expects} Envelope`,
    ],
    [
      'a result without envelope',
      { body: correctText('SendBulkSms', 'http-get') },
      `soap/envelope must /EmPostSmsResult: ${expects} {ns}EmPostSmsResult`,
    ],
    [
      'a name in other letters',
      { edits: [['soap:Envelope', 'soap:envelope']] },
      `soap/envelope must /envelope: ${expects} {soap11}envelope`,
    ],
  ])('is broken by %s', (_, given, ...lines) => {
    expect(found(given)).toEqual(lines);
  });
});

describe('soap/body', () => {
  const expects = 'expected one {soap11}Body; actual';

  it.each<Row<Edit>>([
    ['no Body', ['soap:Body', 'soap:Content'], `soap/body must /Envelope: ${expects} none`],
    [
      'two, of which the first is judged',
      behindBody('<soap:Body/>'),
      `soap/body must /Envelope: ${expects} 2 of them`,
    ],
    [
      'a Body in another namespace than the Envelope',
      ['<soap:Body>', `<soap:Body xmlns:soap="${SOAP_12}">`],
      `soap/body must /Envelope/Body: ${expects} {soap12}Body`,
    ],
  ])('is broken by %s', (_, edit, ...lines) => {
    expect(found({ edits: [edit] })).toEqual(lines);
  });

  // SOAP 1.1 §4 lets elements of other namespaces follow the Body, SOAP 1.2 part 1 §5.1 does not.
  it.each<Row<BindingId>>([
    ['SOAP 1.1', 'soap11'],
    ['SOAP 1.2', 'soap12', 'soap/envelope-children'],
  ])('takes no element of another namespace for a second Body: %s', (_, binding, ...rules) => {
    const findings = judge({ binding, edits: [behindBody('<t:Body xmlns:t="urn:t"/>')] });
    expect(fired(findings)).toEqual(rules);
  });
});
