import type { Dimension } from '../../../../tql/dimension.ts';
import type { VirtualColumn } from '../../../../tql/query.ts';
import type { CompiledQuery, NativeAggregation } from '../../compile/compiled-query.ts';
import { typeOfColumn } from './columns.ts';

/** The parts of a query that Druid would read differently or not at all, in terms in which it computes what they mean. */
export function inDruidsTerms(query: CompiledQuery): Readonly<Record<string, unknown>> {
  const { virtualColumns = [] } = query;
  const texts = new TextColumns(virtualColumns);
  const numbers = new NumberColumns(virtualColumns);
  const aggregations = 'aggregations' in query ? query.aggregations.map((one) => doubleAggregation(one, numbers)) : [];
  const dimension = 'dimension' in query ? { dimension: nativeDimension(query.dimension, texts) } : {};
  const dimensions =
    'dimensions' in query ? { dimensions: query.dimensions.map((one) => nativeDimension(one, texts)) } : {};
  const columns = [...virtualColumns.map(castColumn), ...numbers.added, ...texts.added];
  return {
    ...(columns.length === 0 ? {} : { virtualColumns: columns }),
    ...dimension,
    ...dimensions,
    ...('aggregations' in query ? { aggregations } : {}),
  };
}

/** Druid takes `outputType` for a hint and casts nothing. An `mv-filtered` has no value at all instead of null, which a topN leaves out. */
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
function escaped(text: string): string {
  return text.replace(/[^ !#-&(-[\]-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A `FLOAT` would lose digits, and a virtual column of numbers would not be extracted from. */
function nativeDimension(dimension: Dimension, texts: TextColumns): object {
  const outputType = dimension.outputType === 'FLOAT' ? { outputType: 'DOUBLE' } : {};
  if (dimension.type !== 'extraction') return { ...dimension, ...outputType };
  return { ...dimension, ...outputType, dimension: texts.of(dimension.dimension) };
}

/** Columns of the texts of virtual columns. */
class TextColumns {
  readonly added: VirtualColumn[] = [];
  readonly #virtual: ReadonlyMap<string, VirtualColumn>;

  constructor(virtualColumns: readonly VirtualColumn[]) {
    this.#virtual = new Map(virtualColumns.map((column) => [column.name, column]));
  }

  of(column: string): string {
    if (this.#virtual.get(column)?.type !== 'expression') return column;
    const name = freeName(`_text_${column}`, this.#virtual);
    const expression = `cast("${escaped(column)}", 'STRING')`;
    if (this.added.every((one) => one.name !== name))
      this.added.push({ type: 'expression', name, expression, outputType: 'STRING' });
    return name;
  }
}

/** `float…` would lose digits. */
function doubleAggregation(aggregation: NativeAggregation, numbers: NumberColumns): object {
  if (aggregation.type === 'filtered')
    return { ...aggregation, aggregator: doubleAggregation(aggregation.aggregator, numbers) };
  const type = aggregation.type.replace(/^float/, 'double');
  const isOfNumbers = /^(?:long|double|quantiles)/.test(type) && 'fieldName' in aggregation;
  const fieldName = isOfNumbers ? numbers.of(aggregation.fieldName) : undefined;
  return { ...aggregation, type, ...(fieldName === undefined ? {} : { fieldName }) };
}

/** In the same notation as for `parseDecimal` in `tql/literals.ts`. */
const DECIMAL = '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$';

/** Columns of the numbers in columns of text. Without them, Druid takes text for zeros, and the sum of no number for 0. */
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
