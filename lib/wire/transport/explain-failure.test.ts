import { expect, it } from 'vitest';
import { describeFailure } from './explain-failure.ts';

const coded = (code: string, message: string) => Object.assign(new Error(message), { code });
const openssl =
  '00D84:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/ssl3_record.c:350:\n';

it.each([
  [coded('ECONNREFUSED', 'connect ECONNREFUSED ::1:9'), 'ECONNREFUSED', 'connect ECONNREFUSED ::1:9'],
  [coded('EPROTO', 'EPROTO: odd\n  answer '), 'EPROTO', 'odd answer'],
  [coded('ERR_SSL_WRONG_VERSION_NUMBER', openssl), 'ERR_SSL_WRONG_VERSION_NUMBER', 'wrong version number'],
  [coded('E2', 'Headers Overflow Error'), 'E2', 'the header section of the response exceeds 16 KiB'],
  [new TypeError('not so'), 'TypeError', 'not so'],
  [new AggregateError([coded('E1', 'first'), new Error('second')], 'all'), 'E1', 'first'],
  [new AggregateError([], 'none'), 'AggregateError', 'none'],
])('%s has a code and a message on one line', (error, code, message) => {
  expect(describeFailure(error)).toEqual({ code, message });
});
