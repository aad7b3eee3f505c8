import { describe, expect, it } from 'vitest';
import { foundSent, type Row, type Sent } from '../testing.ts';

const [first, second] = ['905321112233', '905321112244'];
const moved = (to: string): Sent => ({
  binding: 'http-post',
  edits: [[/&(GsmNumbers=905321112233)&(GsmNumbers=905321112244)(.*)/g, to]],
});
const wrong = (name: string, actual: string) =>
  `request/list GsmNumbers: expected one ${name} each for "${first}", "${second}"; actual ${actual} (field: GsmNumbers)`;

describe('request/list', () => {
  it.each<Row<Sent>>([
    [
      'items of another name',
      { edits: [[/<(\/?)string>/g, '<$1String>']] },
      wrong('{ns}string child', '{ns}String, {ns}String'),
    ],
    [
      'items in no namespace',
      { binding: 'soap12', edits: [['<string>', '<string xmlns="">']] },
      wrong('{ns}string child', 'string, string'),
    ],
    [
      'numbers in one text',
      { binding: 'soap12', edits: [[/<string>(\d+)<.string><string>(\d+)<.string>/g, '$1,$2']] },
      wrong('{ns}string child', `the text "${first},${second}"`),
    ],
    [
      'another order',
      { edits: [[/(<string>\d+<.string>)(<string>\d+<.string>)/g, '$2$1']] },
      wrong('{ns}string child', `"${second}", "${first}"`),
    ],
    ['another order of fields', moved('&$2$3&$1'), wrong('field GsmNumbers', `"${second}", "${first}"`)],
    [
      'numbers in one field',
      { binding: 'http-post', edits: [[`&GsmNumbers=${second}`, `,${second}`]] },
      wrong('field GsmNumbers', `"${first},${second}"`),
    ],
    [
      'a number left out',
      { binding: 'http-get', path: [[`&GsmNumbers=${second}`, '']] },
      wrong('field GsmNumbers', `"${first}"`),
    ],
  ])('is broken by %s', (_, sent, ...lines) => {
    expect(foundSent(sent)).toEqual(lines);
  });

  it('expects no text of several numbers, which a client made of the list', () => {
    const joined = { GsmNumbers: [`${first},${second}`] };
    const edits: Sent['edits'] = [
      ['<string>', ''],
      ['</string>', ''],
    ];
    expect(foundSent({ binding: 'soap12', values: joined, edits })).toEqual([
      `request/list GsmNumbers: expected one {ns}string child for each number; actual the text "${first},${second}" (field: GsmNumbers)`,
    ]);
  });

  it('keeps silent on fields that do not follow one another', () => {
    expect(foundSent(moved('&$1$3&$2'))).toEqual([]);
  });

  it.each(['soap11', 'soap12', 'http-get', 'http-post'] as const)(
    'keeps silent on lists of none, one, equal numbers and many over %s',
    (binding) => {
      const lists = [[], ['1'], ['1', '1'], Array.from({ length: 100 }, (_, i) => String(i))];
      expect(lists.flatMap((GsmNumbers) => foundSent({ binding, values: { GsmNumbers } }))).toEqual([]);
    },
  );

  it.each(['soap11', 'soap12'] as const)('is broken, as the parameters are, by none over %s', (binding) => {
    expect(foundSent({ binding, edits: [[/<GsmNumbers>.*<.GsmNumbers>/g, '']] })).toEqual([
      expect.stringMatching(/^request\/parameters /),
      wrong('{ns}string child', 'none'),
    ]);
  });
});
