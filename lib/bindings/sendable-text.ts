import { characterName, forbiddenCharacter } from '../xml/escape.ts';

/** Passes a text that every binding can carry; throws where a character cannot stand in XML 1.0 or UTF-8. */
export function sendableText(parameter: string, text: string): string {
  const character = forbiddenCharacter(text);
  if (character === undefined) return text;
  throw new Error(
    `${parameter} holds ${characterName(character)}, which neither XML 1.0 nor a contract string can carry`,
  );
}
