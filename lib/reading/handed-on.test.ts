import { expect, it } from 'vitest';
import { everyCall } from '../../suites/support/calls.ts';
import { type ChangedReply, change, read } from '../../suites/support/judged.ts';
import type { ReadMessages } from '../model/judging/evidence.ts';
import { readingsHandedOn } from './handed-on.ts';

const messagesOf = (reply: ChangedReply): ReadMessages => {
  const { readBack, reading } = read(reply);
  return { request: readBack, reply: reading };
};

const replies: readonly ChangedReply[] = [
  ...everyCall.map(([operation, binding]) => ({ operation, binding })),
  { status: 500, body: 'No such packet' },
  { body: '<!DOCTYPE a><a/>' },
  { body: '<a>\u0130&#x1F600;<![CDATA[<b>]]></a><!-- left out -->' },
  { body: Buffer.from([0xff, 0x80, 0x3c]) },
  { body: '' },
  { headers: [['Content-Encoding', 'br']], ...change('Done', '\\uD83D &#xA0;\t') },
];

it('a reading is the same in another process', () => {
  const handOn = readingsHandedOn();
  for (const reply of replies) {
    const messages = messagesOf(reply);
    expect(JSON.parse(handOn(messages) ?? '')).toEqual(messages);
  }
  expect(JSON.parse(handOn({ request: { fields: [['a', 'b']], root: null } }) ?? '')).toEqual({
    request: { fields: [['a', 'b']], root: null },
  });
});

it('is not handed on where a reply is long, or where there is no room for more', () => {
  const [short, long] = ['', 'x'.repeat(20_000)].map((text) => messagesOf({ body: `<a>${text}</a>` }));
  const length = JSON.stringify(short).length;
  const handOn = readingsHandedOn(2 * length);
  const handedOn = [short, short, short].map((messages) => messages && handOn(messages));
  expect(handedOn.map((text) => text !== undefined)).toEqual([true, true, false]);
  expect(long && readingsHandedOn()(long)).toBeUndefined();
});
