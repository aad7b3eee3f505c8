import { describe, expect, it } from 'vitest';
import { bare, judge, resultPath, told } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');

const invalid = (message: string, field: string, more = '') =>
  expect.stringMatching(
    `^result/schema must ${R}: expected valid against the XML Schema of contract §2; actual .*${message}.* \\(field: ${field}\\)${more}$`,
  );

describe('result/schema', () => {
  it('is broken by a field that is nil', () => {
    expect(
      told(
        judge({
          edits: [
            [
              '<PacketStatus>Done',
              '<PacketStatus xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true">',
            ],
          ],
        }),
      ),
    ).toEqual([invalid("The element is not 'nillable'", 'PacketStatus')]);
  });

  it('is broken by a type that is no string', () => {
    expect(
      told(
        judge({
          edits: [
            [
              '<PacketID>P-1',
              '<PacketID xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:d="http://www.w3.org/2001/XMLSchema" i:type="d:int">5',
            ],
          ],
        }),
      ),
    ).toEqual([invalid('XMLSchema}int', 'PacketID')]);
  });

  it('is broken by text between the fields', () => {
    expect(told(judge({ edits: [['<PacketID>', 'x<PacketID>']] }))).toEqual([
      invalid('Character content', 'EmPostSmsResult'),
    ]);
  });

  it('is broken by text between the fields of delivery results, said once', () => {
    expect(told(judge({ edits: [['<KeyID>', 'x<KeyID>']] }))).toEqual([
      invalid('Character content', 'EmSmsDeliveryResult', ' \\+1'),
    ]);
  });

  it('finds a nil field beside a field too many', () => {
    expect(
      bare(
        judge({
          edits: [
            [
              '<PacketStatus>Done',
              '<Cost/><PacketStatus xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="1">',
            ],
          ],
        }),
      ),
    ).toEqual([
      expect.objectContaining({ rule: 'result/only-fields' }),
      {
        rule: 'result/schema',
        level: 'must',
        path: R,
        expected: 'valid against the XML Schema of contract §2',
        actual: expect.stringContaining('nillable'),
        names: { field: 'PacketStatus' },
      },
    ]);
  });

  it('says nothing about attributes and types of other namespaces', () => {
    expect(
      told(
        judge({
          edits: [
            [
              '<DeliveryResults>',
              '<DeliveryResults count="2" xmlns:a="urn:a" a:b="c" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="a:List" i:schemaLocation="urn:a b">',
            ],
          ],
        }),
      ),
    ).toEqual([]);
  });

  it('is not asked where a field rule has spoken', () => {
    expect(bare(judge({ edits: [['<PacketStatus>Done</PacketStatus>', 'x']] }))).toEqual([
      expect.objectContaining({ rule: 'result/field-once' }),
    ]);
  });
});
