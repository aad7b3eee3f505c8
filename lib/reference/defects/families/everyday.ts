import type { HttpRequest, Served } from '../../seams.ts';
import { denied, echoed, numbers, parameters, requestBytes } from '../changes.ts';
import { found, overGet, overPost, plain, reports, soap } from '../defect.ts';

const message = echoed('DeliveredMessage');
const meaning = 'delivery-result.delivered-message.meaning';

/** Makes changes of messages that these cases show. */
const harmed = (...cases: readonly string[]) => found('delivery/texts', meaning, { cases });

const inQuery = { ...overGet, cases: ['*/query-plus-and-semicolon'] };

const inParameters = (...names: readonly string[]) => parameters(({ name }) => names.includes(name));

/** Splits a text into parts of `length` UTF-16 code units. */
function partsOf(text: string, length: number): readonly string[] {
  return text.match(new RegExp(`.{1,${length}}`, 'gs')) ?? [];
}

const anyValue = (part: RegExp) => (_: HttpRequest, call: Served) =>
  Object.values(call.values)
    .flat()
    .some((value) => part.test(value));

/** Returns the packet of a request, or the last packet if that is unknown, as a variable would keep it. */
function orTheLast() {
  let last = '';
  return (id: string) => {
    if (/^P?\d+$/.test(id)) last = id;
    return last === '' ? id : last;
  };
}

/** Deviations of what people write in messages, and of identifiers that read like numbers. */
export const everydayDefects = [
  ...harmed('*/values/*/everyday').in(message, {
    'text-link-shortened: A link in the message is replaced by a short one': [
      /https?:\/\/\S+/g,
      'https://sms.example/x1',
    ],
    'text-mail-masked: A mail address in the message is masked': [/[\w.]+@([\w.]+)/g, '***@$1'],
    'text-card-masked: The number of a card in the message is masked': [
      /\d(?:[ -]?\d){11}(?=[ -]?\d{4})/g,
      '****',
    ],
    'text-code-masked: A code of six digits in the message is masked': [/\b\d{6}\b/g, '******'],
    'text-account-masked: The number of an account in the message is masked': [/\bTR\d{24}\b/g, '****'],
    'text-hash-template-emptied: A placeholder between number signs is left out': [/#\w+#/g, ''],
    'text-choice-taken: The first of the choices in braces is taken': [/\{([^{}|]*)\|[^{}]*\}/g, '$1'],
    'text-bracket-template-emptied: A name in double square brackets is left out': [/\[\[\w+\]\]/g, ''],
    'text-percent-template-emptied: A name between percent signs is left out': [/%\w+%/g, ''],
    'text-dollar-and-at-lost: Dollar and at signs in the message are lost': [/[$@]/g, ''],
  }),
  ...harmed('*/values/*/spaces').in(message, {
    'text-empty-lines-lost: Several line feeds in a row become one': [/\n{2,}/g, '\n'],
    'text-lines-trimmed: Spaces around a line feed are lost': [/ *\n */g, '\n'],
  }),
  ...harmed('*/values/*/markup').in(message, {
    'text-html-names-resolved: A name of HTML without a semicolon is resolved': [/&copy(?!;)/g, '©'],
  }),
  ...harmed('*/values/*/syntax').in(message, {
    'text-lira-spelt: The sign of the lira is replaced by its letters': [/₺/g, 'TL'],
  }),
  ...harmed('*/values/*/word-stop').in(message, {
    'text-stop-as-command: The message STOP is taken for a command and sent as nothing': [/^STOP$/, ''],
  }),
  ...harmed('*/message-borders').in(message, {
    'text-extension-at-end-lost: A character of the extension table is lost as the 160th': [
      /^(.{159})[\^{}\\[\]~|€]/s,
      '$1',
    ],
    'text-pair-cut: A text is cut into parts of 70 units, through surrogate pairs': (text) =>
      partsOf(text, 70)
        .map((part) => Buffer.from(part).toString())
        .join(''),
    'text-joiner-at-cut-lost: Parts of 70 units lose the joiners around them': (text) =>
      partsOf(text, 70)
        .map((part) => part.replace(/^\u200D|\u200D$/g, ''))
        .join(''),
    'text-equal-parts-once: Of parts of 153 characters that are equal one is kept': (text) =>
      [...new Set(partsOf(text, 153))].join(''),
  }),
  // What the contract lets a service refuse, but everyday sentences have.
  ...found('http/status', 'bindings.*.response-status', {
    onlyAffects: true,
    bindings: ['soap11', ...plain],
    cases: ['*/message-like-an-attack'],
  }).in(denied(403), {
    'firewall-select: A firewall refuses a sentence with select and from': anyValue(/\bselect\b.*\bfrom\b/is),
    'firewall-script: A firewall refuses a script element': anyValue(/<script/i),
    'firewall-parent-folder: A firewall refuses a path to the folder above': anyValue(/\.\.\//),
  }),
  ...found('delivery/echo', 'delivery-result.key-id.meaning', { cases: ['*/key-id-number-like'] }).in(
    echoed('KeyID'),
    {
      'key-id-last-zero-lost: A KeyID with a decimal point loses its last zero': [
        /^(\d+\.\d*[1-9])0+$/,
        '$1',
      ],
      'key-id-as-double: A KeyID of sixteen digits is a double': (id) =>
        /^[1-9]\d{15}$/.test(id) ? String(Number(id)) : id,
      'key-id-minus-zero: A KeyID of minus zero becomes zero': [/^-0$/, '0'],
      'key-id-hexadecimal: A KeyID in hexadecimal digits is written as a decimal number': (id) =>
        /^0x[\dA-F]+$/i.test(id) ? String(Number(id)) : id,
      'key-id-comma-lost: A KeyID loses the comma between its digits': [/(?<=\d),(?=\d)/g, ''],
      'key-id-underscore-lost: A KeyID loses the underscore between its digits': [/(?<=\d)_(?=\d)/g, ''],
      'key-id-nan-lost: The KeyID NaN becomes nothing': [/^NaN$/, ''],
      'key-id-infinity-as-null: The KeyID Infinity becomes null': [/^-?Infinity$/, 'null'],
    },
  ),
  ...found('report/packet', 'reports.for-packet', {
    operations: reports,
    cases: ['*/packet-id-to-the-letter'],
  }).in(inParameters('PacketId'), {
    'report-reads-number-in-front: A report takes the packet whose identifier begins the PacketId': [
      /^(P?\d+)\D.*$/s,
      '$1',
    ],
    'report-ignores-zeros-in-front: A report ignores spaces and zeros in front of the PacketId': [
      /^[ 0]+/,
      '',
    ],
  }),
  ...found('report/packet', 'reports.for-packet', {
    operations: ['ReportSingleShotSms'],
    cases: ['*/packet-id-to-the-letter'],
  }).in(inParameters('PacketId'), {
    'report-on-last-packet: A report that would be refused is on the packet of the one before it':
      orTheLast(),
  }),
  ...found(['delivery/texts', 'delivery/echo'], meaning, inQuery).in(inParameters('Message', 'KeyID'), {
    'query-cut-at-semicolon: A query is decoded before it is cut at semicolons': [/;.*/s, ''],
    'query-decoded-twice: The values of a query are decoded twice': (text) =>
      text.replace(/%[0-7][0-9A-F]/g, decodeURIComponent),
  }),
  ...found('http/status', 'bindings.*.response-status', { ...inQuery, onlyAffects: true }).in(
    inParameters('ServiceTicket'),
    { 'ticket-plus-to-space-over-get: A plus sign in the ticket becomes a space over GET': [/\+/g, ' '] },
  ),
  ...found('delivery/recipients', 'sends.delivery-result-per-recipient', {
    ...overPost,
    cases: ['*/values/http-post/empty'],
  }).in(numbers, {
    'form-at-most-1000-fields: Of a form the first 1,000 fields are read': (all) => all.slice(0, 1000 - 5),
  }),
  ...found('delivery/texts', meaning, {
    bindings: soap,
    cases: ['*/hard-text-envelopes/*/named-references'],
  }).in(requestBytes, {
    'references-of-quotes-swapped: The references of the two quotes are read as each other': (body) =>
      Buffer.from(
        Buffer.from(body)
          .toString()
          .replace(/&(quot|apos);/g, (_, name) => (name === 'quot' ? '&apos;' : '&quot;')),
      ),
  }),
];
