import { expect, it } from 'vitest';
import { everyCall } from '../../suites/support/calls.ts';
import { type ChangedReply, change, read } from '../../suites/support/judged.ts';
import { readingsHandedOn } from './handed-on.ts';

/** Returns the messages of a call as they were read, and as they were sent. */
function messagesOf(reply: ChangedReply) {
  const { readBack, reading, request, response } = read(reply);
  const outcome = { kind: 'response', response } as const;
  return [
    { request: readBack, reply: reading },
    { request, outcome },
  ] as const;
}

const replies: readonly ChangedReply[] = [
  ...everyCall.map(([operation, binding]) => ({ operation, binding })),
  { status: 500, body: 'No such packet' },
  { body: '<!DOCTYPE a><a/>' },
  { body: '<a>\u0130&#x1F600;<![CDATA[<b>]]></a><!-- left out -->' },
  { body: Buffer.from([0xff, 0x80, 0x3c]) },
  { body: '' },
  change('Done', '\\uD83D &#xA0;\t'),
];

it('a reading is the same in another process', () => {
  const handOn = readingsHandedOn();
  for (const reply of replies) {
    const [messages, recorded] = messagesOf(reply);
    expect(JSON.parse(handOn(messages, recorded) ?? '')).toEqual(messages);
  }
  const [{ request }, recorded] = messagesOf({ operation: 'ReportSingleShotSms', binding: 'http-get' });
  const failure = { code: 'ECONNRESET', message: 'reset', durationMs: 1 };
  const failed = { request: recorded.request, outcome: { kind: 'failure', failure } } as const;
  expect(JSON.parse(handOn({ request }, failed) ?? '')).toEqual({ request });
});

it('a reading is not handed on where there is no room for more', () => {
  const [short, recorded] = messagesOf({ body: '<a/>' });
  const handOn = readingsHandedOn(2 * JSON.stringify(short).length);
  expect([1, 2, 3].map(() => handOn(short, recorded) !== undefined)).toEqual([true, true, false]);
});

it('a reading of a long or a coded message is not handed on, because it can be far longer', () => {
  const handOn = readingsHandedOn();
  const isHandedOn = (reply: ChangedReply, changed: object = {}) => {
    const [messages, { request, outcome }] = messagesOf(reply);
    return handOn(messages, { request: { ...request, ...changed }, outcome }) !== undefined;
  };
  expect(isHandedOn({ body: `<a>${'x'.repeat(9_000)}</a>` })).toBe(true);
  expect(isHandedOn({ body: `<a>${'x'.repeat(10_000)}</a>` })).toBe(false);
  expect(isHandedOn({}, { body: Buffer.alloc(10_001) })).toBe(false);
  expect(isHandedOn({}, { path: '/'.repeat(10_001) })).toBe(false);
  expect(isHandedOn({}, { headers: [['content-encoding', 'gzip']] })).toBe(false);
  expect(isHandedOn({ headers: [['Content-Encoding', 'br']] })).toBe(false);
});
