import type { Contract } from '../model/contract.ts';
import { createHandler } from './handler.ts';
import { listen } from './listen.ts';
import type { Deviation } from './seams.ts';
import { createHttpServer } from './server.ts';
import { createService } from './service.ts';

export interface ReferenceOptions {
  readonly contract: Contract;
  /** The XML namespace of the service, base of every SOAPAction value. */
  readonly namespace: string;
  readonly host?: string | undefined;
  /** 0, the default, takes a free port. */
  readonly port?: number | undefined;
  /** Time of a send; the real clock by default. */
  readonly clock?: (() => Date) | undefined;
  /** Makes packet identifiers; P000001, P000002, … by default. */
  readonly ids?: (() => string) | undefined;
  /** Packets kept for reports, the newest ones. */
  readonly maxPackets?: number | undefined;
  /** Deliberate deviations from the contract. */
  readonly defects?: readonly Deviation[] | undefined;
}

export interface Reference {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly port: number;
  /** Stops listening and ends every connection, idle ones included. */
  close(): Promise<void>;
}

/**
 * Starts the embedded reference service: the whole contract over all four bindings, with state, independent of the
 * code that encodes requests and judges replies.
 * @throws Error that names host, port and reason when it cannot listen
 */
export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const { contract, namespace, host = '127.0.0.1' } = options;
  const service = createService({
    contract,
    clock: options.clock ?? (() => new Date()),
    ids: options.ids ?? countedIds(),
    maxPackets: options.maxPackets ?? 20_000,
  });
  const server = createHttpServer(
    createHandler({ contract, namespace, service, deviations: options.defects ?? [] }),
  );
  const { port } = await listen(server, host, options.port ?? 0);
  return {
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function countedIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `P${String(count).padStart(6, '0')}`;
  };
}
