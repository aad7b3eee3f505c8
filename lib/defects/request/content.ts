import { plain, type RequestDefect, soap, withContent, withParameters } from './request-defect.ts';

/** Mistakes in which parameters are carried, over every binding. */
const parameters = (
  [
    ['ticket-missing', 'The ServiceTicket is missing', ([, ...others]: readonly string[]) => others],
    [
      'ticket-twice',
      'The ServiceTicket is carried twice',
      (all: readonly string[]) => [...all.slice(0, 1), ...all],
    ],
    [
      'ticket-renamed',
      'The ServiceTicket is called serviceTicket',
      (all: readonly string[]) => all.map((one) => one.replaceAll('ServiceTicket', 'serviceTicket')),
    ],
    [
      'ticket-changed',
      'The ServiceTicket is another',
      ([first = '', ...others]: readonly string[]) => [first.replace(/([=>])/, '$1x'), ...others],
    ],
    ['last-missing', 'The last parameter is missing', (all: readonly string[]) => all.slice(0, -1)],
  ] as const
).map(
  ([id, title, change]): RequestDefect => ({
    id,
    title,
    rules: ['request/parameters'],
    change: (request, call) => withParameters(request, call, change),
  }),
);

/** A mistake over SOAP alone: fields are told by their names. */
const ticketLast: RequestDefect = {
  id: 'ticket-last',
  title: 'The ServiceTicket is carried last',
  bindings: soap,
  rules: ['request/parameters'],
  change: (request, call) => withParameters(request, call, ([first = '', ...others]) => [...others, first]),
};

/** Mistakes in how GsmNumbers is carried (contract §4.1 rule 4): a pattern over SOAP or in fields. */
const lists = (
  [
    [
      'list-child-renamed',
      'The children of GsmNumbers are called GsmNumber',
      soap,
      ['request/list'],
      /(<\/?)string>/g,
      '$1GsmNumber>',
    ],
    [
      'list-joined',
      'The numbers are one text, joined by commas',
      soap,
      ['request/list'],
      /<\/string><string>|<\/?string>/g,
      ',',
    ],
    [
      'list-flattened',
      'GsmNumbers itself is repeated',
      soap,
      ['request/list', 'request/parameters'],
      /<\/string><string>/g,
      '</string></GsmNumbers><GsmNumbers><string>',
    ],
    [
      'list-last-only',
      'Only the last number is carried',
      soap,
      ['request/list'],
      /<string>\d+<\/string>(?=<string>)/g,
      '',
    ],
    [
      'fields-joined',
      'The numbers are one field, joined by commas',
      plain,
      ['request/list'],
      /(GsmNumbers=\d+)&GsmNumbers=/g,
      '$1%2C',
    ],
    [
      'fields-indexed',
      'The fields of the numbers carry brackets',
      plain,
      ['request/list', 'request/parameters'],
      /GsmNumbers=/g,
      'GsmNumbers%5B%5D=',
    ],
    [
      'fields-last-only',
      'Only the last number is carried as a field',
      plain,
      ['request/list'],
      /GsmNumbers=\d+&(?=GsmNumbers)/g,
      '',
    ],
  ] as const
).map(
  ([id, title, bindings, rules, from, to]): RequestDefect => ({
    id,
    title,
    bindings,
    operations: ['SendBulkSms'],
    rules,
    change: (request) => withContent(request, (text) => text.replace(from, to)),
  }),
);

export const contentRequestDefects: readonly RequestDefect[] = [...parameters, ticketLast, ...lists];
