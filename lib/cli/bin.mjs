#!/usr/bin/env node
// The bin of a checkout. Plain JavaScript, so that an old Node gets as far as saying that it is one: nothing but
// this file is read before the version is known.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`postsms-conformance needs Node 20.19 or newer; this is ${process.versions.node}\n`);
  process.exitCode = 5;
} else {
  try {
    const { compile } = await import('./compile.mjs');
    await import(await compile());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`postsms-conformance cannot start: ${reason}\nIn a checkout, \`npm ci\` first.\n`);
    process.exitCode = 5;
  }
}
