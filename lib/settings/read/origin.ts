/** Where a value comes from. */
export type Origin =
  | { readonly kind: 'flag' | 'environment'; readonly name: string }
  | {
      readonly kind: 'file';
      readonly file: string;
      readonly line: number;
      /** The named target under which it stands. */
      readonly target?: string;
      /** What it refers to, such as env:STAGING_TICKET. */
      readonly refersTo?: string;
      /** For a target: what chose its name. */
      readonly chosenBy?: string;
    }
  | {
      readonly kind: 'default';
      /** Place in the file of a value that does not count: it is for the targets that the file names. */
      readonly notOf?: string;
    };

/** An origin for a person: `--rate`, `POSTSMS_RATE`, `conformance.yaml:3 (target staging)`, `default`. */
export function originText(origin: Origin): string {
  if (origin.kind === 'default') {
    return origin.notOf === undefined
      ? 'default'
      : `default (${origin.notOf} is only for targets of that file)`;
  }
  if (origin.kind !== 'file') return origin.name;
  const { file, line, target, refersTo, chosenBy } = origin;
  const notes = [target && `target ${target}`, chosenBy && `by ${chosenBy}`, refersTo].filter(Boolean);
  return `${file}:${line}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}
