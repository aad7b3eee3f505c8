export type { Defect } from './defect.ts';
export { defects, defectsByRequirement, findDefect } from './registry.ts';
