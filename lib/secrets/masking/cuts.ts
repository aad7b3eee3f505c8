import type { Place } from './place.ts';

/** The mark of our own texts that they were cut. */
export const CUT = '…';

/** Whether a text can have been cut. */
export function mayBeCut(text: string): boolean {
  return text.includes(CUT);
}

/**
 * Characters between the beginning of a secret and a cut that are taken for the rest of it: what an escape in an
 * escape takes, or the octets of a character without its last.
 */
const REST = 80;

/** A beginning of fewer characters may be there by chance, so that less is taken for its rest, and no white space. */
const FEW = 12;
const REST_OF_FEW = 24;

/** The place of the beginning of a secret with all that stands between it and a cut soon behind it, or none. */
export function upToCut(text: string, { begin, end, label }: Place): readonly Place[] {
  const few = end - begin < FEW;
  // Not from here to the end of the text: a target can send a beginning many thousand times.
  const near = text.slice(begin, end + (few ? REST_OF_FEW : REST) + CUT.length);
  const cut = begin + near.indexOf(CUT);
  if (cut < begin || (few && /\s/.test(text.slice(end, cut)))) return [];
  return [{ begin, end: cut, label }];
}
