import { addTo } from '../../text/add-to.ts';
import type { Defect } from './defect.ts';
import { blocksDefects } from './families/blocks.ts';
import { connectionDefects } from './families/connections.ts';
import { deliveryDefects } from './families/delivery.ts';
import { encodingDefects } from './families/encoding.ts';
import { everydayDefects } from './families/everyday.ts';
import { httpDefects } from './families/http.ts';
import { refusalDefects } from './families/refusal.ts';
import { resultDefects } from './families/result.ts';
import { reportDefects, sendDefects } from './families/send.ts';
import { soapDefects } from './families/soap.ts';
import { textsDefects } from './families/texts.ts';
import { xmlDefects } from './families/xml.ts';

/** Every deviation that the suite is tested against; one line per family. */
export const defects: readonly Defect[] = [
  ...httpDefects,
  ...encodingDefects,
  ...xmlDefects,
  ...soapDefects,
  ...resultDefects,
  ...deliveryDefects,
  ...sendDefects,
  ...textsDefects,
  ...reportDefects,
  ...refusalDefects,
  ...connectionDefects,
  ...everydayDefects,
  ...blocksDefects,
];

export function findDefect(id: string): Defect | undefined {
  return defects.find((defect) => defect.id === id);
}

/** Returns the ids of the defects that break or affect each requirement, by its id. */
export function defectsByRequirement(): Readonly<Record<string, readonly string[]>> {
  const lists = new Map<string, string[]>();
  for (const { id, requirements } of defects) {
    for (const name of requirements) addTo(lists, name, id);
  }
  return Object.fromEntries(lists);
}
