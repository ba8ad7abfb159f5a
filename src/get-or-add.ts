/** The value of a key in a map, which is computed and added if it is not there. */
export function getOrAdd<K, V>(known: Map<K, V>, key: K, compute: () => V): V {
  if (!known.has(key)) known.set(key, compute());
  return known.get(key) as V;
}
