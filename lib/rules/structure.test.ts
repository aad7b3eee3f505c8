import { expect, it } from 'vitest';
import { identifierField } from './structure.ts';
import { contract } from './testing.ts';

it('the field that identifies a packet is known by its role, wherever it stands', () => {
  const { packetResult } = contract;
  expect(identifierField(contract)).toBe('PacketID');
  const fields = packetResult.fields.toReversed();
  expect(identifierField({ ...contract, packetResult: { ...packetResult, fields } })).toBe('PacketID');
});
