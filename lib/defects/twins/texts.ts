import { inTexts, plainText } from './markup.ts';
import type { Twin } from './twin.ts';

const references = 'XML 1.0 §4.1: a reference stands for its character';
const sections = 'XML 1.0 §2.7: a CDATA section stands for its characters';
const cases = ['SendBulkSms/message-xml', 'SendBulkSms/message-emoji', 'SendBulkSms/message-line-breaks'];

/** A CR as a reference, because XML reads one in a section as LF; `]]>` in two sections. */
function section(text: string): string {
  if (text === '') return '';
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[')}]]>`;
}

/** The same characters, each as a reference of this form. */
const referenced = (form: (code: number) => string) =>
  inTexts((text) => [...plainText(text)].map((character) => form(character.codePointAt(0) ?? 0)).join(''));

const hexadecimal = (code: number) => code.toString(16);

const forms = [
  ['decimal', 'decimal', (code: number) => `&#${code};`],
  ['lower-hexadecimal', 'lower-case hexadecimal', (code: number) => `&#x${hexadecimal(code)};`],
  ['upper-hexadecimal', 'upper-case hexadecimal', (code: number) => `&#x${hexadecimal(code).toUpperCase()};`],
  ['leading-zeros', 'decimal, with leading zeros,', (code: number) => `&#${String(code).padStart(9, '0')};`],
] as const;

/** Equal ways to write the characters of a field. */
export const textTwins: readonly Twin[] = [
  ...forms.map(
    ([name, how, form]): Twin => ({
      id: `references-${name}`,
      title: `Every character of a text is a ${how} reference`.replace(', reference', ' reference'),
      because: references,
      cases,
      ...referenced(form),
    }),
  ),
  {
    id: 'references-mixed',
    title: 'Every second character of a text is a reference',
    because: references,
    cases,
    ...inTexts((text) =>
      [...plainText(text)]
        .map((character, index) =>
          index % 2 === 0 || /[&<>\r]/.test(character) ? `&#${character.codePointAt(0)};` : character,
        )
        .join(''),
    ),
  },
  {
    id: 'references-quotes',
    title: 'Quotes and apostrophes in texts are entity references',
    because: 'XML 1.0 §4.6: the five predefined entities',
    operations: ['SendBulkSms', 'SingleShotSmsWithTypeAndKeyID'],
    cases: ['SendBulkSms/message-xml'],
    ...inTexts((text) => text.replaceAll('"', '&quot;').replaceAll("'", '&apos;')),
  },
  {
    id: 'greater-than-bare',
    title: 'A > in a text stands for itself, but after ]]',
    because: 'XML 1.0 §2.4: only ]]> has to be escaped',
    operations: ['SendBulkSms', 'SingleShotSmsWithTypeAndKeyID'],
    cases: ['SendBulkSms/message-xml'],
    ...inTexts((text) => text.replace(/(?<!\]\])&gt;/g, '>')),
  },
  {
    id: 'cdata-whole',
    title: 'Every text is a CDATA section',
    because: sections,
    cases,
    ...inTexts((text) => section(plainText(text))),
  },
  {
    id: 'cdata-part',
    title: 'The middle of every text is a CDATA section',
    because: sections,
    cases,
    ...inTexts((text) => text.replace(/^([^&]?)([^&]+)/u, (_, first, rest) => first + section(rest))),
  },
  {
    id: 'cdata-per-character',
    title:
      'Every character of a text, of a long one the first 1,000, is a CDATA section, with empty ones between',
    because: sections,
    cases,
    ...inTexts((text) => {
      const characters = [...plainText(text)];
      const single = characters.slice(0, 1_000).map((character) => `${section(character)}<![CDATA[]]>`);
      return single.join('') + section(characters.slice(1_000).join(''));
    }),
  },
  {
    id: 'comments-within-texts',
    title: 'A comment stands after the first character of every text',
    because: 'XML 1.0 §2.5: comments are not part of the character data',
    cases,
    ...inTexts((text) => text.replace(/^(?:&[^;]*;|.)/su, '$&<!-- comment -->')),
  },
];
