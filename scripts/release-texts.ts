/** Returns `owner/name` of a repository field of package.json that is on GitHub; undefined for none. */
export function repositoryOf(field: unknown): string | undefined {
  const url = typeof field === 'string' ? field : (field as { url?: string } | undefined)?.url;
  return /^(?:github:|(?:git\+)?https:\/\/github\.com\/)?([\w-]+\/[\w.-]+?)(?:\.git)?$/.exec(url ?? '')?.[1];
}

/** Returns a changelog whose unreleased notes are those of a version; undefined where there are none. */
export function released(changelog: string, version: string, day: string): string | undefined {
  const [before, notes, ...more] = changelog.split('## Unreleased\n');
  if (notes === undefined || more.length > 0 || notes.split(/^## /m)[0]?.trim() === '') return undefined;
  return `${before}## Unreleased\n\n## ${version} - ${day}\n${notes}`;
}

/** Returns a guide whose placeholders name a repository and a commit. */
export function filled(guide: string, repository: string, commit: string): string {
  return guide.replaceAll('OWNER/postsms-conformance@COMMIT', `${repository}@${commit}`);
}
