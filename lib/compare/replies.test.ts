import { describe, expect, it } from 'vitest';
import { sampleNamed } from '../../suites/support/calls.ts';
import { contract } from '../../suites/support/cases.ts';
import { recogniseEntries } from '../recording/read-recordings.ts';
import { encodeGet } from '../wire/bindings/http.ts';
import { pairsOf, repliesOf } from './replies.ts';

const MESSAGE = 'Conformance test message';

/** Makes the replies of a gateway that delivers each of these texts in the place of the one message that was sent. */
function repliesWith(delivered: readonly string[]) {
  const call = sampleNamed('SendBulkSms', 'http-get', { GsmNumbers: ['905000000000'], Message: MESSAGE });
  const entries = delivered.map((text, place) => {
    const body = `<EmPostSmsResult xmlns="${call.target.namespace}"><PacketID>P${place}</PacketID><DeliveryResults><EmSmsDeliveryResult><GsmNumber>905000000000</GsmNumber><DeliveredMessage>${text}</DeliveredMessage></EmSmsDeliveryResult></DeliveryResults></EmPostSmsResult>`;
    const headers = [['Content-Type', 'text/xml; charset=utf-8']] as const;
    const response = { status: 200, reason: 'OK', headers, body: Buffer.from(body), durationMs: 0 };
    return {
      ...{ entry: place + 1, place: null, startedAt: 0, endedAt: 0, origin: 'http://gateway.example' },
      ...{ request: encodeGet(call), outcome: { kind: 'response', response } as const, inexact: [] },
    };
  });
  return repliesOf(recogniseEntries(entries, contract), contract);
}

/** Lists what two gateways deliver otherwise, each difference once. */
function differencesOf(old: readonly string[], now: readonly string[]) {
  const pairs = [...pairsOf(repliesWith(old), repliesWith(now)).values()];
  return [...new Set(pairs.flatMap(({ changes }) => changes.map(({ from, to }) => `${from} -> ${to}`)))];
}

describe('a text that is as sent to a character alone', () => {
  it('is no difference where what follows is new in each reply: an identifier or a number', () => {
    const references = (first: number) =>
      Array.from({ length: 6 }, (_, place) => `Conformance #${String(first + place).padStart(7, '0')}`);
    expect(differencesOf(references(1_000_001), references(2_000_001))).toEqual([]);
    const withGuid = (digit: string) => [`Conformance [${digit}f2504e0-4f89-11d3-9a0c-0305e82c3301]`];
    expect(differencesOf(withGuid('3'), withGuid('4'))).toEqual([]);
  });

  it('is shown with its line breaks', () => {
    expect(differencesOf(['Conformance\nA'], ['Conformance\nB'])).toEqual([
      String.raw`"Conformance\nA" -> "Conformance\nB"`,
    ]);
  });

  it('is one difference where the other side changes texts in a way that has a name', () => {
    const [upper, lost] = [[MESSAGE.toUpperCase()], ['Conformance #']];
    expect(differencesOf(upper, lost)).toEqual([
      'as sent, but the text was converted to upper case -> as sent, but another text from character 13 on',
    ]);
    expect(differencesOf(lost, ['Conform'])).toEqual([
      'as sent, but another text from character 13 on -> as sent, but cut off after character 7',
    ]);
  });
});
