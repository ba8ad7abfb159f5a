/** YAML in which every scalar is text, as in all other inputs: `top: 5`, `name: no` and dates are what was written. */
export type YamlValue = string | readonly YamlValue[] | ReadonlyMap<string, YamlValue>;

/** Whether a value is a map. */
export function isMap(value: YamlValue | undefined): value is ReadonlyMap<string, YamlValue> {
  return value instanceof Map;
}

/** What a YAML value is, for a message. */
export function kindOf(value: YamlValue): string {
  if (typeof value === 'string') return 'a text';
  return isMap(value) ? 'a map' : 'a list';
}
