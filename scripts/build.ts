import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { bundle, ENTRIES } from '../lib/cli/compile.mjs';

// What the package has in the place of the sources: the command, the suite and the program as ES modules, and the
// types of the program.

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** The files in which the types of the program are declared; the model imports nothing else. */
const TYPED = [
  'lib/index.ts',
  'lib/run/run-options.ts',
  'lib/settings/setting-values.ts',
  ...readdirSync(join(root, 'lib/model'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => `lib/model/${name}`),
];

rmSync(dist, { recursive: true, force: true });
const files = await bundle(join(dist, 'bundle'), ENTRIES);
for (const { path, contents } of files) write(path, contents);
for (const file of TYPED)
  write(join(dist, file.replace(/^lib/, 'types').replace(/\.ts$/, '.d.ts')), typesOf(file));

function write(path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

/** The declarations of a file, which import those of others as the package has them. */
function typesOf(file: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(join(root, file), 'utf8'), {
    fileName: join(root, file),
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.NodeNext,
      rewriteRelativeImportExtensions: true,
      isolatedDeclarations: true,
      declaration: true,
    },
  });
  const [wrong] = diagnostics;
  if (wrong) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(wrong.messageText, '\n')}`);
  return outputText.replace(/(from '\.\.?\/[^']+)\.ts'/g, "$1.js'");
}
