import type { Parameter } from '../../model/contract.ts';
import type { ReplyEvidence } from '../../model/judging/evidence.ts';
import type { Breach } from '../../model/judging/finding.ts';
import { shownPair } from '../shown.ts';

/** The parameter of the send with that role, and the texts it carried. */
export function sentTexts(
  { sent }: ReplyEvidence,
  role: NonNullable<Parameter['role']>,
): { readonly parameter: Parameter; readonly texts: readonly string[] } | null {
  if (!sent) return null;
  const parameter = sent.operation.parameters.find((candidate) => candidate.role === role);
  const value = parameter && sent.values[parameter.name];
  return parameter && value !== undefined ? { parameter, texts: [value].flat() } : null;
}

/** Delivery results in which the field that echoes a parameter differs from what was sent. */
export function echoBreaches(evidence: ReplyEvidence, parameter: Parameter, sent: string): readonly Breach[] {
  const field = parameter.echo;
  if (field === undefined) return [];
  return evidence.packet.deliveries.flatMap((delivery, i) =>
    delivery[field] === sent
      ? []
      : [
          {
            path: `${deliveryPath(evidence, i)}/${field}`,
            // Stryker disable next-line StringLiteral: for the types only: the contract has a list, a packet every field
            ...shownPair(sent, delivery[field] ?? ''),
            names: { field, parameter: parameter.name },
          },
        ],
  );
}

/** XPath of a delivery result, counted from 0. */
export function deliveryPath({ payload, contract }: ReplyEvidence, index: number): string {
  const list = contract.packetResult.fields.find((field) => field.type === 'list');
  // Stryker disable next-line StringLiteral: for the types only: the contract has a list, a packet every field
  // Stryker disable next-line OptionalChaining: for the types only: the contract has a list
  return `${payload.path}/${list?.name ?? ''}/${list?.item ?? ''}[${index + 1}]`;
}
