import { describe, expect, it } from 'vitest';
import {
  type ChangedReply,
  change,
  type Edit,
  findingsInExchange,
} from '../../../../suites/support/judged.ts';
import { resultPath } from '../../../../suites/support/samples.ts';
import type { BindingId } from '../../../model/contract.ts';
import type { PlannedStep } from '../../../model/exchange.ts';

type Reading = ChangedReply & Pick<PlannedStep, 'rereads'>;

const operation = 'ReportSmsWithPacketId';
const report = (binding: BindingId, ...edits: readonly Edit[]): ChangedReply => ({
  operation,
  binding,
  edits,
});
const [soap11, soap12, get, post] = [
  report('soap11'),
  report('soap12'),
  report('http-get'),
  report('http-post'),
];
const done: Edit = ['>Done<', '>Sent<'];
const later: Edit = ['>2026-01-02<', '>2026-01-03<'];
const fewer: Edit = [/<DeliveryResults>.*<.DeliveryResults>/g, '<DeliveryResults/>'];
const on = (PacketId: string, given: ChangedReply): ChangedReply => ({ ...given, values: { PacketId } });

const expected = (binding: BindingId, at: string, shown: string, names: string, level = 'should') =>
  `report/same-content ${level} ${resultPath(operation, binding)}${at}: ${shown} (binding: ${names})`;
const sent = 'expected "Done"; actual "Sent"';
const item = '/DeliveryResults/EmSmsDeliveryResult';

const same = { sameContent: true };
const getDone = report('http-get', done);
const getDiffers = `${expected('http-get', '/PacketStatus', sent, 'HTTP GET, other: SOAP 1.1')}`;
const inTime = 'SOAP 1.1, changed: yes, other: SOAP 1.1';

describe('report/same-content', () => {
  it('tells of no packet that is the same', () => {
    expect(findingsInExchange([{}, soap11, soap12, get, post, { ...soap11, rereads: 1 }], same)).toEqual([]);
  });
  it('tells of no other order of delivery results, which the contract does not state', () => {
    const [first, second] = ['905321112233', '905321112244'];
    const exchanged = change(first, 'X', second, first, 'X', second);
    expect(findingsInExchange([{}, soap11, { ...get, ...exchanged }], same)).toEqual([]);
    const other = { ...get, edits: [...exchanged.edits, [/OK(?!.*OK)/g, 'Sent'] as const] };
    expect(findingsInExchange([{}, soap11, other], same)).toEqual([
      `2: ${expected('http-get', `${item}[2]/DeliveryResult`, 'expected "OK"; actual "Sent"', 'HTTP GET, other: SOAP 1.1')}`,
    ]);
  });
  it('tells of another text at its step', () => {
    expect(findingsInExchange([{}, soap11, soap12, getDone, post], same)).toEqual([`3: ${getDiffers}`]);
  });
  it('tells of what did not change where something else changed in time', () => {
    expect(
      findingsInExchange(
        [{}, soap11, report('http-get', done, later), { ...report('soap11', later), rereads: 1 }],
        same,
      ),
    ).toEqual([
      `3: ${expected('soap11', `${item}[1]/SendDate`, 'expected "2026-01-02"; actual "2026-01-03"', inTime, 'gap')} +1`,
      `2: ${getDiffers}`,
    ]);
  });
  it('tells of each binding that differs, even in the same way at the same place', () => {
    expect(findingsInExchange([get, report('soap11', done), report('soap12', done), post], same)).toEqual([
      `1: ${expected('soap11', '/PacketStatus', sent, 'SOAP 1.1, other: HTTP GET')}`,
      `2: ${expected('soap12', '/PacketStatus', sent, 'SOAP 1.2, other: HTTP GET')}`,
    ]);
  });
  it('tells of a text within one delivery result, and empty against not', () => {
    expect(
      findingsInExchange(
        [post, report('soap12', ['905321112244', '+905321112244'], ['2026-01-02 03:04', ''])],
        same,
      ),
    ).toEqual([
      `1: ${expected('soap12', `${item}[1]/DeliveryTime`, 'expected "2026-01-02 03:04"; actual ""', 'SOAP 1.2, other: HTTP POST')} +1`,
      `1: ${expected('soap12', `${item}[2]/GsmNumber`, 'expected "905321112244"; actual "+905321112244"', 'SOAP 1.2, other: HTTP POST')}`,
    ]);
  });
  const count = 'expected 2 delivery results; actual 0 delivery results';
  it('tells of fewer delivery results', () => {
    expect(findingsInExchange([soap11, report('http-get', fewer)], same)).toEqual([
      `1: ${expected('http-get', '', count, 'HTTP GET, other: SOAP 1.1')}`,
    ]);
  });
  it('tells of a packet that changed between its two readings, as observed', () => {
    expect(findingsInExchange([soap11, getDone, { ...report('soap11', done), rereads: 0 }], same)).toEqual([
      `2: ${expected('soap11', '/PacketStatus', sent, inTime, 'gap')}`,
    ]);
  });
  it('tells of no texts where the number of delivery results changed in time', () => {
    expect(findingsInExchange([soap11, getDone, { ...report('soap11', fewer), rereads: 0 }], same)).toEqual([
      `2: ${expected('soap11', '', count, inTime, 'gap')}`,
    ]);
  });
  it('tells of the others where the first reading is missing', () => {
    expect(
      findingsInExchange([null, soap12, getDone, { ...report('soap11', done), rereads: 0 }], same),
    ).toEqual([`2: ${expected('http-get', '/PacketStatus', sent, 'HTTP GET, other: SOAP 1.2')}`]);
  });
  it('tells of no sends', () => {
    expect(findingsInExchange([change(...done), soap11, get], same)).toEqual([]);
  });
  it('tells of no replies that could not be read', () => {
    expect(findingsInExchange([soap11, { operation, body: '<a/>' }], same)).toEqual([]);
  });
  it('tells nothing where no report was read', () => {
    expect(findingsInExchange([{}], same)).toEqual([]);
  });
  const second = [on('P-2', report('soap11', done)), on('P-2', getDone)];
  it('tells of no readings of different packets', () => {
    expect(findingsInExchange([on('P-1', soap11), on('P-1', get), ...second], same)).toEqual([]);
  });
  const mixed = [on('P-1', soap11), on('P-2', soap11), on('P-1', getDone), on('P-2', get)];
  it('tells of the readings of each packet', () => {
    expect(findingsInExchange(mixed, same)).toEqual([`2: ${getDiffers}`]);
  });
  it('tells nothing where the case does not compare', () => {
    expect(findingsInExchange([soap11, getDone])).toEqual([]);
  });
});

describe('send/same-meaning', () => {
  let packets = 1;
  /** A bulk send that is given a packet of its own. */
  const bulk = (binding: BindingId, ...edits: readonly Edit[]): ChangedReply => {
    packets += 1;
    return { operation: 'SendBulkSms', binding, edits: [['>P-1<', `>P-${packets}<`], ...edits] };
  };
  const first: Reading = bulk('soap11');
  const again: Reading = { ...bulk('soap11'), rereads: 0 };
  const found = (at: string, shown: string, names: string, level = 'should') =>
    `send/same-meaning ${level} ${at}: ${shown} (binding: ${names})`;
  const path = (binding: BindingId, at: string) => `${resultPath('SendBulkSms', binding)}${at}`;
  const overGet = 'HTTP GET, other: SOAP 1.1';
  it('tells of no send that is answered alike, whatever else differs', () => {
    expect(
      findingsInExchange(
        [first, bulk('http-get', later), bulk('http-post', ['905321112244', '905321112255']), again],
        same,
      ),
    ).toEqual([]);
  });
  it('tells of another status and another result', () => {
    expect(findingsInExchange([first, bulk('http-get', done), again], same)).toEqual([
      `1: ${found(path('http-get', '/PacketStatus'), sent, overGet)}`,
    ]);
  });
  it('tells of a list that is empty over one binding', () => {
    expect(findingsInExchange([first, bulk('http-get', fewer), again], same)).toEqual([
      `1: ${found(path('http-get', ''), 'expected 2 delivery results; actual 0 delivery results', overGet)}`,
    ]);
  });
  it('tells of what changed in time as a change', () => {
    expect(
      findingsInExchange([first, bulk('http-get', done), { ...bulk('soap11', done), rereads: 0 }], same),
    ).toEqual([
      `2: ${found(path('soap11', '/PacketStatus'), sent, 'SOAP 1.1, changed: yes, other: SOAP 1.1', 'gap')}`,
    ]);
  });
  const refused: ChangedReply = { ...bulk('http-get'), status: 500, body: 'No.' };
  const usual = [first, bulk('http-get'), again];
  const odd = [bulk('soap11'), refused, { ...bulk('soap11'), rereads: 3 }];
  it('tells of a refusal over a binding that takes everyday sends', () => {
    expect(findingsInExchange([...usual, ...odd], same)).toEqual([
      `4: ${found('reply', 'expected no refusal; actual a refusal', overGet)}`,
    ]);
  });
  it('tells of no refusal over a binding that refuses everyday sends, too', () => {
    expect(findingsInExchange([first, refused, again, ...odd], same)).toEqual([]);
  });
  it('tells nothing of a reply that could not be read', () => {
    expect(findingsInExchange([first, { ...bulk('http-get'), body: '<a/>' }, again], same)).toEqual([]);
  });
});
