import type { Defect } from '../defect.ts';
import { edit, editChildren, resultName, type TreeChange } from '../tree.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XSD = 'http://www.w3.org/2001/XMLSchema';

const nil =
  (name: string, value = 'true'): TreeChange =>
  (root) =>
    edit(root, name, (field) => ({
      ...field,
      attributes: [
        ['xmlns:i', XSI],
        ['i:nil', value],
      ],
    }));

const typed =
  (name: string, type: string): TreeChange =>
  (root) =>
    edit(root, name, (field) => ({
      ...field,
      attributes: [
        ['xmlns:i', XSI],
        ['xmlns:x', XSD],
        ['i:type', `x:${type}`],
      ],
    }));

type Row = readonly [id: string, title: string, requirement: string, rule: string, change: TreeChange];

const rows: readonly Row[] = [
  [
    'packetid-nil',
    'PacketID is marked as nil',
    'packet-result.packet-id.type',
    'result/schema',
    nil('PacketID'),
  ],
  [
    'list-nil',
    'DeliveryResults is marked as nil',
    'packet-result.delivery-results.type',
    'result/schema',
    nil('DeliveryResults'),
  ],
  [
    'packetstatus-nil-spaced',
    'PacketStatus is marked as nil, with white space around the value',
    'packet-result.packet-status.type',
    'result/schema',
    nil('PacketStatus', ' 1\n'),
  ],
  [
    'packetid-typed-as-integer',
    'PacketID says of itself that it is an integer',
    'packet-result.packet-id.type',
    'result/schema',
    typed('PacketID', 'int'),
  ],
  [
    'packetstatus-typed-as-boolean',
    'PacketStatus says of itself that it is a boolean',
    'packet-result.packet-status.type',
    'result/schema',
    typed('PacketStatus', 'boolean'),
  ],
  [
    'list-typed-as-string',
    'DeliveryResults says of itself that it is a string',
    'packet-result.delivery-results.type',
    'result/schema',
    typed('DeliveryResults', 'string'),
  ],
  [
    'result-text',
    'The packet result holds text beside its fields',
    'service.result',
    'result/schema',
    (root, call) => editChildren(root, resultName(call), (fields) => [...fields, 'OK']),
  ],
  [
    'result-nil',
    'The packet result is marked as nil, although it holds its fields',
    'service.result',
    'result/schema',
    (root, call) => nil(resultName(call))(root, call),
  ],
  [
    'result-extra-field',
    'The packet result has a field that the contract does not name',
    'fields.only-packet-result',
    'result/only-fields',
    (root, call) =>
      editChildren(root, resultName(call), (fields) => [
        { name: 'ErrorCode', uri: call.namespace, children: ['0'] },
        ...fields,
      ]),
  ],
  [
    'result-extra-field-foreign',
    'The packet result has a field of another namespace',
    'fields.only-packet-result',
    'result/only-fields',
    (root, call) =>
      editChildren(root, resultName(call), (fields) => [
        ...fields,
        { name: 'Trace', uri: 'http://tempuri.org/', children: [] },
      ]),
  ],
  [
    'result-status-first',
    'PacketStatus stands before PacketID',
    'packet-result.field-order',
    'result/field-order',
    (root, call) =>
      editChildren(root, resultName(call), ([first, second, ...others]) =>
        [second, first, ...others].filter((field) => field !== undefined),
      ),
  ],
  [
    'result-list-first',
    'DeliveryResults stands before PacketID',
    'packet-result.field-order',
    'result/field-order',
    (root, call) =>
      editChildren(root, resultName(call), (fields) => [...fields.slice(-1), ...fields.slice(0, -1)]),
  ],
];

/** Deviations of the packet result as a whole. */
export const wholeResultDefects: readonly Defect[] = [
  ...rows.map(
    ([id, title, requirement, rule, change]): Defect => ({
      id,
      title,
      requirement,
      rules: [rule],
      seam: 'reply',
      change,
    }),
  ),
];
