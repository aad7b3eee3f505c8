import { forbiddenCharacter } from '../xml/escape.ts';

/** Passes a text that every binding can carry; throws where a character cannot stand in XML 1.0 or UTF-8. */
export function sendableText(parameter: string, text: string): string {
  const character = forbiddenCharacter(text);
  if (character === undefined) return text;
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw new Error(`${parameter} holds U+${code}, which neither XML 1.0 nor a contract string can carry`);
}
