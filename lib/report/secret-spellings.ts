/** One place of a secret: the characters that may stand there, and whether none may. */
export interface Place {
  readonly characters: readonly string[];
  readonly optional: boolean;
}

/** Characters up to which a secret is looked for in its own letter case: more would mask half of a report. */
const MOST_EXACT = 2;

const GUID = /^([{(]?)([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})([)}]?)$/i;

/**
 * The places of a secret, its letters in either case; those of a GUID with and without its hyphens and brackets,
 * as the formats N, D, B and P of .NET write it.
 */
export function placesOf(secret: string): readonly Place[] {
  const characters = [...secret];
  if (characters.length <= MOST_EXACT) return characters.map((one) => place([one]));
  const guid = GUID.exec(secret);
  if (guid === null) return characters.map((one) => place(caseForms(one)));
  const [, open, ...rest] = guid;
  const close = rest.pop();
  const groups = rest.flatMap((group, index) => [
    ...(index > 0 ? [place(['-'], true)] : []),
    ...[...group].map((digit) => place(caseForms(digit))),
  ]);
  return [...(open ? [place(['{', '('], true)] : []), ...groups, ...(close ? [place(['}', ')'], true)] : [])];
}

/** Whole spellings of a secret, for codings such as base64 that do not go character by character. */
export function spellingsOf(secret: string): readonly string[] {
  if ([...secret].length <= MOST_EXACT) return [secret];
  const [, , ...rest] = GUID.exec(secret) ?? [];
  const groups = rest.slice(0, -1);
  const written = groups.length === 0 ? [secret] : [secret, groups.join('-'), groups.join('')];
  const cased = written.flatMap((one) => [
    ...[one, one.toLowerCase(), one.toUpperCase()],
    ...[one.toLocaleLowerCase('tr'), one.toLocaleUpperCase('tr')],
  ]);
  return [...new Set(cased)];
}

function place(characters: readonly string[], optional = false): Place {
  return { characters, optional };
}

/** Turkish maps i to İ and ı to I, the rest of the world i to I: any of the four can come of any other. */
const LETTERS_I = ['i', 'I', 'ı', 'İ'];

function caseForms(character: string): readonly string[] {
  if (LETTERS_I.includes(character)) return LETTERS_I;
  const upper = character.toUpperCase();
  const forms = [character, character.toLowerCase(), upper, upper.toLowerCase()];
  return [...new Set(forms)].filter((form) => [...form].length === 1);
}
