import { describe, expect, it } from 'vitest';
import { context, contract, correctText, type Edit, edited, namespace } from '../rules/testing.ts';
import { parseXml } from '../xml/parse.ts';
import { asDeclared } from './as-declared.ts';

function result(...edits: readonly Edit[]) {
  const xml = parseXml(edited(correctText('SendBulkSms', 'http-get'), edits));
  if (xml.kind !== 'document') throw new Error(xml.kind);
  return asDeclared(xml.root, contract, namespace);
}

describe('asDeclared', () => {
  it('leaves a correct result as it is', () => {
    const xml = parseXml(correctText('SendBulkSms', 'http-get'));
    expect(xml).toMatchObject({ kind: 'document', root: result() });
  });

  it('takes away other names and fields that the contract does not name, at both depths', () => {
    expect(result(['EmPostSmsResult', 'Other']).local).toBe('EmPostSmsResult');
    expect(result(['<PacketID>', '<Cost>1</Cost><PacketID>'], ['<KeyID>', '<x xmlns=""/><KeyID>'])).toEqual(
      result(),
    );
  });

  it.each<[string, Edit]>([
    ['text between fields', ['<PacketID>', 'x<PacketID>']],
    ['text in a delivery', ['<KeyID>', 'x<KeyID>']],
    ['a stranger in the list', ['</DeliveryResults>', '<Count/></DeliveryResults>']],
    ['an element in a text', ['>K-1<', '><b/><']],
    ['a field of another namespace', ['<KeyID>', '<KeyID xmlns="">']],
    ['a missing field', ['<PacketID>P-1</PacketID>', '']],
  ])('keeps %s for the validator', (_, edit) => {
    expect(context.validateResult(result(edit))).not.toEqual([]);
  });
});
