import type { Dimension, ExtractionFn } from '../../../../tql/dimension.ts';
import type { VirtualColumn } from '../../../../tql/run-query.ts';
import type { CompiledQuery, NativeAggregation } from '../../compile/compiled-query.ts';
import { nativeFilter } from './clauses/filters.ts';
import { typeOfColumn } from './columns.ts';

/**
 * The parts of a query that Druid would read differently or not at all, in terms in which it computes what
 * they mean.
 */
export function inDruidsTerms(query: CompiledQuery): Readonly<Record<string, unknown>> {
  const { virtualColumns = [] } = query;
  const extracted = new ExtractedColumns(virtualColumns);
  const numbers = new NumberColumns(virtualColumns);
  const aggregations =
    'aggregations' in query ? query.aggregations.map((one) => nativeAggregation(one, numbers)) : [];
  const dimension = 'dimension' in query ? { dimension: nativeDimension(query.dimension, extracted) } : {};
  const dimensions =
    'dimensions' in query
      ? { dimensions: query.dimensions.map((one) => nativeDimension(one, extracted)) }
      : {};
  const columns = [...virtualColumns.map(castColumn), ...numbers.added, ...extracted.added];
  return {
    ...(columns.length === 0 ? {} : { virtualColumns: columns }),
    ...(query.filter === undefined ? {} : { filter: nativeFilter(query.filter) }),
    ...dimension,
    ...dimensions,
    ...('aggregations' in query ? { aggregations } : {}),
  };
}

/**
 * Druid takes `outputType` for a hint and casts nothing. An `mv-filtered` has no value at all instead of
 * null, which a topN leaves out.
 */
function castColumn(column: VirtualColumn): VirtualColumn {
  if (column.type === 'mv-filtered') return keptValues(column);
  if (column.outputType === undefined) return column;
  const written = column.outputType.toUpperCase();
  const outputType = written === 'FLOAT' ? 'DOUBLE' : written;
  return { ...column, expression: `cast((${column.expression}), '${outputType}')`, outputType };
}

type Filtered = Extract<VirtualColumn, { readonly type: 'mv-filtered' }>;

function keptValues({ name, delegate, values, isAllowList = true }: Filtered): VirtualColumn {
  const value = `cast("${escaped(delegate)}", 'STRING')`;
  // Not a list of values: with one, Druid would take the result for a list, too, and not extract from null.
  const cases = values.map((one) => `'${escaped(one)}', 1, `).join('');
  const isListed = values.length === 0 ? '0' : `case_simple(${value}, ${cases}0)`;
  const expression = isAllowList ? `if(${isListed}, ${value}, null)` : `if(${isListed}, null, ${value})`;
  return { type: 'expression', name, expression, outputType: 'STRING' };
}

/** Text within the quotes of an expression. */
export function escaped(text: string): string {
  return text.replace(/[^ !#-&(-[\]-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * A `FLOAT` would lose digits. In some queries, Druid does not extract from virtual columns: what is
 * extracted is a virtual column then.
 */
function nativeDimension(dimension: Dimension, extracted: ExtractedColumns): object {
  const outputType = dimension.outputType === 'FLOAT' ? { outputType: 'DOUBLE' } : {};
  const name =
    dimension.type === 'extraction' ? extracted.of(dimension.dimension, dimension.extractionFn) : null;
  if (name === null) return { ...dimension, ...outputType };
  const { outputName } = dimension;
  return {
    type: 'default',
    dimension: name,
    outputName,
    outputType: dimension.outputType ?? 'STRING',
    ...outputType,
  };
}

/** Columns of what extraction functions make of virtual columns. */
class ExtractedColumns {
  readonly added: VirtualColumn[] = [];
  readonly #virtual: ReadonlyMap<string, VirtualColumn>;

  constructor(virtualColumns: readonly VirtualColumn[]) {
    this.#virtual = new Map(virtualColumns.map((column) => [column.name, column]));
  }

  /** The column to read instead; null if the column is not a virtual one. */
  of(column: string, fn: ExtractionFn): string | null {
    if (!this.#virtual.has(column)) return null;
    const name = freeName(`_extracted_${this.added.length}`, this.#virtual);
    const expression = extractionExpression(fn, `cast("${escaped(column)}", 'STRING')`);
    this.added.push({ type: 'expression', name, expression, outputType: 'STRING' });
    return name;
  }
}

function extractionExpression(fn: ExtractionFn, value: string): string {
  const literal = (text: string | undefined): string => (text === undefined ? 'null' : `'${escaped(text)}'`);
  if (fn.type === 'regex') {
    const { expr, index = 1, replaceMissingValue = false, replaceMissingValueWith } = fn;
    const missing = replaceMissingValue ? literal(replaceMissingValueWith) : value;
    const pattern = literal(expr);
    return `if(regexp_like(${value}, ${pattern}), regexp_extract(${value}, ${pattern}, ${index}), ${missing})`;
  }
  const missing = fn.retainMissingValue === true ? value : literal(fn.replaceMissingValueWith);
  const cases = Object.entries(fn.lookup.map).map(([from, to]) => `${literal(from)}, ${literal(to)}, `);
  return cases.length === 0
    ? `cast(${missing}, 'STRING')`
    : `case_simple(${value}, ${cases.join('')}${missing})`;
}

/** `float…` would lose digits, and `…Any` be that of any event: the smallest is the same each time. */
function nativeAggregation(aggregation: NativeAggregation, numbers: NumberColumns): object {
  if (aggregation.type === 'filtered') {
    const { aggregator, filter } = aggregation;
    return {
      ...aggregation,
      filter: nativeFilter(filter),
      aggregator: nativeAggregation(aggregator, numbers),
    };
  }
  const type = aggregation.type.replace(/^float/, 'double').replace(/^(long|double)Any$/, '$1Min');
  const fieldName =
    'fieldName' in aggregation && readsNumbers(aggregation.type)
      ? numbers.of(aggregation.fieldName)
      : undefined;
  return { ...aggregation, type, ...(fieldName === undefined ? {} : { fieldName }) };
}

type NumberType = `${'long' | 'double' | 'float'}${string}`;
/** Which aggregations read numbers, apart from those that are named after a type of number. */
const READS_NUMBERS: Readonly<Record<Exclude<NativeAggregation['type'], NumberType>, boolean>> = {
  count: false,
  cardinality: false,
  filtered: false,
  quantilesDoublesSketch: true,
  stringAny: false,
  stringFirst: false,
  stringLast: false,
  thetaSketch: false,
};

function readsNumbers(type: string): boolean {
  const known: Readonly<Record<string, boolean | undefined>> = READS_NUMBERS;
  return known[type] ?? true;
}

/** In the same notation as for `parseDecimal` in `tql/literals.ts`. */
const DECIMAL = '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$';

/**
 * Columns of the numbers in columns of text. Without them, Druid takes text for zeros, and the sum of no
 * number for 0.
 */
class NumberColumns {
  readonly added: VirtualColumn[] = [];
  readonly #names = new Map<string, string>();
  readonly #virtual: ReadonlyMap<string, VirtualColumn>;

  constructor(virtualColumns: readonly VirtualColumn[]) {
    this.#virtual = new Map(virtualColumns.map((column) => [column.name, column]));
  }

  /** The column to aggregate for a column: the same if it may have numbers of its own. */
  of(column: string | undefined): string | undefined {
    if (column === undefined || !this.#isText(column)) return column;
    const known = this.#names.get(column);
    if (known !== undefined) return known;
    const name = freeName(`_number_${column}`, this.#virtual);
    const value = `"${escaped(column)}"`;
    const expression = `if(regexp_like(${value}, '${DECIMAL}'), cast(${value}, 'DOUBLE'), null)`;
    this.added.push({ type: 'expression', name, expression, outputType: 'DOUBLE' });
    this.#names.set(column, name);
    return name;
  }

  #isText(name: string): boolean {
    const column = this.#virtual.get(name);
    if (column === undefined) return typeOfColumn(name) === 'STRING';
    return column.type === 'mv-filtered' || column.outputType?.toUpperCase() === 'STRING';
  }
}

function freeName(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  return taken.has(wanted) ? freeName(`${wanted}_`, taken) : wanted;
}
