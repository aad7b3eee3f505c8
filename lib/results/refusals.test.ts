import { expect, it } from 'vitest';
import type { ResultValues } from '../model/running/results.ts';
import { ownWords } from '../secrets/mask.ts';
import { unevenRefusals } from './refusals.ts';

type Field = ResultValues<string>['fields'][number];

const field = (parameter: string, binding: string, states: Partial<Field>, answer = '500 "x"'): Field => {
  const refusals = states.refused?.map((id) => ({ class: id, exchange: `${parameter} ${binding}`, answer }));
  return { operation: 'SendBulkSms', parameter, binding, ...states, ...(refusals && { refusals }) };
};

const texts = (...fields: readonly Field[]) =>
  unevenRefusals({ values: ownWords({ classes: [], fields }) }).map(({ text }) => text);

const everywhere = (parameter: string, states: Partial<Field>) =>
  ['soap11', 'http-get'].map((binding) => field(parameter, binding, states));

const some = ['plus', 'date', 'zeros', 'word'];

it.each<[string, readonly Field[], readonly string[]]>([
  [
    'another parameter takes the classes, the message first',
    [
      ...everywhere('Originator', { held: ['sql', 'quotes', ...some] }),
      ...everywhere('KeyID', { refused: ['sql', 'quotes'], held: some }),
      ...everywhere('Message', { broken: ['sql'], held: ['quotes', ...some] }),
    ],
    ['KeyID: sql, quotes: 500 "x"; taken in Message, Originator'],
  ],
  [
    'another binding takes them',
    [
      field('KeyID', 'soap11', { held: ['sql', ...some] }),
      field('KeyID', 'http-get', { refused: ['sql'], held: some }, '404 "y"'),
      ...everywhere('Message', { held: ['sql', ...some] }),
    ],
    ['KeyID over http-get: sql: 404 "y"; taken over soap11'],
  ],
  [
    'a format takes them over another binding',
    [
      field('BeginTime', 'soap11', { held: ['sql'] }),
      field('BeginTime', 'http-get', { refused: ['sql', ...some], held: [] }),
      ...everywhere('Message', { held: ['sql', ...some] }),
    ],
    ['BeginTime over http-get: sql: 500 "x"; taken over soap11'],
  ],
  ['nothing is refused', everywhere('KeyID', { held: some }), []],
  [
    'a class is refused wherever it was tried',
    [
      ...everywhere('KeyID', { refused: ['emoji'], held: some }),
      ...everywhere('Message', { refused: ['emoji'], held: some }),
      ...everywhere('Originator', { notSent: ['emoji'], held: some }),
    ],
    [],
  ],
  [
    'a parameter has a format, and refuses more than it takes',
    [
      ...everywhere('BeginTime', { refused: ['sql', 'quotes', 'word'], held: ['date'] }),
      ...everywhere('Message', { held: ['sql', 'quotes', ...some] }),
    ],
    [],
  ],
])('where %s', (_, fields, told) => {
  expect(texts(...fields)).toEqual(told);
});
