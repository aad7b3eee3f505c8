import type { Mutant } from './report.ts';

/** A mutant that lives for a reason. It is known by its texts, not by its line, which moves with those above it. */
export interface Survivor {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  /** How many mutants of the file read like that and live; 1 where absent. */
  readonly times?: number;
  readonly reason: string;
}

/**
 * Compares the mutants that live with those that are listed, both ways: one that is not listed is a problem, and so is
 * one that is listed but found by now or gone. So is one that was not tried: nothing is known about it.
 */
export function compare(mutants: readonly Mutant[], listed: readonly Survivor[]): readonly string[] {
  const { unlisted, left } = against(mutants, listed);
  return [
    ...mutants.filter(({ state }) => state === 'not tried').map((mutant) => `not tried: ${shown(mutant)}`),
    ...unlisted.map((mutant) => `lives and is not listed: ${shown(mutant)}`),
    ...listed
      .filter((survivor) => (left.get(keyOf(survivor)) ?? 0) > 0)
      .map((survivor) => `listed, but found or gone: ${shown({ ...survivor, place: survivor.file })}`),
  ];
}

/** The mutants that live and are not listed. */
export function unlistedIn(mutants: readonly Mutant[], listed: readonly Survivor[]): readonly Mutant[] {
  return against(mutants, listed).unlisted;
}

function against(mutants: readonly Mutant[], listed: readonly Survivor[]) {
  const left = new Map(listed.map((survivor) => [keyOf(survivor), survivor.times ?? 1]));
  const unlisted = mutants.filter((mutant) => {
    if (mutant.state !== 'living') return false;
    const key = keyOf(mutant);
    const places = left.get(key) ?? 0;
    left.set(key, places - 1);
    return places <= 0;
  });
  return { unlisted, left };
}

function keyOf({ file, original, replacement }: Pick<Survivor, 'file' | 'original' | 'replacement'>): string {
  return JSON.stringify([file, original, replacement]);
}

function shown({ place, original, replacement }: Pick<Mutant, 'place' | 'original' | 'replacement'>): string {
  return `${place}  ${original}  =>  ${replacement}`;
}

/** The mutants that tests found, of those that are programs. */
export interface Score {
  readonly found: number;
  readonly tried: number;
}

/** The score of some mutants; what is no program counts for nothing. */
export function scoreOf(mutants: readonly Mutant[]): Score {
  return {
    found: mutants.filter(({ state }) => state === 'found').length,
    tried: mutants.filter(({ state }) => state === 'found' || state === 'living').length,
  };
}
