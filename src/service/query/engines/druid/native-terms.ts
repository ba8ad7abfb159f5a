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

/** Druid takes `outputType` for a hint and casts nothing. */
function castColumn(column: VirtualColumn): VirtualColumn {
  if (column.type !== 'expression' || column.outputType === undefined) return column;
  const written = column.outputType.toUpperCase();
  const outputType = written === 'FLOAT' ? 'DOUBLE' : written;
  return { ...column, expression: `cast((${column.expression}), '${outputType}')`, outputType };
}

/** A `FLOAT` would lose digits. */
function doubleDimension(dimension: Dimension): object {
  return dimension.outputType === 'FLOAT' ? { ...dimension, outputType: 'DOUBLE' } : dimension;
}

function doubleAggregation(aggregation: NativeAggregation): object {
  if (aggregation.type === 'filtered') return { ...aggregation, aggregator: doubleAggregation(aggregation.aggregator) };
  return { ...aggregation, type: aggregation.type.replace(/^float/, 'double') };
}
