// `check` on an insight without numbers: names the value that it filters on and no event has, and the one
// that was perhaps meant.
import type { ReportedInsight } from '../../report/results/results.ts';
import { answeredRows } from '../../report/tables/rows.ts';
import { nearestWord } from '../../text/nearest.ts';
import { quoteNames } from '../../text/list.ts';
import { whereKnown } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryFilter } from '../../tql/query-parts.ts';
import { ranking } from '../../tql/write.ts';
import type { QueryResult } from '../../tql/result.ts';

/** Queries the query service. */
type Run = (query: Query) => Promise<{ readonly result: QueryResult }>;

/** The values that an insight without numbers filters on and no event of its period has, a sentence each. */
export async function askMissingValues(insight: ReportedInsight, run: Run): Promise<readonly string[]> {
  const { rows, folded, fewerThan = 0 } = insight;
  if (folded !== null || rows.some(({ value }) => value !== null && value !== 0)) return [];
  const filterValues = filterValuesOf(insight.query.filter ?? {}).slice(0, MAX_COLUMNS);
  const notes = filterValues.map(async ({ column, values }) => {
    const usersByValue = await askValues(insight.query, column, run);
    if (usersByValue === null || usersByValue.size === 0 || values.some((value) => usersByValue.has(value)))
      return [];
    const names = [...usersByValue].flatMap(([name, users]) => (users < fewerThan ? [] : [name]));
    const [first = ''] = values;
    return [
      `No event of the period has ${quoteNames(values)} as ${quoteNames([column])}${hintFor(first, names)}`,
    ];
  });
  return (await Promise.all(notes)).flat();
}

function hintFor(value: string, names: readonly string[]): string {
  const near = nearestWord(value, names);
  if (near !== null) return `; did you mean ${quoteNames([near])}?`;
  return names.length === 0 ? '' : `; frequent are ${quoteNames(names.slice(0, 3))}`;
}

/** Each column takes a query. */
const MAX_COLUMNS = 5;
/** If a column has more values, the missing one may be among those that were not listed. */
const MAX_VALUES = 1000;

/** A column that a query filters on, and the values that it wants: `modelName`, `iPhone 17`. */
interface FilterValues {
  readonly column: string;
  readonly values: readonly string[];
}

/** The values that a filter selects events by. Those of a `not` do not count: they may well be missing. */
function filterValuesOf({
  type,
  dimension,
  value,
  values,
  fields,
  extractionFn,
}: QueryFilter): readonly FilterValues[] {
  if (type === 'and' || type === 'or') return (fields ?? []).flatMap(filterValuesOf);
  if (typeof dimension !== 'string' || extractionFn !== undefined) return [];
  if (type !== 'selector' && type !== 'in') return [];
  const filterValues = type === 'selector' ? [value] : [values].flat();
  const texts = filterValues.filter((each) => typeof each === 'string').filter((each) => each !== '');
  return texts.length > 0 && texts.length === filterValues.length
    ? [{ column: dimension, values: texts }]
    : [];
}

/**
 * The users of all values of a column in the query's period, the most frequent first; null if not all are
 * known.
 */
async function askValues(
  query: Query,
  column: string,
  run: Run,
): Promise<ReadonlyMap<string, number> | null> {
  const { dataSource, intervals } = query;
  const { result } = await run({
    ...whereKnown({ dataSource, intervals }),
    ...ranking(
      column,
      [
        { type: 'eventCount', name: 'events' },
        { type: 'userCount', name: 'users' },
      ],
      MAX_VALUES,
      'value',
    ),
  });
  const rows = answeredRows(result);
  const counts = rows.flatMap(({ row: { value, users } }) =>
    typeof value === 'string' ? [[value, Number(users)] as const] : [],
  );
  return rows.length < MAX_VALUES ? new Map(counts) : null;
}
