import { describe } from 'vitest';
import { type Edit, edit, type Given, resultPath, tellsReplies } from '../../../../suites/support/judged.ts';
import type { BindingId } from '../../../model/contract.ts';
import type { PlannedStep } from '../../../model/exchange.ts';

type Reading = Given & Pick<PlannedStep, 'rereads'>;

const operation = 'ReportSmsWithPacketId';
const report = (binding: BindingId, ...edits: readonly Edit[]): Given => ({ operation, binding, edits });
const [soap11, soap12, get, post] = [
  report('soap11'),
  report('soap12'),
  report('http-get'),
  report('http-post'),
];
const done: Edit = ['>Done<', '>Sent<'];
const later: Edit = ['>2026-01-02<', '>2026-01-03<'];
const fewer: Edit = [/<DeliveryResults>.*<.DeliveryResults>/g, '<DeliveryResults/>'];
const on = (PacketId: string, given: Given): Given => ({ ...given, values: { PacketId } });

const expected = (binding: BindingId, at: string, shown: string, names: string, level = 'should') =>
  `report/same-content ${level} ${resultPath(operation, binding)}${at}: ${shown} (binding: ${names})`;
const sent = 'expected "Done"; actual "Sent"';
const item = '/DeliveryResults/EmSmsDeliveryResult';

const same = { sameContent: true };
const getDone = report('http-get', done);
const getDiffers = `${expected('http-get', '/PacketStatus', sent, 'HTTP GET, other: SOAP 1.1')}`;
const inTime = 'SOAP 1.1, changed: yes, other: SOAP 1.1';
const tellsOf = (what: string, replies: readonly (Reading | null)[], ...lines: readonly string[]) =>
  tellsReplies(what, [replies, same], lines);

describe('report/same-content', () => {
  tellsOf('no packet that is the same', [{}, soap11, soap12, get, post, { ...soap11, rereads: 1 }]);
  tellsOf('another text at its step', [{}, soap11, soap12, getDone, post], `3: ${getDiffers}`);
  tellsOf(
    'what did not change where something else changed in time',
    [{}, soap11, report('http-get', done, later), { ...report('soap11', later), rereads: 1 }],
    `3: ${expected('soap11', `${item}[1]/SendDate`, 'expected "2026-01-02"; actual "2026-01-03"', inTime, 'gap')} +1`,
    `2: ${getDiffers}`,
  );
  tellsOf(
    'each binding that differs, even in the same way at the same place',
    [get, report('soap11', done), report('soap12', done), post],
    `1: ${expected('soap11', '/PacketStatus', sent, 'SOAP 1.1, other: HTTP GET')}`,
    `2: ${expected('soap12', '/PacketStatus', sent, 'SOAP 1.2, other: HTTP GET')}`,
  );
  tellsOf(
    'a text within one delivery result, and empty against not',
    [post, report('soap12', ['905321112244', '+905321112244'], ['2026-01-02 03:04', ''])],
    `1: ${expected('soap12', `${item}[1]/DeliveryTime`, 'expected "2026-01-02 03:04"; actual ""', 'SOAP 1.2, other: HTTP POST')} +1`,
    `1: ${expected('soap12', `${item}[2]/GsmNumber`, 'expected "905321112244"; actual "+905321112244"', 'SOAP 1.2, other: HTTP POST')}`,
  );
  const count = 'expected 2 delivery results; actual 0 delivery results';
  tellsOf(
    'fewer delivery results',
    [soap11, report('http-get', fewer)],
    `1: ${expected('http-get', '', count, 'HTTP GET, other: SOAP 1.1')}`,
  );
  tellsOf(
    'a packet that changed between its two readings, as observed',
    [soap11, getDone, { ...report('soap11', done), rereads: 0 }],
    `2: ${expected('soap11', '/PacketStatus', sent, inTime, 'gap')}`,
  );
  tellsOf(
    'no texts where the number of delivery results changed in time',
    [soap11, getDone, { ...report('soap11', fewer), rereads: 0 }],
    `2: ${expected('soap11', '', count, inTime, 'gap')}`,
  );
  tellsOf(
    'the others where the first reading is missing',
    [null, soap12, getDone, { ...report('soap11', done), rereads: 0 }],
    `2: ${expected('http-get', '/PacketStatus', sent, 'HTTP GET, other: SOAP 1.2')}`,
  );
  tellsOf('no sends', [edit(...done), soap11, get]);
  tellsOf('no replies that could not be read', [soap11, { operation, body: '<a/>' }]);
  tellsOf('nothing where no report was read', [{}]);
  const second = [on('P-2', report('soap11', done)), on('P-2', getDone)];
  tellsOf('no readings of different packets', [on('P-1', soap11), on('P-1', get), ...second]);
  const mixed = [on('P-1', soap11), on('P-2', soap11), on('P-1', getDone), on('P-2', get)];
  tellsOf('the readings of each packet', mixed, `2: ${getDiffers}`);
  tellsReplies('nothing where the case does not compare', [[soap11, getDone]], []);
});

describe('send/same-meaning', () => {
  let packets = 1;
  /** A bulk send that is given a packet of its own. */
  const bulk = (binding: BindingId, ...edits: readonly Edit[]): Given => {
    packets += 1;
    return { operation: 'SendBulkSms', binding, edits: [['>P-1<', `>P-${packets}<`], ...edits] };
  };
  const first: Reading = bulk('soap11');
  const again: Reading = { ...bulk('soap11'), rereads: 0 };
  const found = (at: string, shown: string, names: string, level = 'should') =>
    `send/same-meaning ${level} ${at}: ${shown} (binding: ${names})`;
  const path = (binding: BindingId, at: string) => `${resultPath('SendBulkSms', binding)}${at}`;
  const overGet = 'HTTP GET, other: SOAP 1.1';
  tellsOf('no send that is answered alike, whatever else differs', [
    first,
    bulk('http-get', later),
    bulk('http-post', ['905321112244', '905321112255']),
    again,
  ]);
  tellsOf(
    'another status and another result',
    [first, bulk('http-get', done), again],
    `1: ${found(path('http-get', '/PacketStatus'), sent, overGet)}`,
  );
  tellsOf(
    'a list that is empty over one binding',
    [first, bulk('http-get', fewer), again],
    `1: ${found(path('http-get', ''), 'expected 2 delivery results; actual 0 delivery results', overGet)}`,
  );
  tellsOf(
    'what changed in time as a change',
    [first, bulk('http-get', done), { ...bulk('soap11', done), rereads: 0 }],
    `2: ${found(path('soap11', '/PacketStatus'), sent, 'SOAP 1.1, changed: yes, other: SOAP 1.1', 'gap')}`,
  );
  const refused: Given = { ...bulk('http-get'), status: 500, body: 'No.' };
  const usual = [first, bulk('http-get'), again];
  const odd = [bulk('soap11'), refused, { ...bulk('soap11'), rereads: 3 }];
  tellsOf(
    'a refusal over a binding that takes everyday sends',
    [...usual, ...odd],
    `4: ${found('reply', 'expected no refusal; actual a refusal', overGet)}`,
  );
  tellsOf('no refusal over a binding that refuses everyday sends, too', [first, refused, again, ...odd]);
  tellsOf('nothing of a reply that could not be read', [first, { ...bulk('http-get'), body: '<a/>' }, again]);
});
