import { isJsonObject, type Json } from '../../../../tql/json.ts';
import type { CompiledSegmentMetadata } from '../../compile/compiled-query.ts';
import { inOrder, typeOfColumn, withoutEmpty } from './columns.ts';
import { nativeQuery } from './native-query.ts';
import { jsonOf, type Plan, readObject, type Values } from './plan.ts';

/**
 * Describes the columns of the segments that the intervals touch, as one segment of the query's intervals.
 * Sizes are given as 0.
 */
export function planSegmentMetadata(query: CompiledSegmentMetadata): Plan {
  const analysisTypes = ANALYSES.filter((one) => (query.analysisTypes ?? ANALYSES).includes(one));
  const native = nativeQuery(query, { merge: true, analysisTypes, toInclude: { type: 'all' } });
  return {
    query: native,
    toResult: async ([answer], run) => {
      const segment = answer === undefined ? {} : readObject(answer);
      const found = isJsonObject(segment['columns']) ? segment['columns'] : {};
      const listed = await withoutEmpty(Object.keys(found), native['intervals'] ?? [], run);
      const columns = columnNames(query, listed).map((name): [string, Json] => [
        name,
        columnOf(readObject(Object.hasOwn(found, name) ? found[name] : {}), name, analysisTypes),
      ]);
      return [
        {
          id: query.dataSource,
          intervals: analysisTypes.includes('interval') ? query.intervals : null,
          columns: Object.fromEntries(columns),
          size: 0,
          numRows: jsonOf(segment['numRows'] ?? 0),
          aggregators: null,
          timestampSpec: null,
          queryGranularity: null,
          rollup: null,
        },
      ];
    },
  };
}

/** The analyses that change an answer; all of them are made by default. */
const ANALYSES = ['cardinality', 'interval', 'minmax'] as const;

function columnNames({ toInclude }: CompiledSegmentMetadata, found: readonly string[]): readonly string[] {
  const all = inOrder(found);
  if (toInclude?.type === 'none') return [];
  return toInclude?.type === 'list' ? all.filter((name) => toInclude.columns.includes(name)) : all;
}

/** A column. Druid counts null as a value; a column that it does not know has no values. */
function columnOf(column: Values, name: string, analyses: readonly string[]): Json {
  const { hasNulls = true, cardinality, minValue, maxValue } = column;
  const type = jsonOf(column['type'] ?? typeOfColumn(name));
  const distinct = typeof cardinality === 'number' ? cardinality - (hasNulls === true ? 1 : 0) : 0;
  return {
    type,
    typeSignature: type,
    hasMultipleValues: false,
    // The embedded engine counts nulls only beside these.
    hasNulls: analyses.includes('cardinality') || analyses.includes('minmax') ? jsonOf(hasNulls) : true,
    size: 0,
    cardinality: analyses.includes('cardinality') && type === 'STRING' ? distinct : null,
    minValue: analyses.includes('minmax') ? jsonOf(minValue) : null,
    maxValue: analyses.includes('minmax') ? jsonOf(maxValue) : null,
    errorMessage: null,
  };
}
