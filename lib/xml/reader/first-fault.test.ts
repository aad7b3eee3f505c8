import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseXml } from '../parse.ts';
import { firstFault } from './first-fault.ts';

const SEED = 20_261_122;

/** Texts up to a mark where the fault is. */
const faults: readonly (readonly [text: string, what: RegExp])[] = [
  ['<a>&amp;|& b</a>', /ampersand/],
  ['<a>|&nbsp;</a>', /ampersand/],
  ['<a>|&#xD</a>', /ampersand/],
  ['<a>&#65;|&#0;</a>', /`&#0;` refers to a character that XML does not allow/],
  ['<a>|&#xFFFE;</a>', /character that XML does not allow/],
  ['<a>|&#xD800;</a>', /character that XML does not allow/],
  ['<a>|&#x110000;</a>', /character that XML does not allow/],
  ['<a b="&amp;|&"/>', /ampersand/],
  ['<a>]] > |]]></a>', /`]]>`/],
  ['<a>& ]]></a>'.replace('&', '|&'), /ampersand/],
  ['<a>|]]> &</a>', /`]]>`/],
  ['<a b="|<"/>', /occurs in a tag/],
  ['<a b="1" |<c/></a>', /occurs in a tag/],
  ['<a b=\'|<"', /occurs in a tag/],
  ['<a>|<b c="1</a>'.replace('</a>', ''), /a tag has no end/],
  ['<a><!-- |-- --></a>', /occurs in a comment/],
  ['<a><!-- |---></a>', /occurs in a comment/],
  ['<a>|<!-- </a>', /a comment has no end/],
  ['<a>|<![CDATA[ </a>', /a CDATA section has no end/],
  ['<a>|<?b </a>', /a processing instruction has no end/],
  ['<a>|<? b?></a>', /no target/],
  ['<a>|<??></a>', /no target/],
  ['<a>|<!ENTITY b "c"></a>', /neither a comment nor a CDATA/],
  ['<a></a |& >', /ampersand/],
  ['<a></a |<b/>', /occurs in a tag/],
  ['<a>|\u0001</a>', /character U\+0001 /],
  ['<a><!-- |\uFFFE --></a>', /character U\+FFFE /],
  ['<a>|\u001f&</a>', /character U\+001F /],
];

/** What may look like a fault and is none. */
const good = [
  '<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;&#000000000000000065;&#xA;</a>',
  '<a b="&amp; > \' ]]>" c=\'"\'/>',
  '<!-- & < > ]]> <![CDATA[ - -> <?x --><a/>',
  '<a><![CDATA[ & < <!-- -- ]] > ]]>]]&gt;</a>',
  '<?a & < -- ]]> ?><a/>',
  '<a>\t\r\n\u0085\uFFFD\u{10FFFF}</a \n>',
];

describe('firstFault', () => {
  it.each(faults)('finds the first fault of %s', (marked, what) => {
    const at = marked.indexOf('|');
    const text = marked.replace('|', '');
    expect(firstFault(text)).toEqual({ at, what: expect.stringMatching(what) });
    // libxml2 calls it malformed as well.
    expect(parseXml(text).kind).toBe('malformed');
  });

  it.each(good)('finds none in %s', (text) => {
    expect(firstFault(text)).toBe(null);
    expect(parseXml(text).kind).toBe('document');
  });

  it(`finds none in what libxml2 reads, whatever is put together (seed ${SEED})`, () => {
    const piece = fc.constantFrom(
      ...[
        '<a>',
        '</a>',
        '<b c="1"/>',
        '<!--',
        '-->',
        '--',
        '<![CDATA[',
        ']]>',
        '<?p',
        ' ?>',
        '&amp;',
        '&',
        '<',
        '>',
      ],
      ...['"', "'", '=', ' ', '\n', 'x', '&#65;', '&#0;', '\u0001', ']', '-', '!', '/', '?'],
    );
    let read = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `<a>${pieces.join('')}</a>`;
        if (parseXml(text).kind !== 'document') return;
        read += 1;
        expect(firstFault(text)).toBe(null);
      }),
      { seed: SEED, numRuns: 20_000 },
    );
    expect(read).toBeGreaterThan(500);
  });
});
