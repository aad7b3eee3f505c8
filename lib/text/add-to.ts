/** Adds a value to those of a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const others = lists.get(key);
  if (others) others.push(value);
  else lists.set(key, [value]);
}
