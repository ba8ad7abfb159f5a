/** The value of a key in a map. If the map lacks the key, the value is computed and added. */
export function getOrAdd<K, V>(
  map: { has(key: K): boolean; get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  compute: () => V,
): V {
  if (!map.has(key)) map.set(key, compute());
  return map.get(key) as V;
}
