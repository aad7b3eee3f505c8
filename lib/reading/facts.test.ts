import { describe, expect, it } from 'vitest';
import { parseXml } from '../wire/xml/parse.ts';
import { elementsOf } from '../wire/xml/tree.ts';
import { fieldFact, textOfFact } from './facts.ts';

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Returns what PacketStatus says in an element with this content. */
function factIn(content: string) {
  const xml = parseXml(`<r ${XSI}>${content}</r>`);
  if (xml.kind !== 'document') throw new Error(xml.kind);
  return fieldFact({ fields: elementsOf(xml.root).map((element) => ({ element })) }, 'PacketStatus');
}

describe('a field', () => {
  it('says its text as it came', () => {
    expect(factIn('<PacketStatus> 007\n</PacketStatus>')).toBe(' 007\n');
    expect(factIn('<x:PacketStatus xmlns:x="urn:x"><![CDATA[<b>]]></x:PacketStatus>')).toBe('<b>');
  });

  it('is absent, empty, nil, made of elements, or there several times', () => {
    expect(factIn('<packetstatus>Done</packetstatus>')).toEqual({ kind: 'absent' });
    expect(factIn('<PacketStatus/>')).toEqual({ kind: 'empty' });
    expect(factIn('<PacketStatus xsi:nil="true"/>')).toEqual({ kind: 'nil' });
    for (const attribute of ['xsi:nil="0"', 'xsi:nil="untrue"', 'xsi:nil="trueish"', 'a="1"'])
      expect(factIn(`<PacketStatus ${attribute}/>`)).toEqual({ kind: 'empty' });
    expect(factIn('<PacketStatus>Do<b>ne</b></PacketStatus>')).toEqual({
      kind: 'elements',
      text: 'Do',
    });
    // It is there, whatever an attribute says.
    expect(factIn('<PacketStatus nil="1">Done</PacketStatus>')).toBe('Done');
    const twice = '<PacketStatus>Done</PacketStatus><PacketID/><PacketStatus/>';
    expect(factIn(twice)).toEqual({ kind: 'fields', count: 2, first: 'Done' });
  });

  it('has the text of the first where there are several, and none where that holds elements', () => {
    const textIn = (content: string) => textOfFact(factIn(content));
    expect(textIn('<PacketStatus>a</PacketStatus><PacketStatus>b</PacketStatus>')).toBe('a');
    expect(textIn('<PacketStatus><a/></PacketStatus><PacketStatus>b</PacketStatus>')).toBeUndefined();
    expect(['<PacketStatus/>', '<PacketStatus xsi:nil="1"/>'].map(textIn)).toEqual(['', '']);
    expect(['', '<PacketStatus><a/></PacketStatus>'].map(textIn)).toEqual([undefined, undefined]);
  });
});
