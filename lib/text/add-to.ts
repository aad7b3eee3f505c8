export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Groups values by a key, in the order in which keys first occur; leaves out values without a key. */
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
