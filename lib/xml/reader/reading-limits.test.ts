import { describe, expect, it } from 'vitest';
import { beyondLimits, limits } from './reading-limits.ts';

const times = (count: number, write: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join('');
const attributes = (count: number) => times(count, (i) => ` a${i}="="`);
const namespaces = (count: number, name = 'p') => times(count, (i) => ` xmlns:${name}${i}='u'`);

describe('beyondLimits', () => {
  it.each<[string, (most: number) => string, number, string]>([
    ['nodes', (most) => `<a>${'<b/>'.repeat(most - 1)}</a>`, limits.nodes, 'elements and attributes'],
    [
      'comments',
      (most) => `<a>${'<!--<b>-->'.repeat(most - 1)}</a>`,
      limits.nodes,
      'elements and attributes',
    ],
    ['instructions', (most) => `<a>${'<?b?>'.repeat(most - 1)}</a>`, limits.nodes, 'elements and attributes'],
    ['sections', (most) => `<a>${'<![CDATA[<b>]]>'.repeat(most - 1)}</a>`, limits.nodes, 'elements and'],
    ['attributes of one element', (most) => `<a${attributes(most)}/>`, limits.attributes, 'attributes'],
    ['namespaces', (most) => `<a${namespaces(most)}/>`, limits.namespaces, 'namespaces are declared'],
    [
      'namespaces that add up',
      (most) => `<a${namespaces(100)}><b${namespaces(most - 100, 'q')}/></a>`,
      limits.namespaces,
      'namespaces are declared',
    ],
    ['depth', (most) => '<a>'.repeat(most) + '</a>'.repeat(most), limits.depth, 'deep'],
    ['characters', (most) => `<a>${'x'.repeat(most - 7)}</a>`, limits.characters, 'characters'],
  ])('takes as many %s as are read, and not one more', (_, write, most, what) => {
    expect(beyondLimits(write(most))).toBeNull();
    expect(beyondLimits(write(most + 1))?.what).toContain(what);
  });

  it('counts the attributes of all elements together', () => {
    const one = `<b${attributes(9)}/>`;
    expect(beyondLimits(`<a>${one.repeat((limits.nodes - 10) / 10)}</a>`)).toBeNull();
    expect(beyondLimits(`<a>${one.repeat(limits.nodes / 10)}</a>`)?.what).toContain(
      'elements and attributes',
    );
  });

  it('lets namespaces go with the element that declared them', () => {
    const one = `<b${namespaces(200)}><c${namespaces(50, 'q')}/></b>`;
    expect(beyondLimits(`<a>${one.repeat(50)}</a>`)).toBeNull();
  });

  it('counts nothing that only looks like markup', () => {
    const many = '<b c="d">='.repeat(30_000);
    expect(
      beyondLimits(`<a><![CDATA[${many}]]><!--${many}--><c d='${many.replaceAll('<', '')}'/></a>`),
    ).toBeNull();
    expect(beyondLimits(`<a b="${' xmlns:x'.repeat(1_000)}"/>`)).toBeNull();
  });

  it('says nothing of markup without an end: that is not well-formed', () => {
    for (const text of ['<!--', '<![CDATA[', '<?', '<a b="', '<a ', '</a']) {
      expect(beyondLimits(text + 'x'.repeat(1_000))).toBeNull();
    }
  });
});
