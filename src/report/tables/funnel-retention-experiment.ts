// Makes the table of a funnel, a retention or an experiment, whose answer is one row with an output for each
// cell: the funnel's step 2 is `2_<its name>`.
import { ResponseError } from '../../text/errors.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult, ResultRow } from '../../tql/result.ts';
import { THETA_SIZE } from './sketch-error.ts';
import { areSmall, fishersExact } from './proportions.ts';
import { joinKey, type KeyParts } from './keys.ts';
import { firstBucketOf, type KeyedRow, keyedRows, rowOf } from './rows.ts';
import { type Table, type TableRow, toNumber } from './table.ts';

type Groups = QueryResult & { readonly kind: 'groupBy' };

/** A funnel as a table: a row for each step in order, its share that of the first step's users. */
export function tabulateFunnel(query: Query, result: Groups, metric: string | null): Table {
  const { rows: groups, dimensions } = keyedRows(query, result);
  const tables = groups.map((group) => {
    const steps = funnelSteps(group);
    const [first] = steps;
    const firstUsers = first === undefined ? null : toNumber(group.values[first.output]);
    const rows = steps.map(({ name, output }) =>
      toRow([...group.parts, name], group.values[output], 'Users', firstUsers),
    );
    return { rows, firstUsers };
  });
  const rows = tables.flatMap((table) => table.rows);
  // The users of several groups do not add up.
  const total = tables.length === 1 ? (tables[0]?.firstUsers ?? null) : null;
  return multiStepTable(query, result, {
    metric: 'Users',
    wanted: metric,
    unit: 'users',
    dimensions: [...dimensions, 'step'],
    rows,
    total,
  });
}

/**
 * A retention as a table: a row for each pair of a cohort's period and a period it came back in; shares are
 * the cohort's.
 */
export function tabulateRetention(query: Query, result: Groups, metric: string | null): Table {
  const { rows: groups, dimensions } = keyedRows(query, result);
  const rows = groups.flatMap(({ parts, values }) => {
    // A name holds the days of a cohort and of a period, so that the names' order is that of the days.
    const outputs = Object.keys(values).sort();
    return outputs.flatMap((output) => {
      const [, cohort, period] = RETENTION_PAIR.exec(output) ?? [];
      if (cohort === undefined || period === undefined) return [];
      // All users of a cohort are those who came in its own period.
      const cohortUsers = toNumber(values[`retention_${cohort}_${cohort}`]);
      return [toRow([...parts, cohort, period], values[output], 'Users', cohortUsers)];
    });
  });
  return multiStepTable(query, result, {
    metric: 'Users',
    wanted: metric,
    unit: 'users',
    dimensions: [...dimensions, 'cohort', 'period'],
    rows,
    total: null,
  });
}

/**
 * An experiment as a table: a row for each output. They count different things, so there are no shares. The
 * z-score and the p-value are valid only if no user is in both samples, so they are unknown if some are. For
 * small samples, the p-value is replaced by that of an exact test.
 */
export function tabulateExperiment(query: Query, result: Groups, metric: string | null): Table {
  const { rows: groups, dimensions } = keyedRows(query, result);
  const rows = groups.flatMap(({ parts, values }) => {
    const sizeOf = (output: string): number | null => toNumber(values[output]);
    const isOverlapping = (sampleOverlap(sizeOf) ?? 0) > 0;
    const exactPValue = exactTest(sizeOf);
    const shownValue = (output: string, value: ResultRow[string]): ResultRow[string] => {
      if (isOverlapping && OF_SEPARATE_SAMPLES.has(output)) return null;
      return output === 'pvalue' && toNumber(value) !== null ? (exactPValue ?? value) : value;
    };
    return Object.entries(values)
      .filter(([output]) => !output.startsWith('_'))
      .map(([output, value]) => toRow([...parts, output], shownValue(output, value), 'value', null));
  });
  return multiStepTable(query, result, {
    metric: 'value',
    wanted: metric,
    unit: 'other',
    dimensions: [...dimensions, 'output'],
    rows,
    total: null,
  });
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

const RETENTION_PAIR = /^retention_(\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)_(\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)$/;
const FUNNEL_STEP = /^(\d+)_(.*)$/s;

/** The steps of a funnel in order: the service names the output of step 2 `2_<its name>`. */
function funnelSteps({ values }: KeyedRow): { name: string; output: string }[] {
  return Object.keys(values)
    .flatMap((output) => {
      const [, index, name] = FUNNEL_STEP.exec(output) ?? [];
      return index === undefined || name === undefined ? [] : [{ index: Number(index), name, output }];
    })
    .sort((a, b) => a.index - b.index);
}

/** A row with the value of a cell, and its share of a total. `multiStepTable` sets its rank. */
function toRow(
  parts: KeyParts,
  cell: ResultRow[string] | undefined,
  output: string,
  total: number | null,
): TableRow {
  const value = toNumber(cell);
  const share = value !== null && total !== null && total > 0 ? Math.min(1, value / total) : null;
  const values = rowOf([[output, cell ?? null]]);
  return { key: joinKey(parts), parts, value, share, rank: 0, values };
}

interface MultiStepTable extends Pick<Table, 'unit' | 'dimensions' | 'rows' | 'total'> {
  readonly metric: string;
  /**
   * The metric that the insight's entry names, which is refused unless it is `metric`; null if it names
   * none.
   */
  readonly wanted: string | null;
}

function multiStepTable(
  query: Query,
  result: Groups,
  { metric, wanted, unit, dimensions, rows, total }: MultiStepTable,
): Table {
  if (wanted !== null && wanted !== metric) {
    throw new ResponseError(
      `The metric ${JSON.stringify(wanted)} is not the output of a ${query.queryType}: that is "${metric}".`,
    );
  }
  const ranked = rows.map((row, i) => ({ ...row, rank: i + 1 }));
  return {
    queryType: query.queryType,
    metric,
    unit,
    dimensions,
    outputs: [metric],
    rows: ranked,
    total,
    cutOff: false,
    firstBucketMs: firstBucketOf(result.rows),
  };
}
