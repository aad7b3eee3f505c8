import type { Defect } from '../defect.ts';
import { edit, editChildren, isElement, rename, resultName } from '../tree.ts';
import { fieldDefects } from './result-field.ts';
import { listDefects } from './result-list.ts';
import { namespaceDefects } from './result-namespace.ts';
import { wholeResultDefects } from './result-other.ts';

/** Deviations of the packet result, contract §2.1. */
export const resultDefects: readonly Defect[] = [
  ...fieldDefects,
  ...listDefects,
  ...wholeResultDefects,
  ...namespaceDefects,
  {
    id: 'packetid-case',
    title: 'PacketID is written PacketId',
    requirement: 'packet-result.packet-id',
    rules: ['result/field-once', 'result/only-fields'],
    seam: 'reply',
    change: (root) => rename(root, 'PacketID', 'PacketId'),
  },
  {
    id: 'packetid-beside-foreign',
    title: 'An element of another namespace that is called PacketID stands beside PacketID',
    requirement: 'fields.only-packet-result',
    rules: ['result/only-fields'],
    seam: 'reply',
    change: (root, call) =>
      editChildren(root, resultName(call), (children) => [
        { name: 'PacketID', uri: 'urn:other', prefix: 'o', children: ['0'] },
        ...children,
      ]),
  },
  {
    id: 'packetstatus-without-namespace',
    title: 'PacketStatus is in no namespace',
    requirement: 'packet-result.packet-status',
    rules: ['result/field-namespace'],
    seam: 'reply',
    change: (root) => edit(root, 'PacketStatus', (field) => ({ ...field, uri: '' })),
  },
  {
    id: 'packetstatus-nested',
    title: 'PacketStatus holds an element instead of text',
    requirement: 'packet-result.packet-status.type',
    rules: ['result/field-text'],
    seam: 'reply',
    change: (root) =>
      edit(root, 'PacketStatus', (field) => ({ ...field, children: [{ ...field, name: 'Code' }] })),
  },
  {
    id: 'packetstatus-nil',
    title: 'PacketStatus is marked as nil',
    requirement: 'packet-result.packet-status.type',
    rules: ['result/schema'],
    seam: 'reply',
    change: (root) =>
      edit(root, 'PacketStatus', (field) => ({
        ...field,
        attributes: [
          ['xmlns:i', 'http://www.w3.org/2001/XMLSchema-instance'],
          ['i:nil', 'true'],
        ],
        children: [],
      })),
  },
  {
    id: 'result-fields-reversed',
    title: 'The fields of the packet result stand in reverse order',
    requirement: 'packet-result.field-order',
    rules: ['result/field-order'],
    seam: 'reply',
    change: (root, call) => editChildren(root, resultName(call), (children) => children.toReversed()),
  },
  {
    id: 'list-flat',
    title: 'The delivery results stand in the packet result without DeliveryResults',
    requirement: 'packet-result.delivery-results',
    rules: ['result/field-once', 'result/only-fields'],
    seam: 'reply',
    change: (root, call) =>
      editChildren(root, resultName(call), (children) =>
        children
          .filter(isElement)
          .flatMap((child) => (child.name === 'DeliveryResults' ? child.children : [child])),
      ),
  },
  {
    id: 'list-item-renamed',
    title: 'The items of DeliveryResults are named SmsDeliveryResult',
    requirement: 'packet-result.delivery-results.items',
    rules: ['result/list-items'],
    seam: 'reply',
    change: (root) => rename(root, 'EmSmsDeliveryResult', 'SmsDeliveryResult'),
  },
];
