/** What is read of Stryker's report, which follows the mutation-testing-report-schema. */
export interface MutationReport {
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: readonly ReportedMutant[] }>
  >;
}

interface ReportedMutant {
  readonly id: string;
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

/** Line and column, both from 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** One change to the code, and what became of it. */
export interface Mutant {
  /** As Stryker's changed code knows it. */
  readonly id: string;
  readonly file: string;
  /** `file:line:column`, for people. */
  readonly place: string;
  /** Both on one line each. */
  readonly original: string;
  readonly replacement: string;
  /** `invalid` is no program, so that nothing could find it; nothing is known about one that was not `tried`. */
  readonly state: 'found' | 'living' | 'invalid' | 'not tried';
}

const states: Readonly<Record<string, Mutant['state']>> = {
  Killed: 'found',
  Timeout: 'found',
  Survived: 'living',
  NoCoverage: 'living',
  CompileError: 'invalid',
  RuntimeError: 'invalid',
  Ignored: 'invalid',
};

/** All mutants of a report, in its order. */
export function mutantsOf({ files }: MutationReport): readonly Mutant[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ id, status, replacement = '', location }) => ({
      id,
      file,
      place: `${file}:${location.start.line}:${location.start.column}`,
      original: onOneLine(textAt(lines, location)),
      replacement: onOneLine(replacement),
      state: states[status] ?? 'not tried',
    }));
  });
}

function textAt(lines: readonly string[], { start, end }: ReportedMutant['location']): string {
  const touched = lines.slice(start.line - 1, end.line);
  const last = touched.length - 1;
  return touched
    .map((line, i) => line.slice(i === 0 ? start.column - 1 : 0, i === last ? end.column - 1 : undefined))
    .join('\n');
}

/** A text of several lines as one, without the indentation. */
export function onOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
