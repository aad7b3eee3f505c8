export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const others = lists.get(key);
  if (others) others.push(value);
  else lists.set(key, [value]);
}

/** Groups values by a key, in the order in which keys first occur; what has none is left out. */
export function groupedBy<K, V>(
  values: Iterable<V>,
  keyOf: (value: V) => K | undefined,
): ReadonlyMap<K, readonly [V, ...V[]]> {
  const lists = new Map<K, V[]>();
  for (const value of values) {
    const key = keyOf(value);
    if (key !== undefined) addTo(lists, key, value);
  }
  return lists as ReadonlyMap<K, readonly V[]> as ReadonlyMap<K, readonly [V, ...V[]]>;
}
