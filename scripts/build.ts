import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { bundle, ENTRIES, OWN_TESTS } from './compile.mjs';

// What the package has in the place of the sources: the command, the suite, the program and the tests for a Vitest
// project as ES modules, and the types of the last two.

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
await bundle(join(dist, 'bundle'), { ...ENTRIES, ...OWN_TESTS });
for (const entry of ['lib/index.ts', 'lib/vitest.ts'])
  for (const [file, text] of typesOf(entry)) write(join(dist, 'types', file), text);

function write(path: string, contents: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

/** Returns the declarations that the types of a module need, its own first, by their path in lib, with the imports of the package. */
function typesOf(entry: string): ReadonlyMap<string, string> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'));
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram([join(root, entry)], {
    ...options,
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, rewriteRelativeImportExtensions: true },
  });
  const declared = new Map<string, string>();
  const declare = (source: ts.SourceFile | undefined): void => {
    const path = source && relative(join(root, 'lib'), source.fileName).replace(/\.ts$/, '.d.ts');
    if (path === undefined || declared.has(path)) return;
    const { diagnostics } = program.emit(source, (_, text) => {
      declared.set(path, text.replace(/(from '\.\.?\/[^']+|import\("\.\.?\/[^"]+)\.ts(?=['"])/g, '$1.js'));
    });
    const [wrong] = diagnostics;
    if (wrong) throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(wrong.messageText, '\n')}`);
    for (const [, name = ''] of (declared.get(path) ?? '').matchAll(/(?:from '|import\(")(\.[^'"]+)\.js/g)) {
      declare(program.getSourceFile(join(dirname(source?.fileName ?? ''), `${name}.ts`)));
    }
  };
  declare(program.getSourceFile(join(root, entry)));
  return declared;
}
