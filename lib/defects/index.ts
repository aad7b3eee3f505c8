export type { Defect } from './defect.ts';
export { defects, findDefect } from './registry.ts';
