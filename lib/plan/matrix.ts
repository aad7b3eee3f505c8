import type { DeclaredValue } from '../model/contract.ts';

/** One combination of matrix values; the slug joins theirs with full stops, and is null where there is no matrix. */
export interface Variant {
  readonly slug: string | null;
  readonly values: Readonly<Record<string, DeclaredValue>>;
}

type Matrix = Readonly<Record<string, Readonly<Record<string, DeclaredValue>>>>;

/** Every combination of a matrix, the last name varying fastest. */
export function combinations(matrix: Matrix): readonly Variant[] {
  let variants: readonly Variant[] = [{ slug: null, values: {} }];
  for (const [name, values] of Object.entries(matrix)) {
    variants = variants.flatMap((variant) =>
      Object.entries(values).map(([slug, value]) => ({
        slug: variant.slug === null ? slug : `${variant.slug}.${slug}`,
        values: { ...variant.values, [name]: value },
      })),
    );
  }
  return variants;
}
