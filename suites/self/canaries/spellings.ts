/**
 * Every way to write a ticket that a report can get, as the standards define it and without a line of the code
 * that masks: what servers plant, and what is looked for in everything that a run leaves behind.
 */
export type Spellings = Readonly<Record<string, string>>;

const octetsOf = (text: string) => [...Buffer.from(text, 'utf8')];
const unitsOf = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
const hex = (value: number, width: number) => value.toString(16).padStart(width, '0');
const points = (text: string, write: (point: number) => string) =>
  [...text].map((one) => write(one.codePointAt(0) ?? 0)).join('');

const names: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '+': 'plus',
  '%': 'percnt',
  '/': 'sol',
  '=': 'equals',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast',
  '?': 'quest',
  $: 'dollar',
  '^': 'Hat',
  '|': 'verbar',
  '\\': 'bsol',
  '.': 'period',
  ı: 'imath',
  ğ: 'gbreve',
  Ş: 'Scedil',
  Ü: 'Uuml',
};

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const everyOctet = (text: string) =>
  octetsOf(text)
    .map((octet) => `%${hex(octet, 2)}`)
    .join('');
const jsonEscaped = (text: string) =>
  unitsOf(text)
    .map((unit) => `\\u${hex(unit, 4)}`)
    .join('');
const named = (text: string) => [...text].map((one) => (names[one] ? `&${names[one]};` : one)).join('');

/** Base64 of a text that begins so many bytes into another, without the characters that the two share. */
function base64At(text: string, before: number): string {
  const bytes = Buffer.from(text, 'utf8');
  const whole = Buffer.concat([Buffer.alloc(before, 0x2d), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

/** What a server writes so that a spelling stands in it: base64 shares its first and its last characters with others. */
export function plantsOf(ticket: string): Spellings {
  const inside = (before: number) => Buffer.from(`${'-'.repeat(before)}${ticket}--`).toString('base64');
  const whole = [0, 1, 2].map((before) => [`base64 at ${before}`, inside(before)]);
  return { ...spellingsOf(ticket), ...Object.fromEntries(whole) };
}

/** What to look for. */
export function spellingsOf(ticket: string): Spellings {
  const percent = encodeURIComponent(ticket);
  const bytes = Buffer.from(ticket, 'utf8');
  return {
    raw: ticket,
    'lower case': ticket.toLowerCase(),
    'upper case': ticket.toUpperCase(),
    percent,
    'percent, lower case': percent.replace(/%../g, (octet) => octet.toLowerCase()),
    'percent, every octet': everyOctet(ticket),
    'percent twice': encodeURIComponent(percent),
    'percent with u': unitsOf(ticket)
      .map((unit) => `%u${hex(unit, 4)}`)
      .join(''),
    form: new URLSearchParams({ t: ticket }).toString().slice(2),
    xml: xml(ticket),
    'xml twice': xml(xml(ticket)),
    'decimal references': points(ticket, (point) => `&#${point};`),
    'decimal references with zeros': points(ticket, (point) => `&#000${point};`),
    'hexadecimal references': points(ticket, (point) => `&#x${hex(point, 1)};`),
    'hexadecimal references with zeros': points(ticket, (point) => `&#X00${hex(point, 1).toUpperCase()};`),
    'named references': named(ticket),
    json: JSON.stringify(ticket).slice(1, -1),
    'json twice': JSON.stringify(JSON.stringify(ticket).slice(1, -1)).slice(1, -1),
    'json units': jsonEscaped(ticket),
    'json units, upper case': jsonEscaped(ticket).replace(/[a-f]/g, (digit) => digit.toUpperCase()),
    'json with slashes': JSON.stringify(ticket).slice(1, -1).replaceAll('/', '\\/'),
    'xml in percent': encodeURIComponent(xml(ticket)),
    'percent in references': points(percent, (point) => `&#${point};`),
    'json of references': JSON.stringify(points(ticket, (point) => `&#${point};`)).slice(1, -1),
    ...Object.fromEntries([0, 1, 2].map((before) => [`base64 at ${before}`, base64At(ticket, before)])),
    base64url: bytes.toString('base64url'),
    'base64 of base64': Buffer.from(bytes.toString('base64')).toString('base64'),
    'base64 of percent': Buffer.from(percent).toString('base64'),
    'base64 in percent': encodeURIComponent(bytes.toString('base64')),
    hex: bytes.toString('hex'),
    'hex, upper case': bytes.toString('hex').toUpperCase(),
    'UTF-8 as Latin-1': bytes.toString('latin1'),
  };
}
