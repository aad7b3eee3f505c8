/** Named references of HTML and XML to characters that a secret can hold; letters with marks have a rule of their own. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0', Tab: '\t', NewLine: '\n' },
  ...{
    excl: '!',
    num: '#',
    dollar: '$',
    percnt: '%',
    lpar: '(',
    rpar: ')',
    ast: '*',
    midast: '*',
    plus: '+',
  },
  ...{ comma: ',', period: '.', sol: '/', colon: ':', semi: ';', equals: '=', quest: '?', commat: '@' },
  ...{ lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^', lowbar: '_', UnderBar: '_' },
  ...{ grave: '`', DiacriticalGrave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|', VerticalLine: '|' },
  ...{ rcub: '}', rbrace: '}', AMP: '&', LT: '<', GT: '>', QUOT: '"', imath: 'ı', inodot: 'ı', Idot: 'İ' },
  ...{ shy: '\u00AD', dash: '\u2010', hyphen: '\u2010', ensp: ' ', emsp: ' ', thinsp: ' ' },
};

/** References that HTML reads without their semicolon as well. */
const BARE = /^(?:amp|lt|gt|quot|AMP|LT|GT|QUOT)/;

const MARKED_LETTER = /^([A-Za-z])(?:uml|acute|grave|circ|cedil|tilde|ring|breve|caron|dot|macr|ogon|dblac)$/;

/** Letters of the longest name, and digits of a numeric reference beyond which it is none. */
const MOST_LETTERS = 24;
const MOST_DIGITS = 24;

const NUMERIC = new RegExp(`#(?:[xX]([0-9a-fA-F]{1,${MOST_DIGITS}})|([0-9]{1,${MOST_DIGITS}}));?`, 'y');
const NAME = new RegExp(`([A-Za-z]{1,${MOST_LETTERS}})(;?)`, 'y');

/** A character, and how many UTF-16 units its spelling takes. */
export interface Spelled {
  readonly text: string;
  readonly length: number;
}

/** The character that a reference at `index`, where an ampersand stands, means; nothing where it is none. */
export function referenceAt(text: string, index: number): Spelled | undefined {
  NUMERIC.lastIndex = index + 1;
  const numeric = NUMERIC.exec(text);
  if (numeric) {
    const point = numeric[1] ? Number.parseInt(numeric[1], 16) : Number.parseInt(numeric[2] ?? '', 10);
    return point <= 0x10ffff
      ? { text: String.fromCodePoint(point), length: numeric[0].length + 1 }
      : undefined;
  }
  NAME.lastIndex = index + 1;
  const [whole = '', name = '', end] = NAME.exec(text) ?? [];
  if (end === ';') {
    const meant = NAMED[name] ?? MARKED_LETTER.exec(name)?.[1];
    if (meant !== undefined) return { text: meant, length: whole.length + 1 };
  }
  const [bare] = BARE.exec(name) ?? [];
  return bare === undefined ? undefined : { text: NAMED[bare] ?? '', length: bare.length + 1 };
}
