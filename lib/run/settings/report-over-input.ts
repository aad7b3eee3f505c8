import { relative } from 'node:path';
import { isCaseFile } from '../../cases/case-files.ts';
import type { Settings } from '../../model/running/settings.ts';
import { reportFilesOf } from '../../report-folder/report-files.ts';
import { casesFolder } from '../cases-folder.ts';
import { whereIs } from './where-is.ts';

/** What a run is given by file, as far as a report could take its place and be read instead. */
interface Inputs extends Pick<Settings, 'reporters' | 'reportDir'> {
  readonly known: string | null;
  readonly caseFolders: readonly string[];
  /** The file of settings, or where one would be looked for. */
  readonly configuration: string;
}

/**
 * What the run, or the next one, reads in the place where it would write a report; nothing where there is none. The
 * file need not be there yet: in the folder of the cases a report would be taken for one of them.
 */
export function reportOverInput(inputs: Inputs): string | undefined {
  for (const { format, path } of reportFilesOf(inputs.reporters, inputs.reportDir)) {
    const what = inputAt(whereIs(path), inputs);
    if (what !== undefined) return `${format} cannot be written to ${path}: it is ${what}`;
  }
  return undefined;
}

function inputAt(place: string, { known, configuration, caseFolders }: Inputs): string | undefined {
  if (known !== null && place === whereIs(known)) return 'the file of known failures';
  if (place === whereIs(configuration)) return 'the file of settings';
  const folder = caseFolders.find((one) => isCaseFile(relative(whereIs(one), place)));
  if (folder !== undefined) return `among the case files of ${folder}`;
  return isCaseFile(relative(whereIs(casesFolder), place)) ? 'among the built-in cases' : undefined;
}
