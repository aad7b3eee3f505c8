export const ENTRIES: Readonly<Record<string, string>>;
export const OWN_TESTS: Readonly<Record<string, string>>;
export function compile(
  entry?: 'main' | 'index' | 'vitest' | 'setup' | 'tests' | 'in-memory',
): Promise<string>;
export function bundle(folder: string, entries: Readonly<Record<string, string>>): Promise<void>;
