import type { CaseEntry } from '../case-file.ts';
import type { YamlPath } from '../yaml/yaml-source.ts';
import { type Checking, operationOf, reportLack } from './checking.ts';

/** A case whose packet may be any other has a send in front that can be left out: nothing of it is asked for later. */
export function checkAnyPacket(checking: Checking, entry: CaseEntry, path: YamlPath): void {
  if (entry['any-packet'] === undefined) return;
  const [first, ...others] = entry.steps ?? [];
  const sends = others.some((step) => operationOf(checking, step.send ?? step.call ?? '')?.kind === 'send');
  const captured = Object.values(first?.capture ?? {});
  const identifier = checking.known.contract.packetResult.fields.find(
    (field) => field.type === 'string' && field.role === 'identifier',
  )?.name;
  const plain = first?.send !== undefined && first.with === undefined && first.over === undefined;
  if (plain && !sends && captured.length > 0 && captured.every((field) => field === identifier)) return;
  const message = `with any-packet, the first step must be the only send, without "over" and "with", and capture only ${identifier ?? 'the packet'}`;
  reportLack(checking, [...path, 'any-packet'], { at: 'key', message });
}
