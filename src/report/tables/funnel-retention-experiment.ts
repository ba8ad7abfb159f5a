// Makes the table of a funnel, a retention or an experiment, whose answer is one row with an output for each
// cell: the funnel's step 2 is `2_<its name>`.
import { ResponseError } from '../../text/errors.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult, ResultRow } from '../../tql/result.ts';
import { THETA_SIZE } from './query/sketch-error.ts';
import { areSmall, fishersExact } from './proportions.ts';
import { joinKey, type KeyParts } from './keys.ts';
import { firstBucketOf, type KeyedRow, keyedRows, rowOf } from './rows.ts';
import { type Table, type TableRow, toNumber } from './table.ts';

type Groups = QueryResult & { readonly kind: 'groupBy' };

/** A cell of the table: it becomes a row. */
interface Cell {
  readonly parts: KeyParts;
  readonly value: ResultRow[string] | undefined;
  /** What the value is a part of; null if it has no share. */
  readonly whole: number | null;
}

/** How the answer to a type of query becomes a table. */
interface CellTable extends Pick<Table, 'unit'> {
  readonly metric: string;
  /** The dimensions that the cells add to the query's own. */
  readonly dimensions: readonly string[];
  readonly cellsOf: (group: KeyedRow) => readonly Cell[];
  /** Whether the whole of the cells is the table's total. */
  readonly hasTotal: boolean;
}

/** The query types whose answer has an output for each cell of the table. */
const CELL_TABLES = new Map<string, CellTable>([
  [
    'funnel',
    {
      metric: 'Users',
      unit: 'users',
      dimensions: ['step'],
      cellsOf: funnelCells,
      hasTotal: true,
    },
  ],
  [
    'retention',
    {
      metric: 'Users',
      unit: 'users',
      dimensions: ['cohort', 'period'],
      cellsOf: retentionCells,
      hasTotal: false,
    },
  ],
  [
    'experiment',
    {
      metric: 'value',
      unit: 'other',
      dimensions: ['output'],
      cellsOf: experimentCells,
      hasTotal: false,
    },
  ],
]);

/**
 * The table of a funnel, a retention or an experiment; null for any other query. `wanted` is the metric that
 * the insight's entry names, which is refused unless it is the table's.
 */
export function tabulateCells(query: Query, result: Groups, wanted: string | null): Table | null {
  const table = CELL_TABLES.get(query.queryType);
  if (table === undefined) return null;
  const { metric, unit, cellsOf, hasTotal } = table;
  if (wanted !== null && wanted !== metric) {
    throw new ResponseError(
      `The metric ${JSON.stringify(wanted)} is not the output of a ${query.queryType}: that is "${metric}".`,
    );
  }
  const { rows: groups, dimensions } = keyedRows(query, result);
  const cells = groups.flatMap(cellsOf);
  return {
    queryType: query.queryType,
    metric,
    unit,
    dimensions: [...dimensions, ...table.dimensions],
    outputs: [metric],
    rows: cells.map((cell, index) => toRow(cell, metric, index + 1)),
    // The users of several groups do not add up.
    total: hasTotal && groups.length === 1 ? (cells[0]?.whole ?? null) : null,
    cutOff: false,
    firstBucketMs: firstBucketOf(result.rows),
  };
}

function toRow({ parts, value: cell, whole }: Cell, metric: string, rank: number): TableRow {
  const value = toNumber(cell);
  const share = value !== null && whole !== null && whole > 0 ? Math.min(1, value / whole) : null;
  const values = rowOf([[metric, cell ?? null]]);
  return { key: joinKey(parts), parts, value, share, rank, values };
}

/** A funnel: a cell for each step in order, its share that of the first step's users. */
function funnelCells({ parts, values }: KeyedRow): readonly Cell[] {
  const steps = Object.keys(values)
    .flatMap((output) => {
      // The service names the output of step 2 `2_<its name>`.
      const [, index, name] = FUNNEL_STEP.exec(output) ?? [];
      return index === undefined || name === undefined ? [] : [{ index: Number(index), name, output }];
    })
    .sort((a, b) => a.index - b.index);
  const [first] = steps;
  const whole = first === undefined ? null : toNumber(values[first.output]);
  return steps.map(({ name, output }) => ({ parts: [...parts, name], value: values[output], whole }));
}

const FUNNEL_STEP = /^(\d+)_(.*)$/s;

/**
 * A retention: a cell for each pair of a cohort's period and a period it came back in; shares are the
 * cohort's.
 */
function retentionCells({ parts, values }: KeyedRow): readonly Cell[] {
  // A name holds the days of a cohort and of a period, so that the names' order is that of the days.
  const outputs = Object.keys(values).sort();
  return outputs.flatMap((output) => {
    const [, cohort, period] = RETENTION_PAIR.exec(output) ?? [];
    if (cohort === undefined || period === undefined) return [];
    // All users of a cohort are those who came in its own period.
    const whole = toNumber(values[`retention_${cohort}_${cohort}`]);
    return [{ parts: [...parts, cohort, period], value: values[output], whole }];
  });
}

const RETENTION_PAIR = /^retention_(\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)_(\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)$/;

/**
 * An experiment: a cell for each output. They count different things, so there are no shares. The z-score and
 * the p-value are valid only if no user is in both samples, so they are unknown if some are. For small
 * samples, the p-value is replaced by that of an exact test.
 */
function experimentCells({ parts, values }: KeyedRow): readonly Cell[] {
  const sizeOf = (output: string): number | null => toNumber(values[output]);
  const isOverlapping = (sampleOverlap(sizeOf) ?? 0) > 0;
  const exactPValue = exactTest(sizeOf);
  const shownValue = (output: string, value: ResultRow[string]): ResultRow[string] => {
    if (isOverlapping && OF_SEPARATE_SAMPLES.has(output)) return null;
    return output === 'pvalue' && toNumber(value) !== null ? (exactPValue ?? value) : value;
  };
  return Object.entries(values)
    .filter(([output]) => !output.startsWith('_'))
    .map(([output, value]) => ({ parts: [...parts, output], value: shownValue(output, value), whole: null }));
}

/** The outputs that are valid only for samples without common users. */
const OF_SEPARATE_SAMPLES: ReadonlySet<string> = new Set(['zscore', 'pvalue']);

/** The p-value of Fisher's exact test for small samples; null for large ones, which do not need it. */
function exactTest(sizeOf: (output: string) => number | null): number | null {
  const sample = (name: string) => ({
    users: sizeOf(name) ?? NaN,
    successes: sizeOf(`${name}_success`) ?? NaN,
  });
  const [one, other] = [sample('cohort_1'), sample('cohort_2')];
  return areSmall(one, other) ? fishersExact(one, other) : null;
}

/**
 * How many users are in both samples of an experiment: the sizes of both samples, minus the number of users
 * who are in any. Null if a size is missing, or if so few may be only the error of estimated sizes.
 */
export function sampleOverlap(sizeOf: (output: string) => number | null): number | null {
  const [one, other, any] = [sizeOf('cohort_1'), sizeOf('cohort_2'), sizeOf('users')];
  if (one === null || other === null || any === null) return null;
  const overlap = one + other - any;
  const isExact = Math.max(one, other, any) <= THETA_SIZE;
  if (!isExact && Math.abs(overlap) <= SKETCH_ERROR * any) return null;
  return Math.max(0, Math.round(overlap));
}

/** Three standard errors of an estimate: one is 1/√size. */
const SKETCH_ERROR = 3 / Math.sqrt(THETA_SIZE);
