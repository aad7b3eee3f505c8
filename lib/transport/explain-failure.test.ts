import { expect, it } from 'vitest';
import { describeFailure } from './explain-failure.ts';

it.each([
  [
    Object.assign(new Error('connect ECONNREFUSED ::1:9'), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED',
    'connect ECONNREFUSED ::1:9',
  ],
  [Object.assign(new Error('EPROTO: odd\n  answer '), { code: 'EPROTO' }), 'EPROTO', 'odd answer'],
  [
    Object.assign(
      new Error(
        '00D84:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/ssl3_record.c:350:\n',
      ),
      { code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
    ),
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'wrong version number',
  ],
  [
    Object.assign(new Error('Headers Overflow Error'), { code: 'UND_ERR_HEADERS_OVERFLOW' }),
    'UND_ERR_HEADERS_OVERFLOW',
    'the header section of the response exceeds 16 KiB',
  ],
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
