export const ENTRIES: Readonly<Record<string, string>>;
export function compile(entry?: 'main' | 'index' | 'setup' | 'tests'): Promise<string>;
export function bundle(folder: string, entries: Readonly<Record<string, string>>): Promise<void>;
