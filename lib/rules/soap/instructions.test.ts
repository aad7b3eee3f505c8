import { describe, expect, it } from 'vitest';
import { type Edit, found, judge } from '../testing.ts';

describe('soap/instructions', () => {
  it.each<[string, Edit]>([
    ['before the root', ['?><', '?><?style href="a"?><']],
    ['in the place of the XML declaration', [/^<\?xml.*?\?>/g, '<?style?>']],
    ['in a field, without content', ['>P-1<', '>P-1<?style?><']],
    ['behind the root', [/$/g, '<?style\n <a>?>']],
    ['behind a comment that holds one', [/$/g, '<!-- <?a?> --><?style b?>']],
  ])('is broken by one %s', (_, edit) => {
    expect(found({ edits: [edit] })).toEqual([
      'soap/instructions must processing-instruction(style): expected no processing instruction; actual <?style …?>',
    ]);
  });

  it.each<[string, Edit]>([
    ['a comment', ['?><', '?><!-- <?a?> --><']],
    ['a CDATA section', ['>P-1<', '><![CDATA[P-1]]><']],
    ['a CDATA section that holds the characters', ['>Done<', '><![CDATA[<?a?>]]><']],
    ['escaped characters', ['>Done<', '>&lt;?a?&gt;<']],
  ])('keeps silent on %s', (_, edit) => {
    expect(judge({ edits: [edit] })).toEqual([]);
  });

  it('is not asked over GET and POST', () => {
    expect(judge({ binding: 'http-post', edits: [['?><', '?><?style a?><']] })).toEqual([]);
  });
});
