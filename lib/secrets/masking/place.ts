/** A part of a text that is masked, and what stands there instead. */
export interface Place {
  readonly begin: number;
  /** Exclusive. */
  readonly end: number;
  readonly label: string;
}

/** Puts labels into their places; places that overlap become one, with the label of the first that was found. */
export function replaceAt(text: string, places: readonly Place[]): string {
  if (places.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (const { begin, end, label } of merged(places)) {
    parts.push(text.slice(done, begin), label);
    done = end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}

function merged(places: readonly Place[]): readonly Place[] {
  const sorted = places
    .map((place, rank) => ({ ...place, rank }))
    .sort((a, b) => a.begin - b.begin || a.rank - b.rank);
  const whole: { begin: number; end: number; label: string; rank: number }[] = [];
  for (const place of sorted) {
    const last = whole.at(-1);
    if (!last || place.begin >= last.end) {
      whole.push(place);
      continue;
    }
    last.end = Math.max(last.end, place.end);
    if (place.rank < last.rank) {
      last.rank = place.rank;
      last.label = place.label;
    }
  }
  return whole;
}
