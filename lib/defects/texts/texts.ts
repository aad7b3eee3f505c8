import type { Defect } from '../defect.ts';
import { textCodingDefects } from './texts-coding.ts';
import { textLetterDefects } from './texts-letters.ts';
import { textSpaceDefects } from './texts-space.ts';

/** Deviations of the message text, which the contract calls "the message text as delivered" (contract §2.2). */
export const textsDefects: readonly Defect[] = [
  ...textLetterDefects,
  ...textSpaceDefects,
  ...textCodingDefects,
];
