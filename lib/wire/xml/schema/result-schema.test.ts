import { describe, expect, it } from 'vitest';
import { contract } from '../../../../suites/support/cases.ts';
import { installedEngines } from '../../../../suites/support/schema-engines.ts';
import { parseXml } from '../parse.ts';
import { resultSchema, resultValidator } from './result-schema.ts';

const NS = 'http://tempuri.example/ns';
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const XSD = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

const deliveryFields = contract.deliveryResult.fields.map((field) => field.name);
const delivery = `<EmSmsDeliveryResult>${deliveryFields.map((name) => `<${name}>x</${name}>`).join('')}</EmSmsDeliveryResult>`;
const content = `<PacketID>P1</PacketID><PacketStatus>0</PacketStatus><DeliveryResults>${delivery}${delivery}</DeliveryResults>`;

describe.each(installedEngines)('the schema of the packet result, by $name', (engine) => {
  const validate = resultValidator(engine, contract, NS);

  function errorsIn(
    inside: string,
    root = 'EmPostSmsResult',
    attributes = `xmlns="${NS}"`,
  ): readonly string[] {
    const reading = parseXml(`<${root} ${attributes} ${XSI} ${XSD}>${inside}</${root}>`);
    if (reading.kind !== 'document') throw new Error(JSON.stringify(reading));
    return validate(reading.root);
  }

  const changed = (from: string | RegExp, to: string) => {
    if (content.search(from) < 0) throw new Error(`there is no ${from}`);
    return errorsIn(content.replace(from, to));
  };

  it('leaves the name of the element, and elements that the contract does not name, to other rules', () => {
    expect(errorsIn(content, 'Other')).toEqual([]);
    expect(errorsIn(content, 'p:Other', `xmlns="${NS}" xmlns:p="u"`)).toEqual([]);
    expect(changed('<PacketID>', '<Cost>1</Cost><KeyID/><PacketID>')).toEqual([]);
    expect(changed('<KeyID>', '<x xmlns=""/><PacketID/><KeyID>')).toEqual([]);
  });

  it.each([...deliveryFields, 'PacketID', 'PacketStatus', 'DeliveryResults'])('misses %s', (name) => {
    expect(changed(new RegExp(`<${name}>.*?</${name}>`), '').join()).toContain(`${name} )`);
  });

  it.each([
    ['a whole result', 'PacketID', 'PacketID'],
    ['an empty text', '>P1<', '><'],
    ['an empty list and fields in any order', /^.*$/, '<DeliveryResults/><PacketStatus/><PacketID/>'],
    ['white space between fields', /></g, '>\n  <'],
    ['a type that is a string', '<PacketID>', '<PacketID xsi:type="xsd:string">'],
    ['a type that is derived from it', '<PacketStatus>', '<PacketStatus xsi:type="xsd:token">'],
    ['a type of the service itself', '<PacketID>', '<PacketID xsi:type="PacketNumber">'],
    ['attributes that say nothing', '<PacketID>', '<PacketID id="1" xsi:schemaLocation="a b">'],
  ])('takes %s', (_, from, to) => {
    expect(changed(from, to)).toEqual([]);
  });

  it('takes a long text with a character across the place where it is cut for the validator', () => {
    // The shape of another attribute has not been accepted by an earlier text.
    for (const letters of [998, 999, 1000]) {
      const text = `${'x'.repeat(letters)}😀`;
      expect(changed('<PacketID>P1', `<PacketID xsi:type="xsd:string">${text}`)).toEqual([]);
    }
  });

  it.each([
    ['a field twice', '<PacketID>', '<PacketID/><PacketID>'],
    ['text between fields', '<PacketStatus>', 'text<PacketStatus>'],
    ['text between the fields of a delivery result', '<KeyID>', 'text<KeyID>'],
    ['a field in no namespace', '<PacketID>P1</PacketID>', '<PacketID xmlns="">P1</PacketID>'],
    ['nil, since no field is nillable', '<PacketID>P1', '<PacketID xsi:nil="true">'],
    ['nil as a number', '<PacketID>P1', '<PacketID xsi:nil="1">'],
    ['a type that is no string', '<PacketStatus>', '<PacketStatus xsi:type="xsd:int">'],
  ])('refuses %s', (_, from, to) => {
    expect(changed(from, to)).not.toEqual([]);
  });

  it('tells everything that is wrong, not the first of it', () => {
    expect(errorsIn(content.replaceAll('<KeyID>x</KeyID>', '')).length).toBe(2);
  });

  it('does not ask again about a shape that was accepted, whatever its texts, and about all others', () => {
    let asked = 0;
    const counting: typeof engine = {
      ...engine,
      compile: (schema) => {
        const ask = engine.compile(schema);
        return (document) => {
          asked += 1;
          return ask(document);
        };
      },
    };
    const remembering = resultValidator(counting, contract, NS);
    const errors = (text: string) => {
      const reading = parseXml(`<EmPostSmsResult xmlns="${NS}" ${XSI}>${text}</EmPostSmsResult>`);
      return reading.kind === 'document' ? remembering(reading.root).length : reading;
    };
    const askedFor = (text: string) => {
      const before = asked;
      return [errors(text), asked - before];
    };
    expect(askedFor(content)).toEqual([0, 1]);
    expect(askedFor(content.replace('>P1<', '> other <'))).toEqual([0, 0]);
    expect(askedFor(content.replaceAll('><', '>\n<'))).toEqual([0, 0]);
    for (const [from, to] of [
      ['<PacketStatus>', 'text<PacketStatus>'],
      ['<PacketID>P1</PacketID>', ''],
      ['<PacketID>', '<PacketID xmlns="urn:x">'],
      ['<PacketID>P1', '<PacketID xsi:nil="true">P1'],
    ] as const) {
      expect(askedFor(content.replace(from, to)), to).toEqual([1, 1]);
      expect(askedFor(content.replace(from, to)), to).toEqual([1, 1]);
    }
  });

  it('throws at once where the schema itself is not usable', () => {
    expect(() => resultValidator(engine, contract, 'http://[')).toThrow();
  });

  it('escapes the namespace of the target', () => {
    const odd = 'urn:a&b"<c>';
    expect(resultSchema(contract, odd)).toContain('xmlns="urn:a&amp;b&quot;&lt;c&gt;"');
    const field = (local: string) => ({ uri: odd, local, prefix: '', attributes: [], children: [] });
    const errors = (...names: readonly string[]) =>
      resultValidator(engine, contract, odd)({ ...field('EmPostSmsResult'), children: names.map(field) });
    expect(errors('PacketID', 'PacketStatus', 'DeliveryResults')).toEqual([]);
    expect(errors('PacketID', 'PacketStatus').join()).toContain('{urn:a&b"<c>}DeliveryResults )');
  });
});
