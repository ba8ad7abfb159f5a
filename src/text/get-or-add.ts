/** The value of a key in a map, which is computed and added if it is not there. */
export function getOrAdd<K, V>(
  known: { has(key: K): boolean; get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  compute: () => V,
): V {
  if (!known.has(key)) known.set(key, compute());
  return known.get(key) as V;
}
