import type { Defect } from './defect.ts';
import { deliveryDefects } from './delivery.ts';
import { encodingDefects } from './encoding.ts';
import { httpDefects } from './http.ts';
import { plainDefects } from './plain.ts';
import { refusalDefects } from './refusal.ts';
import { reportDefects } from './report.ts';
import { resultDefects } from './result.ts';
import { sendDefects } from './send.ts';
import { soapDefects } from './soap.ts';
import { textsDefects } from './texts.ts';
import { xmlDefects } from './xml.ts';

/** Every deviation that the suite is tested against; one line per family. */
export const defects: readonly Defect[] = [
  ...httpDefects,
  ...encodingDefects,
  ...xmlDefects,
  ...soapDefects,
  ...plainDefects,
  ...resultDefects,
  ...deliveryDefects,
  ...sendDefects,
  ...textsDefects,
  ...reportDefects,
  ...refusalDefects,
];

export function findDefect(id: string): Defect | undefined {
  return defects.find((defect) => defect.id === id);
}

/** Ids of the defects that break each requirement, by its id. */
export function defectsByRequirement(): Readonly<Record<string, readonly string[]>> {
  const ids: Record<string, string[]> = {};
  for (const { id, requirement } of defects) {
    const others = ids[requirement];
    if (others) others.push(id);
    else ids[requirement] = [id];
  }
  return ids;
}
