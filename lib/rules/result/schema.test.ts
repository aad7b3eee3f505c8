import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');

describe('result/schema', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('result/schema')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by a field that is nil', () => {
    expect(
      bare(
        judge({
          edits: [
            [
              '<PacketStatus>Done',
              '<PacketStatus xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true">',
            ],
          ],
        }),
      ),
    ).toEqual([
      {
        rule: 'result/schema',
        level: 'must',
        path: R,
        expected: 'valid against the XML Schema of contract §2',
        actual: expect.stringContaining("The element is not 'nillable'"),
        names: { field: 'PacketStatus' },
      },
    ]);
  });

  it('is broken by a type that is no string', () => {
    expect(
      bare(
        judge({
          edits: [
            [
              '<PacketID>P-1',
              '<PacketID xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:d="http://www.w3.org/2001/XMLSchema" i:type="d:int">5',
            ],
          ],
        }),
      ),
    ).toEqual([
      {
        rule: 'result/schema',
        level: 'must',
        path: R,
        expected: 'valid against the XML Schema of contract §2',
        actual: expect.stringContaining('XMLSchema}int'),
        names: { field: 'PacketID' },
      },
    ]);
  });

  it('is broken by text between the fields', () => {
    expect(bare(judge({ edits: [['<PacketID>', 'x<PacketID>']] }))).toEqual([
      {
        rule: 'result/schema',
        level: 'must',
        path: R,
        expected: 'valid against the XML Schema of contract §2',
        actual: expect.stringContaining('Character content'),
        names: { field: 'EmPostSmsResult' },
      },
    ]);
  });

  it('is broken by text between the fields of delivery results, said once', () => {
    expect(bare(judge({ edits: [['<KeyID>', 'x<KeyID>']] }))).toEqual([
      {
        rule: 'result/schema',
        level: 'must',
        path: R,
        expected: 'valid against the XML Schema of contract §2',
        actual: expect.stringContaining('Character content'),
        names: { field: 'EmSmsDeliveryResult' },
        more: 1,
      },
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
      bare(
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
