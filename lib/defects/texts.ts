import type { Defect } from './defect.ts';

export const textsDefects: readonly Defect[] = [];
