/** Takes the engine seconds over some thousand events: long texts are built and searched for each of them. */
export const HEAVY = {
  queryType: 'timeseries',
  granularity: 'all',
  intervals: ['2026-10-01/2026-11-01'],
  virtualColumns: Array.from({ length: 60 }, (_, n) => ({
    type: 'expression',
    name: `x${n}`,
    expression: `regexp_extract(replace(replace(clientUser, 'u', '${'uv'.repeat(9)}'), 'v', '${n}'), '(.*)(.*)(.*)${n}', 1)`,
  })),
  aggregations: Array.from({ length: 60 }, (_, n) => ({ type: 'cardinality', name: `c${n}`, fields: [`x${n}`] })),
};
