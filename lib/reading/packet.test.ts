import { describe, expect, it } from 'vitest';
import { contract } from '../../suites/support/cases.ts';
import { type ChangedReply, change, type Edit, read } from '../../suites/support/judged.ts';
import { correctText, NAMESPACE } from '../../suites/support/samples.ts';
import type { XmlElement } from '../model/judging/document.ts';
import { parseXml } from '../wire/xml/parse.ts';
import { capturedText, decodePacket, resultParts } from './packet.ts';

function rootOf(edits: readonly Edit[]): XmlElement {
  const correct = correctText('SendBulkSms', 'http-get');
  const xml = parseXml(edits.reduce((text, [from, to]) => text.replaceAll(from, to), correct));
  if (xml.kind !== 'document') throw new Error(xml.kind);
  return xml.root;
}

const decode = (...edits: readonly Edit[]) =>
  decodePacket(resultParts({ element: rootOf(edits), path: '/' }, contract, NAMESPACE))?.packet;

const delivery = {
  ...{ GsmNumber: '905321112233', DeliveryResult: 'OK', DeliveryDetail: '', PostType: '7', KeyID: 'K-1' },
  ...{ DeliveryTime: '2026-01-02 03:04', SendDate: '2026-01-02', DeliveredMessage: 'Merhaba <b> & şİ' },
};
const LIST = /<DeliveryResults>.*<.DeliveryResults>/g;

describe('decodePacket', () => {
  it('gives every text as it is, and the deliveries in document order', () => {
    const packet = decode(['>Done<', '> 007\n<']);
    expect(packet).toEqual({
      texts: { PacketID: 'P-1', PacketStatus: ' 007\n' },
      deliveries: [delivery, { ...delivery, GsmNumber: '905321112244' }],
    });
  });

  it('leaves out fields and attributes that the contract does not name', () => {
    expect(
      decode(['<PacketID>', '<Cost>1</Cost><PacketID a="b">'], ['<KeyID>', '<x xmlns="urn:x"/><KeyID>']),
    ).toEqual(decode());
  });

  it.each<[string, Edit]>([
    ['a field is missing', ['<PacketID>P-1</PacketID>', '']],
    ['a field appears twice', ['<PacketID>', '<PacketID/><PacketID>']],
    ['a field is in another namespace', ['<PacketID>', '<PacketID xmlns="">']],
    ['a field holds an element', ['>P-1<', '>P-1<b/><']],
    ['a field of a delivery is missing', ['<KeyID>K-1</KeyID>', '']],
    ['a field of a delivery holds an element', ['>K-1<', '><b/><']],
    ['there is no list', [LIST, '']],
    ['there are two lists', ['</DeliveryResults>', '</DeliveryResults><DeliveryResults/>']],
    ['the list is in another namespace', [/<(.?)DeliveryResults>/g, '<$1DeliveryResult>']],
    ['the list holds something else', ['</DeliveryResults>', '<Count/></DeliveryResults>']],
    ['an item is in another namespace', ['<EmSmsDeliveryResult>', '<EmSmsDeliveryResult xmlns="urn:x">']],
    ['the list holds text', ['</DeliveryResults>', 'x</DeliveryResults>']],
  ])('gives nothing where %s', (_, edit) => {
    expect(decode(edit)).toBeUndefined();
  });

  it('gives no deliveries for an empty list, which is a whole packet', () => {
    expect(decode([LIST, '<DeliveryResults>\n</DeliveryResults>'])).toMatchObject({ deliveries: [] });
  });
});

describe('capturedText', () => {
  const captured = (reply: ChangedReply, delivery?: number) => {
    const field = delivery === undefined ? 'PacketID' : 'KeyID';
    return capturedText({ field, ...(delivery !== undefined && { delivery }) }, read(reply));
  };

  it('is the text of the field, also where the packet result lacks another', () => {
    expect(captured({})).toBe('P-1');
    expect(captured(change('<PacketStatus>Done</PacketStatus>', ''))).toBe('P-1');
    expect(captured({}, 2)).toBe('K-1');
  });

  it('is none where the reply has no such text, has it twice, or is no packet result', () => {
    expect(captured(change('<PacketID>P-1</PacketID>', ''))).toBeUndefined();
    expect(captured(change('<PacketID>', '<PacketID/><PacketID>'))).toBeUndefined();
    expect(captured(change('>P-1<', '><b/><'))).toBeUndefined();
    expect(captured({ body: '<a/>' })).toBeUndefined();
    expect(captured({}, 3)).toBeUndefined();
    expect(capturedText({ field: 'PacketID' }, undefined)).toBeUndefined();
  });
});
