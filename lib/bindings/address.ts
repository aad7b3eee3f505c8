import type { Call } from '../model/call.ts';

/**
 * Path of a call below the target's base URL: the operation's path base, and over GET and POST the operation
 * name behind it (contract §4.1, table, "Path").
 */
export function addressOf({ operation, binding, target }: Call): string {
  const base = new URL(target.baseUrl).pathname.replace(/\/$/, '');
  const address = `${base}${operation.path}`;
  return binding.address === 'operation' ? `${address}/${operation.name}` : address;
}
