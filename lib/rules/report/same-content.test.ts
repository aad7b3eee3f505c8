import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../model/contract.ts';
import type { PlannedStep } from '../../model/exchange.ts';
import { type Edit, type Given, judgeReplies, type Row, resultPath, told } from '../testing.ts';

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

describe('report/same-content', () => {
  it.each<Row<readonly (Reading | null)[]>>([
    [
      'keeps silent on the same packet over all bindings, read again at the end',
      [{}, soap11, soap12, get, post, { ...soap11, rereads: 1 }],
    ],
    [
      'is broken by another text over another binding, told of the step whose reply differs',
      [{}, soap11, soap12, report('http-get', done), post],
      `3: ${expected('http-get', '/PacketStatus', sent, 'HTTP GET, other: SOAP 1.1')}`,
    ],
    [
      'compares what did not change where something else changed in time',
      [{}, soap11, report('http-get', done, later), { ...report('soap11', later), rereads: 1 }],
      `3: ${expected('soap11', `${item}[1]/SendDate`, 'expected "2026-01-02"; actual "2026-01-03"', 'SOAP 1.1, changed: yes, other: SOAP 1.1', 'gap')} +1`,
      `2: ${expected('http-get', '/PacketStatus', sent, 'HTTP GET, other: SOAP 1.1')}`,
    ],
    [
      'names each binding that differs, even in the same way at the same place',
      [get, report('soap11', done), report('soap12', done), post],
      `1: ${expected('soap11', '/PacketStatus', sent, 'SOAP 1.1, other: HTTP GET')}`,
      `2: ${expected('soap12', '/PacketStatus', sent, 'SOAP 1.2, other: HTTP GET')}`,
    ],
    [
      'is broken by a text within one delivery result, and by empty against not',
      [post, report('soap12', ['905321112244', '+905321112244'], ['2026-01-02 03:04', ''])],
      `1: ${expected('soap12', `${item}[1]/DeliveryTime`, 'expected "2026-01-02 03:04"; actual ""', 'SOAP 1.2, other: HTTP POST')} +1`,
      `1: ${expected('soap12', `${item}[2]/GsmNumber`, 'expected "905321112244"; actual "+905321112244"', 'SOAP 1.2, other: HTTP POST')}`,
    ],
    [
      'is broken by fewer delivery results',
      [soap11, report('http-get', fewer)],
      `1: ${expected('http-get', '', 'expected 2 delivery results; actual 0 delivery results', 'HTTP GET, other: SOAP 1.1')}`,
    ],
    [
      'only observes a packet that changed between its two readings over one binding',
      [soap11, report('http-get', done), { ...report('soap11', done), rereads: 0 }],
      `2: ${expected('soap11', '/PacketStatus', sent, 'SOAP 1.1, changed: yes, other: SOAP 1.1', 'gap')}`,
    ],
    [
      'compares no texts where the number of delivery results changed in time',
      [soap11, report('http-get', done), { ...report('soap11', fewer), rereads: 0 }],
      `2: ${expected('soap11', '', 'expected 2 delivery results; actual 0 delivery results', 'SOAP 1.1, changed: yes, other: SOAP 1.1', 'gap')}`,
    ],
    [
      'is still broken where the first reading is missing and the others differ',
      [null, soap12, report('http-get', done), { ...report('soap11', done), rereads: 0 }],
      `2: ${expected('http-get', '/PacketStatus', sent, 'HTTP GET, other: SOAP 1.2')}`,
    ],
    ['is not asked about sends', [{ edits: [done] }, soap11, get]],
    ['is not asked about replies that could not be read', [soap11, { operation, body: '<a/>' }]],
    ['is not asked where no report was read', [{}]],
    [
      'compares no readings of different packets',
      [
        on('P-1', soap11),
        on('P-1', get),
        on('P-2', report('soap11', done)),
        on('P-2', report('http-get', done)),
      ],
    ],
    [
      'compares the readings of each packet with each other',
      [on('P-1', soap11), on('P-2', soap11), on('P-1', report('http-get', done)), on('P-2', get)],
      `2: ${expected('http-get', '/PacketStatus', sent, 'HTTP GET, other: SOAP 1.1')}`,
    ],
  ])('%s', (_, replies, ...lines) => {
    const findings = judgeReplies(replies, { sameContent: true });
    expect(told(findings).map((line, i) => `${findings[i]?.step}: ${line}`)).toEqual(lines);
  });

  it('is not asked where the case does not compare', () => {
    expect(judgeReplies([soap11, report('http-get', done)], {})).toEqual([]);
  });
});
