import { compareWsdls, noticing, type Wsdls } from '../clients/wsdl/compare-wsdls.ts';
import { someOf } from '../text/counted.ts';
import type { Breakage } from './breakage.ts';
import { limits, OTHERS } from './limits.ts';

/** What was read of the WSDLs of a side, and clauses about what could not be read. */
export interface SideWsdls {
  readonly described: Wsdls;
  readonly notes: readonly string[];
}

/**
 * Compares the WSDLs of both sides: what calls notice as differences of meaning, what only generated code notices as the tools
 * that break on it, the rest counted. Nothing is said where neither side has a WSDL.
 */
export function wsdlsCompared(
  old: SideWsdls | null | undefined,
  now: SideWsdls | null | undefined,
  { strict, bindings }: { readonly strict: boolean; readonly bindings: readonly string[] | undefined },
) {
  const all = (old && now && compareWsdls(old.described, now.described, bindings)) ?? [];
  const of = (wanted: (typeof all)[number]['kind']) => {
    const found = all.filter(({ kind }) => kind === wanted);
    // What has no room is one difference, as of replies.
    return found
      .slice(0, limits.changesOfField + 1)
      .map((each, at) =>
        at < limits.changesOfField ? each : { ...each, from: OTHERS.value, to: OTHERS.value },
      );
  };
  const calls = of('call').map(({ field, from, to, places, bindings }) => {
    const names = places.flatMap((place) => (place.startsWith('/') ? [] : place.replace(/\/.*/, '')));
    const change = { kind: 'meaning', field: `WSDL ${field}`, from, to } as const;
    const seen = { replies: places.length, operations: [...new Set(names)], bindings: [...bindings], places };
    return { ...change, ...seen, examples: [] };
  });
  const breakages = of('compile').map(({ field, from, to, places }): Breakage => {
    const change = { kind: 'surface', field: `WSDL ${field}`, from, to } as const;
    const because = `${change.field}  ${from} -> ${to} at ${someOf(places)}`;
    return { who: noticing(field).join(', '), because, gates: strict, change };
  });
  const isDescribed = [old, now].some((side) => [...(side?.described.values() ?? [])].some(Boolean));
  const notesOf = (name: string, side: SideWsdls | null | undefined) =>
    (side?.notes ?? []).map((note) => `${name} ${note}`);
  const quiet = of('quiet').map(({ field, places }) => `${field} of ${someOf(places)}`);
  const wsdl = { quiet, notes: [...notesOf('old', old), ...notesOf('new', now)] };
  return { calls, breakages, about: isDescribed ? { wsdl } : {} };
}
