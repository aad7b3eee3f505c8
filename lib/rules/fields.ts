import type { Level } from '../model/contract.ts';
import type { PayloadEvidence } from '../model/judging/evidence.ts';
import type { Breach } from '../model/judging/finding.ts';
import type { Rule } from './rule.ts';
import {
  inEachDelivery,
  notOnce,
  notText,
  outOfOrder,
  packetOf,
  type Structured,
  unknownFields,
  wrongNamespace,
} from './structure.ts';

type Check = (structured: Structured) => readonly Breach[];

/** Makes a rule about the fields of the packet result (contract §2.1). */
function ofPacket(name: string, level: Level, check: Check): Rule {
  const inPacket = (evidence: PayloadEvidence) => check(packetOf(evidence));
  return { id: `result/${name}`, level, needs: 'payload', check: inPacket };
}

/** Makes a rule about the fields of every delivery result (contract §2.2). */
function ofDeliveries(name: string, level: Level, check: Check): Rule {
  const inEach = (evidence: PayloadEvidence) => inEachDelivery(evidence, check);
  return { id: `delivery/${name}`, level, needs: 'payload', check: inEach };
}

/** Each field stands exactly once. */
export const resultFieldOnce = ofPacket('field-once', 'must', notOnce);
export const deliveryFieldOnce = ofDeliveries('field-once', 'must', notOnce);

/** Each field is in the service's namespace. */
export const resultFieldNamespace = ofPacket('field-namespace', 'must', wrongNamespace);
export const deliveryFieldNamespace = ofDeliveries('field-namespace', 'must', wrongNamespace);

/** Each field of type string holds text only. */
export const resultFieldText = ofPacket('field-text', 'must', notText);
export const deliveryFieldText = ofDeliveries('field-text', 'must', notText);

/** Nothing stands beside the fields that the contract names; that follows from its tables. */
export const resultOnlyFields = ofPacket('only-fields', 'should', unknownFields);
export const deliveryOnlyFields = ofDeliveries('only-fields', 'should', unknownFields);

/** The fields stand in the order of the tables. The contract does not state it, but XML serialisers rely on it. */
export const resultFieldOrder = ofPacket('field-order', 'should', outOfOrder);
export const deliveryFieldOrder = ofDeliveries('field-order', 'should', outOfOrder);
