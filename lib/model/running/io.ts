import type { Writable } from 'node:stream';
import type { Environment } from './settings.ts';

/** Where something is written for people; `isTTY` where that is a terminal. */
export type Output = Writable & { readonly isTTY?: boolean };

/** The process as a command sees it. The bin binds it; a test gives another. */
export interface Io {
  readonly env: Environment;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Resolves at the next SIGINT or SIGTERM, which end the process unless this is waited for. */
  interrupted(): Promise<void>;
}
