// Plans a segmentMetadata on Druid: the native query, and how Druid's columns become those of the service.
import { isJsonObject } from '../../tql/json.ts';
import type { CompiledSegmentMetadata } from '../../service/query/compile/compiled-query.ts';
import {
  requestedAnalyses,
  columnsOfSegment,
  type ColumnFacts,
  segmentMetadataResult,
} from '../../service/query/engines/segment-metadata-result.ts';
import { inOrder, typeOfColumn, withoutEmpty } from './columns.ts';
import { nativeQuery } from './native-query.ts';
import type { Plan } from './plan.ts';
import { jsonOf, readObject, type Values } from './druid-answer.ts';

/** Describes the columns of the segments that the intervals touch. */
export function planSegmentMetadata(query: CompiledSegmentMetadata): Plan {
  const analysisTypes = [...requestedAnalyses(query)];
  const native = nativeQuery(query, { merge: true, analysisTypes, toInclude: { type: 'all' } });
  return {
    query: native,
    toResult: async ([answer], run) => {
      const answered = answer === undefined ? {} : readObject(answer);
      const druidColumns = isJsonObject(answered['columns']) ? answered['columns'] : {};
      const columnNames = await withoutEmpty(Object.keys(druidColumns), native['intervals'] ?? [], run);
      const columns = columnsOfSegment(query, inOrder(columnNames)).map((name) => {
        const isKnown = Object.hasOwn(druidColumns, name);
        return [name, columnOf(isKnown ? readObject(druidColumns[name]) : {}, name)] as const;
      });
      return segmentMetadataResult(query, columns, jsonOf(answered['numRows'] ?? 0));
    },
  };
}

/** A column. Druid counts null as a value; a column that it does not know has no values. */
function columnOf(column: Values, name: string): ColumnFacts {
  const { hasNulls = true, cardinality, minValue, maxValue } = column;
  return {
    type: jsonOf(column['type'] ?? typeOfColumn(name)),
    hasNulls: jsonOf(hasNulls),
    distinct: typeof cardinality === 'number' ? cardinality - (hasNulls === true ? 1 : 0) : 0,
    minimum: jsonOf(minValue),
    maximum: jsonOf(maxValue),
  };
}
