const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  object: 'a mapping',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

/**
 * Says that a value has the wrong type. `written` is the scalar as it stands in the file, since a number without
 * quotes has lost its plus sign or its zeros by now.
 *
 * @param least characters that a text needs in its place
 */
export function typeErrorText(
  subject: string,
  type: unknown,
  data: unknown,
  written: string,
  least = 0,
): string {
  const wanted = (Array.isArray(type) ? type : [type]).map((t) => NAMES[String(t)] ?? String(t));
  if (data === null && written === '') {
    return `${subject} has no value; it must be ${choice(wanted)}${emptyText(wanted, least)}`;
  }
  if (wanted.includes('text') && (typeof data !== 'object' || data === null)) {
    const kind = data === null ? 'null' : `a ${typeof data}`;
    const lost = typeof data === 'number' && String(data) !== written ? ` (${String(data)})` : '';
    return `${subject} must be text; ${written} without quotes is ${kind}${lost}: write "${written}"`;
  }
  return `${subject} must be ${choice(wanted)}, not ${kindOf(data)}`;
}

/** How to write the empty text, where it is allowed, and else how long a text has to be. */
function emptyText(wanted: readonly string[], least: number): string {
  if (!wanted.includes('text')) return '';
  if (least === 0) return ' (write "" for the empty text)';
  return least === 1 ? '' : ` of at least ${least} characters`;
}

/** A value in words: `null`, `a list`, `the number 5`. */
export function kindOf(data: unknown): string {
  if (data === null) return 'null';
  if (Array.isArray(data)) return 'a list';
  if (typeof data === 'string') return 'text';
  if (typeof data === 'object') return 'a mapping';
  return typeof data === 'number' ? `the number ${data}` : String(data);
}

function choice(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
