import { characterName, forbiddenCharacter } from '../../xml/escape.ts';
import { good, type Kind, type Refused } from './kinds.ts';

/**
 * What requests say for parameters that the contract leaves open, as `NAME=TEXT`; whether there is such a parameter,
 * the plan knows. Never repeats a text: it may be a secret by mistake.
 */
export const parameterValues: Kind<readonly string[]> = {
  placeholder: '<name=text>',
  list: true,
  commas: true,
  read: (given) => {
    const names = new Set<string>();
    for (const [item, text] of given.entries()) {
      const why = problemOf(text, names);
      if (why !== null) return { ok: false, why, item } satisfies Refused;
      names.add(nameIn(text));
    }
    return good(given);
  },
};

/** The texts by their parameters. */
export function valuesByName(values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [nameIn(value), value.slice(value.indexOf('=') + 1)]));
}

function nameIn(value: string): string {
  return value.slice(0, Math.max(0, value.indexOf('='))).trim();
}

function problemOf(value: string, names: ReadonlySet<string>): string | null {
  const name = nameIn(value);
  if (name === '') return 'needs NAME=TEXT, such as Originator=ACME';
  if (/ticket/i.test(name)) return 'cannot hold a ticket; set POSTSMS_TICKET, or add --ticket-file FILE';
  if (names.has(name)) return `has two values for ${JSON.stringify(name)}`;
  const character = forbiddenCharacter(value);
  if (character === undefined) return null;
  return `has ${characterName(character)} in ${JSON.stringify(name)}, which XML cannot represent`;
}
