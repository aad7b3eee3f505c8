/** A coding of bytes by characters that each say some bits of them. */
export interface Coding {
  readonly bits: number;
  /** What an ASCII character says; NONE where it is none of the coding's, BETWEEN where it may stand between them. */
  readonly values: Int8Array;
}

export const NONE = -1;
const BETWEEN = -2;

/** @param characters each with its value, those of the same value together */
function coding(bits: number, characters: Readonly<Record<string, number>>): Coding {
  const values = new Int8Array(128).fill(NONE);
  for (const [some, value] of Object.entries(characters)) {
    for (const one of some) values[one.charCodeAt(0)] = value;
  }
  return { bits, values };
}

const SEXTETS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', '+-', '/_'];
export const base64 = coding(6, { ...valued(SEXTETS), ' \t\r\n': BETWEEN });

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'aA', 'bB', 'cC', 'dD', 'eE', 'fF'];
export const hexadecimal = coding(4, { ...valued(DIGITS), ' \t\r\n:-': BETWEEN });

function valued(inOrder: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(inOrder.map((characters, value) => [characters, value]));
}

/** What the unit at an index says. */
export function valueAt(values: Int8Array, text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit < values.length ? (values[unit] ?? NONE) : NONE;
}
