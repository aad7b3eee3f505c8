import { expect, it } from 'vitest';
import { describeFailure } from './failure.ts';

it.each([
  [
    Object.assign(new Error('connect ECONNREFUSED ::1:9'), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED',
    'connect ECONNREFUSED ::1:9',
  ],
  [Object.assign(new Error('EPROTO: odd\n  answer '), { code: 'EPROTO' }), 'EPROTO', 'odd answer'],
  [new TypeError('not so'), 'TypeError', 'not so'],
  [
    new AggregateError([Object.assign(new Error('first'), { code: 'E1' }), new Error('second')], 'all'),
    'E1',
    'first',
  ],
  [new AggregateError([], 'none'), 'AggregateError', 'none'],
])('%s has a code and a message on one line', (error, code, message) => {
  expect(describeFailure(error)).toEqual({ code, message });
});
