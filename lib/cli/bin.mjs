#!/usr/bin/env node
// Plain JavaScript, so that an old Node gets as far as saying that it is one: nothing but
// this file is read before the version is known.

import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`postsms-conformance needs Node 20.19 or newer; this is ${process.versions.node}\n`);
  process.exitCode = 5;
} else if (!hasFolder()) {
  process.stderr.write('the working folder was removed; change to a folder that exists\n');
  process.exitCode = 2;
} else {
  // V8 optimizes later than it would, which takes longer than it saves; run-vitest.ts sets the same for the worker.
  if (major === 20) setFlagsFromString('--interrupt-budget=1000000');
  if (major === 22 || major === 24) setFlagsFromString('--invocation-count-for-turbofan=20000');
  if (major === 20 || major === 22 || major === 24) {
    // Without it, the heap grows to four times what a run keeps before V8 looks for garbage.
    setFlagsFromString('--heap-growing-percent=50');
    // Keeps the space of new objects at its first size: most of what a start makes stays, and V8 would copy it twice. So
    // does what a comparison reads, but there is much more of it, and looking for garbage so often takes longer.
    if (process.argv[2] !== 'compare') setFlagsFromString('--semi-space-growth-factor=1');
  }
  try {
    // Vitest loads its runner twice where the drive of Windows is in lower case, as after `cd c:\\repo`.
    const url = (await compiled()).replace(/(?<=^file:\/\/\/)[a-z](?=:)/, (drive) => drive.toUpperCase());
    // Beside the code, which no other user of this machine can write; run-vitest.ts gives the worker the same.
    module.enableCompileCache?.(fileURLToPath(new URL('compile-cache', url)));
    const { program } = await import(url);
    await program();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`postsms-conformance cannot start: ${reason}\nIn a checkout, \`npm ci\` first.\n`);
    process.exitCode = 5;
  }
}

/** True if the working folder exists; another terminal may have removed it. */
function hasFolder() {
  try {
    return process.cwd() !== '';
  } catch {
    return false;
  }
}

/** Returns the URL of the compiled command; a package has no sources. */
async function compiled() {
  const built = new URL('../../dist/bundle/main.js', import.meta.url);
  if (!existsSync(new URL('main.ts', import.meta.url))) return built.href;
  const { compile } = await import('../../scripts/compile.mjs');
  return compile();
}
