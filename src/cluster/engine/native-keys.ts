// Rewrites the columns, filters, dimensions and aggregations of a query that Druid would read differently:
// `floatSum`, which loses digits there, becomes `doubleSum`.
import { factsOf } from '../../tql/schema/aggregation.ts';
import type { Dimension } from '../../tql/schema/dimension.ts';
import type { VirtualColumn } from '../../tql/schema/run-query.ts';
import type { CompiledQuery, NativeAggregation } from '../../service/query/compile/compiled-query.ts';
import { AddedColumns } from './added-columns.ts';
import { nativeFilter } from './clauses/filters.ts';

/** These keys of a query, rewritten so that Druid computes what they mean. */
export function nativeKeys(query: CompiledQuery): Readonly<Record<string, unknown>> {
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
