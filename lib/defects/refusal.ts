import type { Defect } from './defect.ts';

export const refusalDefects: readonly Defect[] = [];
