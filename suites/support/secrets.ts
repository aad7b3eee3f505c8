/** For tests: the ways to write a ticket that the mask covers, without a line of the code that masks. */
type Coding = (text: string) => string;

const xml: Coding = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const points = (text: string, write: (point: number) => string) =>
  [...text].map((character) => write(character.codePointAt(0) ?? 0)).join('');
const units = (text: string, prefix: string) =>
  Array.from({ length: text.length }, (_, i) => prefix + hex(text.charCodeAt(i), 4)).join('');
const hex = (value: number, width: number) => value.toString(16).padStart(width, '0');
const json: Coding = (text) => JSON.stringify(text).slice(1, -1);
export const codings: Readonly<Record<string, Coding>> = {
  'as it is': (text) => text,
  'lower case': (text) => text.toLowerCase(),
  'upper case': (text) => text.toUpperCase(),
  percent: encodeURIComponent,
  'percent, lower case': (text) => encodeURIComponent(text).replace(/%../g, (octet) => octet.toLowerCase()),
  'percent, every octet': (text) => Array.from(Buffer.from(text), (octet) => `%${hex(octet, 2)}`).join(''),
  form: (text) => new URLSearchParams({ t: text }).toString().slice(2),
  xml,
  'xml with apostrophes': (text) => xml(text).replaceAll("'", '&#39;'),
  'decimal references': (text) => points(text, (point) => `&#${point};`),
  'hexadecimal references with zeros': (text) =>
    points(text, (point) => `&#X00${hex(point, 1).toUpperCase()};`),
  json,
  'json with slashes': (text) => json(text).replaceAll('/', '\\/'),
  'json units': (text) => units(text, '\\u'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  base64: (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex, upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};
