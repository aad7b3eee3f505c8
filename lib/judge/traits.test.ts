import { expect, it } from 'vitest';
import { rules } from './rules/index.ts';
import type { Trait } from './rules/rule.ts';
import { hasTrait, isOfRequest, needOf } from './traits.ts';

const fields = ['field-once', 'field-namespace', 'field-text', 'only-fields', 'field-order'];
const recipients = ['recipients', 'once-each', 'number', 'number-notation'];
const deliveries = [...fields, ...recipients, 'texts', 'echo', 'times', 'send-date', 'time-order'];
const inGroup = (group: string, names: readonly string[]) => names.map((name) => `${group}/${name}`);

it.each<[readonly [Trait, ...Trait[]], readonly string[]]>([
  [['unanswered'], ['http/response']],
  [['unreadable'], ['http/readable-head']],
  [['limit'], ['http/limits', 'xml/limits']],
  [['status'], ['http/status']],
  [
    ['unread'],
    [
      ...['http/response', 'http/limits', 'http/status', 'xml/limits', 'xml/well-formed', 'plain/root'],
      ...['soap/envelope', 'soap/body', 'soap/response', 'soap/result'],
    ],
  ],
  [
    ['namespace'],
    [
      ...['soap/response', 'soap/result', 'plain/root', 'result/list-items'],
      ...[...inGroup('result', fields), ...inGroup('delivery', fields)],
    ],
  ],
  [['second-opinion'], ['result/schema']],
  [['deliveries'], [...inGroup('delivery', deliveries), 'run/delivery-results']],
  [['numbers'], inGroup('delivery', ['recipients', 'number', 'number-notation'])],
  [['text'], ['delivery/texts']],
  [['values'], ['report/packet', ...inGroup('delivery', ['recipients', 'once-each', 'texts', 'echo'])]],
  [
    ['values', 'numbers', 'packet'],
    [
      ...['http/status', 'case/expectation', ...inGroup('delivery', [...recipients, 'texts', 'echo'])],
      ...['delivery/time-order', 'report/packet', 'report/delivery-results', 'report/same-content'],
      ...['report/ticket', 'report/send-date'],
    ],
  ],
  [
    ['content'],
    inGroup('request', ['encoding', 'envelope', 'operation-element', 'parameters', 'list', 'values']),
  ],
  [['case'], ['case/expectation', 'report/same-content']],
  [['comparing'], ['send/same-meaning', 'report/ticket']],
])('the rules about %j are these', (traits, ids) => {
  const found = rules.filter(({ id }) => hasTrait(id, ...traits)).map(({ id }) => id);
  expect(found.toSorted()).toEqual(ids.toSorted());
});

it('nothing is known of a rule that results of another version name', () => {
  expect(hasTrait('http/other', 'unread', 'status')).toBe(false);
  expect(needOf('http/other')).toBeUndefined();
  expect(isOfRequest({ rule: 'http/other' })).toBe(false);
});

it('the rules about requests are those that need one alone', () => {
  const ofRequest = rules.filter(({ id }) => isOfRequest({ rule: id })).map(({ id }) => id);
  expect(ofRequest).toEqual(rules.map(({ id }) => id).filter((id) => id.startsWith('request/')));
});
