import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * Writes the bare exchanges into a folder, as JavaScript: what it takes to read TypeScript is no traffic.
 * @param folder inside the project, where its packages are found
 * @returns path of the program
 */
export async function writeBareUndici(folder: string): Promise<string> {
  const source = await readFile(new URL('bare-undici.ts', import.meta.url), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  const path = join(folder, 'bare-undici.mjs');
  await writeFile(path, outputText);
  return path;
}

/**
 * Writes a project of one test that does nothing, with Vitest's own defaults.
 * @param parent inside the project, where its packages are found
 * @returns the project's folder
 */
export async function writeEmptyTest(parent: string): Promise<string> {
  const folder = join(parent, 'empty');
  await mkdir(folder);
  await writeFile(join(folder, 'vitest.config.ts'), 'export default {};\n');
  await writeFile(
    join(folder, 'empty.test.ts'),
    "import { test } from 'vitest';\n\ntest('nothing', () => {});\n",
  );
  return folder;
}
