// Makes the rows of a table as templates see them: labels for readers, product names for Apple's devices.
// Each kind of table (`ranking.ts`, `timeseries.ts`, …) calls this. Pure.
import { getOrAdd } from '../../../text/get-or-add.ts';
import type { GoneRow, ReportedInsight, ResultsRow } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import { scaleTop } from '../format/chart.ts';
import { displayedChange, subtract } from '../format/numbers.ts';
import type { TableKind } from './insight-types.ts';
import type { ColumnView, GoneView, RowView } from './table-types.ts';
import { appleModelNames } from '../../../text/apple/apple-models.ts';

/** A row of the results as templates see it; `more` is what depends on the kind of its table. */
export function buildRowView(row: ResultsRow, insight: ReportedInsight, more: Partial<RowView>): RowView {
  const names = nameParts(row.parts, insight);
  return {
    ...row,
    label: formatRowLabel(names, row.key),
    names,
    change: displayedChange(row.change, row.value, row.previous),
    difference: subtract(row.value, row.previous),
    moved: null,
    soFar: false,
    marks: [],
    history: [],
    cells: [],
    hidden: row.hidden ?? [],
    ...more,
  };
}

/** A row that has disappeared, as templates see it. */
export function buildGoneView({ key, parts, previous }: GoneRow, insight: ReportedInsight): GoneView {
  return { key, label: formatRowLabel(nameParts(parts, insight), key), previous };
}

/**
 * A row's key for a reader: `iPhone / DE` for a row of two dimensions, in which a missing part is `not set`
 * and an empty one `empty`. A single part stays as it is, null if it is missing.
 */
export function formatRowLabel(parts: Parts, key: string): string | null {
  const [first = null, ...others] = parts;
  if (parts.length === 0) return key;
  if (others.length === 0) return first;
  const texts = parts.map((part) => part ?? 'not set');
  return texts.map((text) => text || 'empty').join(' / ');
}

/** A table that shows some of `count` rows, each of which is called a `word`. */
export function tableOf<Kind extends TableKind>({
  kind,
  columns,
  rows,
  count,
  word,
}: {
  readonly kind: Kind;
  readonly columns: readonly ColumnView[];
  readonly rows: readonly RowView[];
  readonly count: number;
  readonly word: string;
}) {
  const sizes = rows.map(({ value }) => Math.abs(value ?? 0));
  const largest = kind === 'series' ? scaleTop(sizes) : Math.max(0, ...sizes);
  return {
    kind,
    columns,
    rows,
    rowCount: count,
    rowWord: plural(word, count),
    largest: largest > 0 ? largest : null,
  };
}

type Parts = readonly (string | null)[];
type Table = Pick<ReportedInsight, 'rows' | 'gone'>;

/** The product names of Apple's devices in a table: for each dimension, a map from identifiers to names. */
type ProductNames = readonly ReadonlyMap<string, string>[];

const namesOfTables = new WeakMap<Table, ProductNames>();

/** The parts of a row's key for a reader: `iPhone17,1` becomes `iPhone 16 Pro`. */
function nameParts(parts: Parts, table: Table): Parts {
  const names = getOrAdd(namesOfTables, table, () => findNames(table));
  if (names.every(({ size }) => size === 0)) return parts;
  return parts.map((part, index) => (part === null ? null : (names[index]?.get(part) ?? part)));
}

function findNames({ rows, gone }: Table): ProductNames {
  const allParts = [...rows, ...gone].map(({ parts }) => parts);
  const dimensionCount = allParts[0]?.length ?? 0;
  return Array.from({ length: dimensionCount }, (_, index) => namesOf(allParts.map((parts) => parts[index])));
}

/**
 * The names of those values that are identifiers. If two values would read alike, as two models of the same
 * product do, the identifier is put after the name.
 */
function namesOf(values: readonly (string | null | undefined)[]): ReadonlyMap<string, string> {
  const models = appleModelNames();
  const names = new Map<string, string>();
  const countOfReading = new Map<string, number>();
  for (const value of new Set(values)) {
    if (value == null) continue;
    const name = models.get(value);
    if (name !== undefined) names.set(value, name);
    const reading = name ?? value;
    countOfReading.set(reading, (countOfReading.get(reading) ?? 0) + 1);
  }
  for (const [value, name] of names)
    if ((countOfReading.get(name) ?? 0) > 1) names.set(value, `${name} (${value})`);
  return names;
}
