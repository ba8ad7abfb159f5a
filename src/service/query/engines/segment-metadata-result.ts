// Builds the answer of a segmentMetadata in Druid's form, from what an engine computed of each column:
//
//   {"columns": {"type": {"type": "STRING", "cardinality": 7, …}}, "numRows": 1000, …}
import type { Json } from '../../../tql/json.ts';
import type { CompiledSegmentMetadata } from '../compile/compiled-query.ts';

/** The analyses of columns that change an answer. */
type Analysis = 'cardinality' | 'interval' | 'minmax';

const ANALYSES: readonly Analysis[] = ['cardinality', 'interval', 'minmax'];

/** The analyses that a segmentMetadata requests; all of them by default. */
export function requestedAnalyses({ analysisTypes }: CompiledSegmentMetadata): ReadonlySet<Analysis> {
  return new Set(ANALYSES.filter((analysis) => analysisTypes?.includes(analysis) ?? true));
}

/** The columns that a segmentMetadata describes, of an organization's. */
export function columnsOfSegment(
  { toInclude }: CompiledSegmentMetadata,
  all: Iterable<string>,
): readonly string[] {
  if (toInclude?.type === 'none') return [];
  return toInclude?.type === 'list' ? [...all].filter((name) => toInclude.columns.includes(name)) : [...all];
}

/** A column's type and values, as an engine reports them. What is not requested is not read. */
export interface ColumnFacts {
  readonly type: Json;
  readonly hasNulls: Json;
  readonly distinct: Json;
  readonly minimum: Json;
  readonly maximum: Json;
}

/**
 * The result of a segmentMetadata: the events as one segment of the query's intervals. Sizes in bytes are not
 * known, and given as 0. Without an analysis of values, `hasNulls` is true: a column may have some.
 */
export function segmentMetadataResult(
  query: CompiledSegmentMetadata,
  columns: readonly (readonly [name: string, ColumnFacts])[],
  numRows: Json,
): readonly Json[] {
  const analyses = requestedAnalyses(query);
  const [isCounted, isRanged] = [analyses.has('cardinality'), analyses.has('minmax')];
  const described = columns.map(([name, { type, hasNulls, distinct, minimum, maximum }]) => {
    const column = {
      type,
      typeSignature: type,
      hasMultipleValues: false,
      hasNulls: isCounted || isRanged ? hasNulls : true,
      size: 0,
      cardinality: isCounted && type === 'STRING' ? distinct : null,
      minValue: isRanged ? minimum : null,
      maxValue: isRanged ? maximum : null,
      errorMessage: null,
    };
    return [name, column] as const;
  });
  const unknown = { aggregators: null, timestampSpec: null, queryGranularity: null, rollup: null };
  return [
    {
      id: query.dataSource,
      intervals: analyses.has('interval') ? query.intervals : null,
      columns: Object.fromEntries(described),
      size: 0,
      numRows,
      ...unknown,
    },
  ];
}
