import { appleModelNames } from '../../text/apple-models.ts';
import type { ReportedInsight } from '../../results.ts';

type Parts = readonly (string | null)[];
type Table = Pick<ReportedInsight, 'rows' | 'gone'>;

/** The names of Apple's devices in a table, one map from identifiers to names for each dimension. */
type Names = readonly ReadonlyMap<string, string>[];

const known = new WeakMap<Table, Names>();

/**
 * The parts of a row's key for a reader: an Apple model identifier as its product name. The same list if it
 * holds none.
 */
export function nameParts(parts: Parts, table: Table): Parts {
  let names = known.get(table);
  if (names === undefined) known.set(table, (names = findNames(table)));
  return names.every(({ size }) => size === 0)
    ? parts
    : parts.map((part, index) => (part === null ? null : (names[index]?.get(part) ?? part)));
}

function findNames({ rows, gone }: Table): Names {
  const count = rows[0]?.parts.length ?? gone[0]?.parts.length ?? 0;
  return Array.from({ length: count }, (_, index) =>
    namesOf([...rows, ...gone].map(({ parts }) => parts[index])),
  );
}

/**
 * The names of those values that are identifiers. If two values would read alike, the identifier stands
 * beside the name.
 */
function namesOf(values: readonly (string | null | undefined)[]): ReadonlyMap<string, string> {
  const models = appleModelNames();
  const [names, readings] = [new Map<string, string>(), new Map<string, number>()];
  for (const value of new Set(values)) {
    if (value == null) continue;
    const name = models.get(value);
    if (name !== undefined) names.set(value, name);
    readings.set(name ?? value, (readings.get(name ?? value) ?? 0) + 1);
  }
  for (const [value, name] of names)
    if ((readings.get(name) ?? 0) > 1) names.set(value, `${name} (${value})`);
  return names;
}
