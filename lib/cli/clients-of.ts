import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refusal } from '../model/result.ts';
import { isFolder, writeToCommit } from '../report-folder/write-atomic.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { trafficClients } from '../run/chosen-clients.ts';
import { slashed } from '../text/paths.ts';
import { yaml } from '../yaml/yaml-source.ts';
import type { Ended, Invocation } from './usage.ts';

interface ClientsOfFlags {
  readonly dir: string;
}

/** Runs `clients-of FILE`, which writes a file for each dialect of recorded traffic, and overwrites nothing. */
export async function clientsOfCommand(
  { flags, io, found }: Invocation<ClientsOfFlags>,
  recording: string,
): Promise<Ended> {
  const traffic = trafficClients(recording, builtInDeclarations().contract);
  if (!traffic.ok) return refusal(2, traffic.error);
  const { clients, notes } = traffic.value;
  if (clients.length === 0) return refusal(4, `no call can be made anew; ${notes.join('; ')}`);
  const { dir } = flags;
  if (existsSync(dir) && !isFolder(dir))
    return refusal(2, `${dir} is no folder; choose another one with --dir`);
  const files = clients.map(({ file: _, ...client }) => {
    return { client, path: slashed(join(dir, `${client.id}.yaml`)) };
  });
  const taken = files.find(({ path }) => existsSync(path));
  const advice = 'Remove it, or choose another folder with --dir';
  if (taken) return refusal(2, `${taken.path} exists; nothing was written. ${advice}`);
  for (const { client, path } of files) {
    await writeToCommit(path, found.mask(yaml().stringify(client, { lineWidth: 0 })));
    io.stdout.write(`${found.mask(`${path}  ${client.title}`)}\n`);
  }
  for (const note of notes) io.stdout.write(`${found.mask(note)}\n`);
  return 0;
}
