import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attachment } from 'allure-js-commons';

/** What is read of an Allure result, or of a step in it. */
interface Shown {
  readonly attachments?: readonly Pick<Attachment, 'source'>[];
  readonly steps?: readonly Shown[];
}

/**
 * What is wrong with the Allure results of a folder: one that was cut off, or shows a file that is not there. Allure
 * itself leaves out the one and shows nothing in the place of the other, without a word.
 * @param names every file of the folder
 */
export async function brokenAllure(folder: string, names: readonly string[]): Promise<string | undefined> {
  const there = new Set(names);
  for (const name of names.filter(isResult)) {
    const path = join(folder, name);
    const shown = shownIn(await readFile(path, 'utf8'));
    if (shown === null) return `${path} is no whole Allure result`;
    const missing = shown.find((source) => !there.has(source));
    if (missing !== undefined) return `${path} shows ${missing}, which is not there`;
  }
  return undefined;
}

/** Whether a file of a folder of Allure results is the result of a test. */
export function isResult(name: string): boolean {
  return name.endsWith('-result.json');
}

/** Names of the files that a result shows, or null where the text is none. */
function shownIn(text: string): readonly string[] | null {
  try {
    return sourcesOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** @throws Error for what is no result, whatever it is */
function sourcesOf({ attachments = [], steps = [] }: Shown): readonly string[] {
  return [...attachments.map(({ source }) => source), ...steps.flatMap(sourcesOf)];
}
