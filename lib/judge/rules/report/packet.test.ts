import { resultPath, tells } from '../../../../suites/support/judged.ts';

const operation = 'ReportSingleShotSms';
const path = `${resultPath(operation, 'soap11')}/PacketID`;

tells('another packet', { operation, edits: [['P-1', 'P-10']] }, [
  `report/packet must ${path}: expected "P-1"; actual "P-10" (field: PacketID)`,
]);
tells(
  'the number written in another way',
  { operation, binding: 'http-get', values: { PacketId: '0042' }, edits: [['P-1', '42']] },
  ['report/packet must /EmPostSmsResult/PacketID: expected "0042"; actual "42" (field: PacketID)'],
);
tells('an empty identifier', { operation, edits: [['P-1', '']] }, [
  `report/packet must ${path}: expected "P-1"; actual "" (field: PacketID)`,
]);
