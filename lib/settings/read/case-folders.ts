import { caseFilesIn } from '../../cases/case-files.ts';
import { good, type Kind, path } from '../keys/kinds.ts';

const folder = path('<dir>', 'a folder');

/** Folders of case files. Each is there and has a file: one that is mistyped must not leave its cases out. */
export const caseFolders: Kind<readonly string[]> = {
  placeholder: '<dir>',
  list: true,
  read: (given, from) => {
    const folders: string[] = [];
    for (const [item, text] of given.entries()) {
      const read = folder.read([text], from);
      if (!read.ok) return { ...read, item };
      const problem = problemOf(read.value);
      if (problem !== null) return { ok: false, why: `${JSON.stringify(text)}: ${problem}`, item };
      folders.push(read.value);
    }
    return good(folders);
  },
};

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'this is a file; expected the folder of the case files',
  EACCES: 'it cannot be read: permission denied',
};

function problemOf(path: string): string | null {
  try {
    return caseFilesIn(path).length > 0 ? null : 'the folder has no case file (.yaml or .yml)';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return REASONS[code] ?? `it cannot be read: ${code}`;
  }
}
