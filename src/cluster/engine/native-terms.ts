// Rewrites the columns, filters, dimensions and aggregations of a query that Druid would read differently:
// `floatSum`, which loses digits there, becomes `doubleSum`.
import { getOrAdd } from '../../text/get-or-add.ts';
import { escapeUnits } from '../../text/json.ts';
import { factsOf } from '../../tql/aggregation.ts';
import { type Dimension, type ExtractionFn, missingValue } from '../../tql/dimension.ts';
import type { VirtualColumn } from '../../tql/run-query.ts';
import type { CompiledQuery, NativeAggregation } from '../../service/query/compile/compiled-query.ts';
import { nativeFilter } from './clauses/filters.ts';
import { typeOfColumn } from './columns.ts';

/** These keys of a query, rewritten so that Druid computes what they mean. */
export function inDruidsTerms(query: CompiledQuery): Readonly<Record<string, unknown>> {
  const { virtualColumns = [] } = query;
  const addedColumns = new AddedColumns(virtualColumns);
  const toDimension = (dimension: Dimension) => nativeDimension(dimension, addedColumns);
  const rewritten = {
    ...(query.filter !== undefined && { filter: nativeFilter(query.filter) }),
    ...('dimension' in query && { dimension: toDimension(query.dimension) }),
    ...('dimensions' in query && { dimensions: query.dimensions.map(toDimension) }),
    ...('aggregations' in query && {
      aggregations: query.aggregations.map((each) => nativeAggregation(each, addedColumns)),
    }),
  };
  // Rewriting the keys above has added columns.
  const columns = [...virtualColumns.map(castColumn), ...addedColumns.added];
  return columns.length === 0 ? rewritten : { ...rewritten, virtualColumns: columns };
}

/** A virtual column whose expression casts to its `outputType`, which Druid takes for a hint. */
function castColumn(column: VirtualColumn): VirtualColumn {
  if (column.outputType === undefined) return column;
  const typeName = column.outputType.toUpperCase();
  const outputType = typeName === 'FLOAT' ? 'DOUBLE' : typeName;
  return { ...column, expression: `cast((${column.expression}), '${outputType}')`, outputType };
}

/** Text within the quotes of an expression. */
export function escaped(text: string): string {
  return escapeUnits(text, /[^ !#-&(-[\]-~]/g);
}

/**
 * A dimension without `FLOAT`, which would lose digits. In some queries Druid applies no extraction function
 * to a virtual column; so another virtual column applies it.
 */
function nativeDimension(dimension: Dimension, addedColumns: AddedColumns): object {
  const { dimension: column, outputName, outputType } = dimension;
  const exactType = outputType === 'FLOAT' ? 'DOUBLE' : outputType;
  if (dimension.type === 'extraction' && addedColumns.isVirtual(column)) {
    const extracted = addedColumns.extracted(column, dimension.extractionFn);
    return { type: 'default', dimension: extracted, outputName, outputType: exactType ?? 'STRING' };
  }
  return exactType === undefined ? dimension : { ...dimension, outputType: exactType };
}

/**
 * An extraction function as a Druid expression: `if(regexp_like(x, 'a'), regexp_extract(x, 'a', 1), null)`.
 */
function extractionExpression(fn: ExtractionFn, value: string): string {
  const literal = (text: string | undefined): string => (text === undefined ? 'null' : `'${escaped(text)}'`);
  const missing = missingValue(fn, value, literal);
  if (fn.type === 'regex') {
    const pattern = literal(fn.expr);
    return `if(regexp_like(${value}, ${pattern}), regexp_extract(${value}, ${pattern}, ${fn.index ?? 1}), ${missing})`;
  }
  const cases = Object.entries(fn.lookup.map).map(([from, to]) => `${literal(from)}, ${literal(to)}, `);
  return cases.length === 0
    ? `cast(${missing}, 'STRING')`
    : `case_simple(${value}, ${cases.join('')}${missing})`;
}

/**
 * `floatSum` becomes `doubleSum`, since floats lose digits, and `longAny` `longMin`: of any values, the
 * smallest is the same each time.
 */
function nativeAggregation(aggregation: NativeAggregation, addedColumns: AddedColumns): object {
  if (aggregation.type === 'filtered') {
    const { aggregator, filter } = aggregation;
    return {
      ...aggregation,
      filter: nativeFilter(filter),
      aggregator: nativeAggregation(aggregator, addedColumns),
    };
  }
  const type = aggregation.type.replace(/^float/, 'double').replace(/^(long|double)Any$/, '$1Min');
  const native = { ...aggregation, type };
  if (!('fieldName' in aggregation) || !factsOf(aggregation).readsNumbers) return native;
  return { ...native, fieldName: addedColumns.numbersOf(aggregation.fieldName) };
}

/** Texts that are numbers, as for `parseDecimal` in `tql/literals.ts`. */
const DECIMAL = '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$';

/** Virtual columns that a query gets in addition to its own. */
class AddedColumns {
  readonly added: VirtualColumn[] = [];
  readonly #numbers = new Map<string, string>();
  readonly #virtual: ReadonlyMap<string, VirtualColumn>;
  #extractions = 0;

  constructor(virtualColumns: readonly VirtualColumn[]) {
    this.#virtual = new Map(virtualColumns.map((column) => [column.name, column]));
  }

  isVirtual(column: string): boolean {
    return this.#virtual.has(column);
  }

  /** Adds a column that applies an extraction function to a virtual one, and returns its name. */
  extracted(column: string, fn: ExtractionFn): string {
    const expression = extractionExpression(fn, `cast("${escaped(column)}", 'STRING')`);
    return this.#add(`_extracted_${this.#extractions++}`, expression, 'STRING');
  }

  /**
   * For a column of text, adds a column of its numbers, and returns the name; any other column is returned
   * itself. Druid would read texts as zeros, and the sum of no number as 0.
   */
  numbersOf(column: string): string {
    if (!this.#isText(column)) return column;
    return getOrAdd(this.#numbers, column, () => {
      const value = `"${escaped(column)}"`;
      const expression = `if(regexp_like(${value}, '${DECIMAL}'), cast(${value}, 'DOUBLE'), null)`;
      return this.#add(`_number_${column}`, expression, 'DOUBLE');
    });
  }

  #add(preferredName: string, expression: string, outputType: string): string {
    let name = preferredName;
    while (this.#virtual.has(name)) name = `${name}_`;
    this.added.push({ type: 'expression', name, expression, outputType });
    return name;
  }

  #isText(name: string): boolean {
    const column = this.#virtual.get(name);
    if (column === undefined) return typeOfColumn(name) === 'STRING';
    return column.outputType?.toUpperCase() === 'STRING';
  }
}
