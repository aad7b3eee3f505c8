import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ReferenceProcess {
  readonly baseUrl: string;
  readonly namespace: string;
  /** Ends the process and waits until it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts `serve` as a process of its own and waits for the line that tells where it listens.
 * @param bin path of the command line program
 * @throws Error when the process ends without such a line
 */
export async function startReferenceProcess(bin: string): Promise<ReferenceProcess> {
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const [, baseUrl, namespace] = /^serving (\S+) in namespace (\S+)$/.exec(line) ?? [];
    if (baseUrl !== undefined && namespace !== undefined) return { baseUrl, namespace, stop };
  }
  await ended;
  throw new Error('the reference ended before it served');
}
