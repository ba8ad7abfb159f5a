/** Where two results differ, as a path and both values; null where they agree. Doubles may differ in their last digits. */
export function difference(actual: unknown, expected: unknown, path = ''): string | null {
  if (typeof actual === 'number' && typeof expected === 'number') {
    const isClose = Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(actual), Math.abs(expected));
    return isClose ? null : `${path}: ${actual} is not ${expected}`;
  }
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null) {
    return Object.is(actual, expected) ? null : `${path}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`;
  }
  const [left, right] = [Object.entries(actual), Object.entries(expected)];
  if (left.length !== right.length) return `${path}: ${left.length} members are not ${right.length}`;
  for (const [index, [name, value]] of left.entries()) {
    const [otherName = '', otherValue] = (right[index] ?? []) as readonly [string?, unknown?];
    if (name !== otherName) return `${path}: ${name} stands where ${otherName} should`;
    const found = difference(value, otherValue, `${path}/${name}`);
    if (found !== null) return found;
  }
  return null;
}
