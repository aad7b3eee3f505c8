import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';
import type { EndedCheck } from './run-checks.ts';

/** Where nothing imports a file because a person or a program starts it. */
const entries =
  /^(?:lib\/(?:(?:index|vitest)\.ts|cli\/(?:main|bin)\.\w+)|suites\/[^/]+\.ts|scripts\/[^/]+(?:\/[^/]+)?\.\w+|[^/]+\.config\.ts)$|\.test\.ts$/;

/** Folders of one shape, of which a caller takes each through `import * as`. */
const sameShape = /^lib\/wire\/bindings\/(?:http|http-get|http-post)\//;

/** Packages that are commands, types or named in configuration, and so are imported nowhere. */
const tools =
  /^(?:@biomejs\/biome|dependency-cruiser|esbuild|tsx|typescript|yaml-language-server|@types\/.+)$/;

interface Source {
  readonly path: string;
  readonly exported: ReadonlyMap<string, ts.Node>;
  /** Names that it takes from each file; `*` for all of them. */
  readonly taken: ReadonlyMap<string, ReadonlySet<string>>;
  readonly packages: ReadonlySet<string>;
  readonly text: string;
  /** Occurrences of values that are named `one`. */
  readonly unnamed: number;
}

/** Holds if something imports each file, each export and each package of package.json. */
export async function unusedCode(root: string, sources: readonly Source[]): Promise<EndedCheck> {
  const taken = new Map<string, Set<string>>();
  for (const source of sources) {
    for (const [path, names] of source.taken) {
      taken.set(path, new Set([...(taken.get(path) ?? []), ...names]));
    }
  }
  const files = sources.filter(({ path }) => !entries.test(path) && !taken.has(path));
  const names = sources.flatMap(({ path, exported, text }) => {
    const wanted = taken.get(path) ?? new Set();
    if (entries.test(path) || sameShape.test(path) || wanted.has('*')) return [];
    return [...exported]
      .filter(([name, node]) => !wanted.has(name) && !(isType(node) && occurs(text, name) > 1))
      .map(([name]) => `${path}: nothing imports ${name}`);
  });
  const { dependencies = {}, optionalDependencies, devDependencies } = manifestIn(root);
  const imported = new Set(sources.flatMap(({ packages }) => [...packages]));
  // Of a strict installation, a package gets its peers from us alone.
  for (const name of Object.keys(dependencies)) {
    const { peerDependencies = {} } = manifestIn(join(root, 'node_modules', name));
    for (const peer of Object.keys(peerDependencies)) imported.add(peer);
  }
  const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  const output = [
    ...files.map(({ path }) => `${path}: nothing imports this file`),
    ...names,
    ...packages
      .filter((name) => !imported.has(name) && !tools.test(name))
      .map((name) => `package.json: nothing imports ${name}`),
  ];
  return { ok: sources.length > 100 && output.length === 0, output: output.join('\n') };
}

/** Names that may be exported by two files: a comparison with masked texts has those of a plain one, for example. */
const MOST_SHARED = 5;

/** Values of lib that may be named `one`, which says nothing of them. */
const MOST_UNNAMED = 150;

/** Holds if few exported names mean two things, and few values have no name of their own. */
export async function plainNames(all: readonly Source[]): Promise<EndedCheck> {
  const sources = all.filter(({ path }) => !sameShape.test(path));
  const files = new Map<string, string[]>();
  for (const { path, exported } of sources)
    for (const name of exported.keys()) files.set(name, [...(files.get(name) ?? []), path]);
  const shared = [...files].filter(([, paths]) => paths.length > 1);
  const isOfLib = ({ path }: Source) => path.startsWith('lib/') && !path.endsWith('.test.ts');
  const unnamed = sources.filter(isOfLib).reduce((sum, { unnamed: count }) => sum + count, 0);
  const output = [
    ...(shared.length > MOST_SHARED
      ? shared.map(([name, paths]) => `${name} is exported by ${paths.join(' and ')}`)
      : []),
    ...(unnamed > MOST_UNNAMED
      ? [`${unnamed} values of lib are named one: at most ${MOST_UNNAMED} may be`]
      : []),
  ];
  return { ok: sources.length > 100 && output.length === 0, output: output.join('\n') };
}

/** Reads every source of the project once, for the checks that look at all of them. */
export function readSources(root: string): readonly Source[] {
  return ['lib', 'suites', 'scripts', '.']
    .flatMap((folder) => filesIn(root, folder))
    .map((path) => readSource(root, path));
}

function manifestIn(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Partial<
    Readonly<Record<string, Readonly<Record<string, string>>>>
  >;
}

function filesIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .map((name) => (folder === '.' ? name : `${folder}/${name.split(sep).join('/')}`))
    .filter((path) => /\.m?ts$|\.mjs$/.test(path) && !/node_modules|\.d\.m?ts$/.test(path));
}

function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const exported = new Map<string, ts.Node>();
  const taken = new Map<string, Set<string>>();
  const packages = new Set<string>();
  const take = (from: string, names: readonly string[]) => {
    if (!from.startsWith('.')) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from);
    const target = relative('.', join(dirname(path), from))
      .split(sep)
      .join('/');
    taken.set(target, new Set([...(taken.get(target) ?? []), ...names]));
  };
  let unnamed = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === 'one') unnamed += 1;
    for (const [from, names] of importsOf(node)) take(from, names);
    for (const name of exportsOf(node)) exported.set(name, node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { path, exported, taken, packages, text, unnamed };
}

/** Returns the imports of a node: each file or package, and the names. */
function importsOf(node: ts.Node): readonly (readonly [string, readonly string[]])[] {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const from = node.moduleSpecifier;
    return from && ts.isStringLiteral(from) ? [[from.text, namesOf(node)]] : [];
  }
  // `import('…')`, also as a type, and `createRequire(…).resolve('…')`.
  if (ts.isCallExpression(node) || ts.isImportTypeNode(node)) {
    return literalsOf(node).map((from) => [from, ['*']]);
  }
  return [];
}

function exportsOf(node: ts.Node): readonly string[] {
  if (ts.isExportDeclaration(node)) return node.moduleSpecifier ? [] : namesOf(node);
  return ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(isExport) ? declared(node) : [];
}

function literalsOf(node: ts.CallExpression | ts.ImportTypeNode): readonly string[] {
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)
      ? [node.argument.literal.text]
      : [];
  }
  const called = node.expression.getText();
  if (called !== 'import' && !/(?:^|\.)(?:resolve|require)$/.test(called)) return [];
  return node.arguments.filter(ts.isStringLiteral).map(({ text }) => text);
}

function namesOf(node: ts.ImportDeclaration | ts.ExportDeclaration): readonly string[] {
  const clause = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
  if (clause && (ts.isNamedImports(clause) || ts.isNamedExports(clause))) {
    return clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
  }
  return ts.isImportDeclaration(node) && !node.importClause ? [] : ['*'];
}

const isExport = ({ kind }: ts.ModifierLike) => kind === ts.SyntaxKind.ExportKeyword;
const isType = (node: ts.Node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
const occurs = (text: string, name: string) => text.split(new RegExp(`\\b${name}\\b`)).length - 1;

function declared(node: ts.Node): readonly string[] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name)
        ? [name.text]
        : name.elements.map((part) => (ts.isBindingElement(part) ? part.name : part).getText()),
    );
  }
  const { name } = node as { readonly name?: ts.Node };
  return name ? [name.getText()] : [];
}
