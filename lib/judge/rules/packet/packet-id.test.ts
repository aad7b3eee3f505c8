import { describe } from 'vitest';
import {
  edit,
  type Given,
  resultPath,
  silent,
  tells,
  tellsReplies,
} from '../../../../suites/support/judged.ts';

const path = `${resultPath('SendBulkSms', 'soap11')}/PacketID`;
const givenBefore = () => 'SendBulkSms/canonical/http-get';

describe('send/packet-id', () => {
  const empty = `send/packet-id should ${path}: expected an identifier; actual empty (field: PacketID)`;
  tells('an empty identifier', edit('P-1', ''), [empty]);
  tells('one of nothing but white space', edit('P-1', ' &#10; '), [empty]);
  silent('any other text', edit('P-1', '-1.50E+3'));
});

describe('send/new-packet', () => {
  tells('an identifier that another exchange was given before', { givenBefore }, [
    `send/new-packet should ${path}: expected a PacketID that no earlier send of the run returned; actual "P-1", already returned in "SendBulkSms/canonical/http-get" (field: PacketID)`,
  ]);
  silent('reports, which show an identifier again', { operation: 'ReportSmsWithPacketId', givenBefore });
});

const single = 'SingleShotSmsWithTypeAndKeyID';
const report: Given = { operation: 'ReportSmsWithPacketId' };
const second = edit('P-1', 'P-2');
const empty = edit('P-1', ' ');

const wrong = (of: number, actual = '"P-1"', path = resultPath('SendBulkSms', 'soap11')) =>
  `send/distinct-packets must ${path}/PacketID: expected a PacketID other than that of step ${of}; actual ${actual} (field: PacketID)`;

describe('send/distinct-packets', () => {
  const nothing = { body: '<a/>' };

  tellsReplies('no one send, and no reports that show its identifier again', [[{}, report, report]], []);
  tellsReplies('no difference of a letter or a zero', [[{}, edit('P-1', 'p-1'), edit('P-1', 'P-01')]], []);
  tellsReplies('no empty identifiers', [[empty, empty]], []);
  tellsReplies('no replies that could not be read', [[{}, null, nothing]], []);
  tellsReplies('the later one of two with one identifier', [[{}, {}, report, report]], [`1: ${wrong(1)}`]);
  const others: Given[] = [
    { operation: single, binding: 'soap12' },
    { binding: 'http-post', ...second },
  ];
  tellsReplies(
    'two over different bindings and of different kinds',
    [[{ binding: 'http-get' }, ...others]],
    [`1: ${wrong(1, '"P-1"', resultPath(single, 'soap12'))}`],
  );
  tellsReplies(
    'each later send, beside the first of its identifier',
    [[second, {}, {}, second, {}]],
    [`2: ${wrong(2)}`, `3: ${wrong(1, '"P-2"')}`, `4: ${wrong(2)}`],
  );
});
