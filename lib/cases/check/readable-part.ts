import type { CaseEntry } from '../case-file.ts';
import { schemaBreaches } from '../schema.ts';
import type { YamlPath } from '../yaml/yaml-source.ts';

/**
 * A case as far as its values are of the types that the schema gives them: what is not is left out, and a step that
 * is none is empty, so that those behind it keep their places. The case itself where nothing breaks the schema;
 * nothing where it is no mapping. What is left may still break the schema by what it lacks.
 */
export function readablePart(given: unknown): CaseEntry | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const breaches = schemaBreaches('cases', { cases: [given] });
  if (breaches.length === 0) return given as CaseEntry;
  const part = structuredClone(given);
  for (const { keyword, path } of breaches) {
    const [, , ...inCase] = path;
    const unit = unitOf(inCase);
    // What a mapping lacks, or has too much, leaves the rest of it as it is.
    if (unit.length < inCase.length || !isContainer(unit) || WRONG.includes(keyword)) leaveOut(part, unit);
  }
  return part as CaseEntry;
}

/** Keywords that say of a value that it is something else. */
const WRONG: readonly string[] = ['type', 'const', 'enum'];

/** Mappings and lists whose members stand for themselves. */
const CONTAINERS = [
  /^(?:with|matrix(?:\/[^/]*)?|levels|generate|expect(?:\/packet|\/each-delivery)?)?$/,
  /^steps(?:\/\d+(?:\/(?:with|capture))?)?$/,
];

function isContainer(path: YamlPath): boolean {
  return CONTAINERS.some((pattern) => pattern.test(path.join('/')));
}

/** The way to the smallest part of a case that can be left out for what is wrong there. */
function unitOf(path: YamlPath): YamlPath {
  const depth = path.findIndex((_, index) => !isContainer(path.slice(0, index + 1)));
  return depth === -1 ? path : path.slice(0, depth + 1);
}

function leaveOut(part: object, unit: YamlPath): void {
  const last = unit.at(-1);
  if (last === undefined) return;
  let holder: unknown = part;
  for (const key of unit.slice(0, -1))
    holder = (holder as Record<string | number, unknown> | undefined)?.[key];
  if (Array.isArray(holder)) holder[Number(last)] = {};
  else if (typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, last);
}
