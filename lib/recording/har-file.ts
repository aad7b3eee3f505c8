import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import { type Mask, ownText } from '../secrets/mask.ts';
import { harEntry } from './har-entry.ts';

/** A recording that grows while the run goes on, beside its place, so that the bytes of a run are never held together. */
export interface HarFile {
  add(judged: JudgedExchange): void;
  /** Makes the file whole and puts it into its place; nothing may be added afterwards. */
  close(): void;
}

/**
 * Opens a HAR 1.2 file for the calls of a run, readable by its owner alone.
 *
 * @param creator version of this suite
 * @throws Error where the file cannot be written
 */
export function openHarFile(path: string, creator: string, baseUrl: string, mask: Mask): HarFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}.tmp`;
  const file = openSync(unfinished, 'w', 0o600);
  const version = JSON.stringify(creator);
  writeSync(
    file,
    `{"log":{"version":"1.2","creator":{"name":"postsms-conformance","version":${version}},"entries":[`,
  );
  let separator = '\n';
  return {
    add: ({ id, steps, answer }) => {
      for (const [step, record] of steps.entries()) {
        const { operation, binding } = record;
        const place = { exchange: id, step, ...(answer && { probe: { operation, binding } }) };
        writeSync(file, ownText(`${separator}${harEntry(record, place, baseUrl, mask)}`));
        separator = ',\n';
      }
    },
    close: () => {
      writeSync(file, '\n]}}\n');
      closeSync(file);
      renameSync(unfinished, path);
    },
  };
}
