import type { Contract } from '../model/contract.ts';

/**
 * The parameters for which a target may want values of its own: not the ticket, the recipients, the text and the
 * packet, which are what a case is about or have a setting of their own.
 */
export function openParameters({ operations }: Contract): readonly string[] {
  const open = operations.flatMap(({ parameters }) => parameters.filter(({ role }) => role === undefined));
  return [...new Set(open.map(({ name }) => name))];
}
