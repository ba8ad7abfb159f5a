import type { Dimension } from '../../../../tql/dimension.ts';
import type { VirtualColumn } from '../../../../tql/query.ts';
import type { CompiledQuery, NativeAggregation } from '../../compile/compiled-query.ts';

/** The parts of a query that Druid would read differently or not at all, in terms in which it computes what they mean. */
export function inDruidsTerms(query: CompiledQuery): Readonly<Record<string, unknown>> {
  const { virtualColumns } = query;
  return {
    ...(virtualColumns === undefined ? {} : { virtualColumns: virtualColumns.map(castColumn) }),
    ...('dimension' in query ? { dimension: doubleDimension(query.dimension) } : {}),
    ...('dimensions' in query ? { dimensions: query.dimensions.map(doubleDimension) } : {}),
    ...('aggregations' in query ? { aggregations: query.aggregations.map(doubleAggregation) } : {}),
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
  const isListed =
    values.length === 0 ? '0' : `array_contains([${values.map((one) => `'${escaped(one)}'`).join(', ')}], ${value})`;
  const expression = isAllowList ? `if(${isListed}, ${value}, null)` : `if(${isListed}, null, ${value})`;
  return { type: 'expression', name, expression, outputType: 'STRING' };
}

/** Text within the quotes of an expression. */
function escaped(text: string): string {
  return text.replace(/[^ !#-&(-[\]-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A `FLOAT` would lose digits. */
function doubleDimension(dimension: Dimension): object {
  return dimension.outputType === 'FLOAT' ? { ...dimension, outputType: 'DOUBLE' } : dimension;
}

function doubleAggregation(aggregation: NativeAggregation): object {
  if (aggregation.type === 'filtered') return { ...aggregation, aggregator: doubleAggregation(aggregation.aggregator) };
  return { ...aggregation, type: aggregation.type.replace(/^float/, 'double') };
}
