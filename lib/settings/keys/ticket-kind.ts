import { characterName, forbiddenCharacter } from '../../xml/escape.ts';
import { good, type Kind, single } from './kinds.ts';

/** Bytes of UTF-8 at most: what is longer is another file, and looking for all of it would take minutes. */
const MOST_KIB = 4;

const IS_ONE = `expected one line of at most ${MOST_KIB} KiB`;

/** The ServiceTicket. Never repeats what it was given. */
export const ticket: Kind<string> = single('<file>', (given) => {
  const size = Buffer.byteLength(given);
  if (size > MOST_KIB * 1024) return { ok: false, why: `is not a ticket: ${size} bytes; ${IS_ONE}` };
  if (given.trim() === '') return { ok: false, why: 'is empty' };
  if (/[\r\n]/.test(given)) return { ok: false, why: `is not a ticket: it has a line break; ${IS_ONE}` };
  const character = forbiddenCharacter(given);
  if (character === undefined) return good(given);
  return { ok: false, why: `holds ${characterName(character)}, which XML cannot represent` };
});
