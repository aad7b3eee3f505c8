import { describe, expect, it } from 'vitest';
import { contract } from '../cases/testing.ts';
import { parseXml } from './parse.ts';
import { resultSchema, resultValidator } from './result-schema.ts';

const NS = 'http://tempuri.example/ns';
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const XSD = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const validate = resultValidator(contract, NS);

const deliveryFields = contract.deliveryResult.fields.map((field) => field.name);
const delivery = `<EmSmsDeliveryResult>${deliveryFields.map((name) => `<${name}>x</${name}>`).join('')}</EmSmsDeliveryResult>`;
const content = `<PacketID>P1</PacketID><PacketStatus>0</PacketStatus><DeliveryResults>${delivery}${delivery}</DeliveryResults>`;

function errorsIn(inside: string, root = 'EmPostSmsResult', attributes = `xmlns="${NS}"`): readonly string[] {
  const reading = parseXml(`<${root} ${attributes} ${XSI} ${XSD}>${inside}</${root}>`);
  if (reading.kind !== 'document') throw new Error(JSON.stringify(reading));
  return validate(reading.root);
}

const without = (name: string) => content.replace(`<${name}>x</${name}>`, '');
const changed = (from: string, to: string) => {
  if (!content.includes(from)) throw new Error(`there is no ${from}`);
  return errorsIn(content.replace(from, to));
};

describe('the schema of the packet result', () => {
  it('takes a whole result', () => {
    expect(errorsIn(content)).toEqual([]);
  });

  it('refuses another root and another namespace', () => {
    expect(errorsIn(content, 'EmPostSmsResults')).toHaveLength(1);
    expect(errorsIn(content, 'EmPostSmsResult', `xmlns="${NS}/"`)).toHaveLength(1);
    expect(errorsIn(content, 'EmPostSmsResult', '')).toHaveLength(1);
  });

  it.each(deliveryFields)('misses %s in a delivery result', (name) => {
    expect(errorsIn(without(name)).join()).toContain(`${name} )`);
  });

  it.each([
    ['PacketID', '<PacketID>P1</PacketID>'],
    ['PacketStatus', '<PacketStatus>0</PacketStatus>'],
    ['DeliveryResults', /<DeliveryResults>.*<\/DeliveryResults>/.exec(content)?.[0] ?? ''],
  ])('misses %s in the packet result', (name, written) => {
    expect(changed(written, '').join()).toContain(`${name} )`);
  });

  it('takes empty texts, an empty list, and fields in any order', () => {
    expect(changed('>P1<', '><')).toEqual([]);
    expect(errorsIn('<DeliveryResults/><PacketStatus/><PacketID/>')).toEqual([]);
  });

  it('refuses a field twice, in no namespace or unknown, an element in a text, another item, text between fields', () => {
    expect(changed('<PacketID>', '<PacketID/><PacketID>')).not.toEqual([]);
    expect(changed('<PacketID>', '<PacketNo/><PacketID>')).not.toEqual([]);
    expect(changed('>P1<', '><b/><')).not.toEqual([]);
    expect(changed('<PacketStatus>', 'text<PacketStatus>')).not.toEqual([]);
    expect(changed('<EmSmsDeliveryResult>', '<Other/><EmSmsDeliveryResult>')).not.toEqual([]);
    expect(changed('<PacketID>P1</PacketID>', '<PacketID xmlns="">P1</PacketID>')).not.toEqual([]);
  });

  it('takes white space between fields', () => {
    expect(errorsIn(content.replaceAll('><', '>\n  <'))).toEqual([]);
  });

  it('refuses nil, since no field is nillable', () => {
    expect(changed('<PacketID>P1', '<PacketID xsi:nil="true">')).not.toEqual([]);
    expect(changed('<PacketID>P1', '<PacketID xsi:nil="1">')).not.toEqual([]);
  });

  it('takes a type that is a string, and refuses one that is not', () => {
    expect(changed('<PacketID>', '<PacketID xsi:type="xsd:string">')).toEqual([]);
    expect(changed('<PacketStatus>', '<PacketStatus xsi:type="xsd:int">')).not.toEqual([]);
    expect(changed('<PacketStatus>', '<PacketStatus xsi:type="xsd:token">')).toEqual([]);
  });

  it('leaves the types of the service itself, and attributes that say nothing, alone', () => {
    expect(changed('<PacketID>', '<PacketID xsi:type="PacketNumber">')).toEqual([]);
    expect(changed('<PacketID>', '<PacketID id="1" xsi:schemaLocation="a b">')).toEqual([]);
  });

  it('tells everything that is wrong, not the first of it', () => {
    expect(errorsIn(content.replaceAll('<KeyID>x</KeyID>', '')).length).toBe(2);
  });

  it('tells what libxml2 refuses of what the reader took', () => {
    const result = { uri: NS, local: '1', prefix: '', attributes: [], children: [] };
    expect(validate(result)).toHaveLength(1);
  });

  it('escapes the namespace of the target', () => {
    const odd = 'urn:a&b"<c>';
    expect(resultSchema(contract, odd)).toContain('xmlns="urn:a&amp;b&quot;&lt;c&gt;"');
    const field = (local: string) => ({ uri: odd, local, prefix: '', attributes: [], children: [] });
    const result = (...names: readonly string[]) => ({
      ...field('EmPostSmsResult'),
      children: names.map(field),
    });
    const validator = resultValidator(contract, odd);
    expect(validator(result('PacketID', 'PacketStatus', 'DeliveryResults'))).toEqual([]);
    expect(validator(result('PacketID', 'PacketStatus')).join()).toContain('{urn:a&b"<c>}DeliveryResults )');
  });
});
