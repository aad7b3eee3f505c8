import { Ajv } from 'ajv';
import type { Contract, Structure } from '../model/contract.ts';
import type { PacketResult } from '../model/judging/reply.ts';

/** Whether a decoded value is a whole packet result; narrows its type. */
export type PacketGuard = (decoded: unknown) => decoded is PacketResult;

/**
 * The guard between decoding and the rules about content: JSON Schema of the decoded packet result, derived
 * from contract §2. What it lets through has every field, each one text.
 */
export function packetGuard(contract: Contract): PacketGuard {
  const ajv = new Ajv({ strict: true });
  return ajv.compile<PacketResult>({
    type: 'object',
    additionalProperties: false,
    required: ['texts', 'deliveries'],
    properties: {
      texts: textsOf(contract.packetResult),
      deliveries: { type: 'array', items: textsOf(contract.deliveryResult) },
    },
  });
}

function textsOf({ fields }: Structure): object {
  const names = fields.filter((field) => field.type === 'string').map((field) => field.name);
  return {
    type: 'object',
    additionalProperties: false,
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  };
}
