// Preloaded into every process of a measured command (NODE_OPTIONS, so children and workers too): leaves behind
// what the process used. Plain JavaScript, because nothing that reads TypeScript may be loaded before it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const folder = process.env.BENCH_USAGE_DIR;

if (folder && isMainThread) {
  process.once('exit', () => {
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(process.resourceUsage()));
  });
  // Vitest ends its workers by a signal, and a signal ends a process without `exit`.
  process.once('SIGTERM', () => process.exit(143));
}
