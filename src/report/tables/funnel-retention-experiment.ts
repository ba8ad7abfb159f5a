// Makes the table of a funnel, a retention or an experiment, whose answer is one row with an output for each
// cell. Called by `tabulate.ts`.
import { ResponseError } from '../../text/errors.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult, ResultRow } from '../../tql/result.ts';
import { areSmall, fishersExact } from './fisher.ts';
import { joinKey, type KeyedRow, keyedRows, rowOf } from './rows.ts';
import { type Table, type TableRow, toNumber } from './table.ts';

type Groups = QueryResult & { readonly kind: 'groupBy' };

/** A funnel as a table: a row for each step in order, its share that of the first step's users. */
export function tabulateFunnel(query: Query, result: Groups, metric: string | null): Table {
  const { rows: keyed, dimensions } = keyedRows(query, result);
  const groups = keyed.map((entry) => {
    const cells = funnelSteps(entry).map(({ name, output }) => ({
      parts: [...entry.parts, name],
      value: entry.values[output],
    }));
    return { cells, total: toNumber(cells[0]?.value) };
  });
  const rows = groups.flatMap(({ cells, total }) =>
    cells.map((cell) => toRow(cell.parts, cell.value, 'Users', total)),
  );
  const total = groups.length === 1 ? (groups[0]?.total ?? null) : null;
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
  const { rows: keyed, dimensions } = keyedRows(query, result);
  const rows = keyed.flatMap((entry) => {
    // A name holds the days of a cohort and of a period, so that the names' order is that of the days.
    const outputs = Object.keys(entry.values).sort();
    const pairs = outputs.flatMap((output) => {
      const [, cohort, period] = RETENTION_PAIR.exec(output) ?? [];
      return cohort === undefined || period === undefined
        ? []
        : [{ cohort, period, value: entry.values[output] }];
    });
    const sizes = new Map(
      pairs.flatMap((each) => (each.cohort === each.period ? [[each.cohort, each.value]] : [])),
    );
    return pairs.map(({ cohort, period, value }) => {
      return toRow([...entry.parts, cohort, period], value, 'Users', toNumber(sizes.get(cohort)));
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
 * An experiment as a table: a row for each output. They count different things, so there are no shares. Its
 * z-score and p-value compare samples that share nobody, so they are unknown if some users are in both. The
 * p-value of small samples is that of an exact test.
 */
export function tabulateExperiment(query: Query, result: Groups, metric: string | null): Table {
  const { rows: keyed, dimensions } = keyedRows(query, result);
  const rows = keyed.flatMap((entry) => {
    const sizeOf = (output: string): number | null => toNumber(entry.values[output]);
    const overlap = sampleOverlap(sizeOf);
    const exact = exactTest(sizeOf);
    const testOf = (output: string, value: ResultRow[string]): ResultRow[string] => {
      if (overlap !== null && overlap > 0 && OF_SEPARATE_SAMPLES.has(output)) return null;
      return output === 'pvalue' && toNumber(value) !== null ? (exact ?? value) : value;
    };
    return Object.entries(entry.values)
      .filter(([output]) => !output.startsWith('_'))
      .map(([output, value]) => toRow([...entry.parts, output], testOf(output, value), 'value', null));
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

const OF_SEPARATE_SAMPLES: ReadonlySet<string> = new Set(['zscore', 'pvalue']);

/** The p-value of samples that need an exact test because they are small; else null. */
function exactTest(sizeOf: (output: string) => number | null): number | null {
  const sample = (name: string) => ({
    users: sizeOf(name) ?? NaN,
    successes: sizeOf(`${name}_success`) ?? NaN,
  });
  const [one, other] = [sample('cohort_1'), sample('cohort_2')];
  return areSmall(one, other) ? fishersExact(one, other) : null;
}

/**
 * How many users are in both samples of an experiment: the sizes of both, less those who are in either. Null
 * if a size is missing, or if it is no more than what sketches of so many users are wrong by.
 */
export function sampleOverlap(sizeOf: (output: string) => number | null): number | null {
  const [one, other, either] = [sizeOf('cohort_1'), sizeOf('cohort_2'), sizeOf('users')];
  if (one === null || other === null || either === null) return null;
  const overlap = one + other - either;
  const isExact = Math.max(one, other, either) <= EXACT_SKETCH_SIZE;
  if (!isExact && Math.abs(overlap) <= SKETCH_ERROR * either) return null;
  return Math.max(0, Math.round(overlap));
}

/**
 * A theta sketch of the default size counts so many users exactly; above, three standard errors of it are 3 /
 * √16384.
 */
const EXACT_SKETCH_SIZE = 16_384;
const SKETCH_ERROR = 3 / Math.sqrt(EXACT_SKETCH_SIZE);

const RETENTION_PAIR = /^retention_(\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)_(\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)$/;
const FUNNEL_STEP = /^(\d+)_(.*)$/s;

/** The service names step 2's output `2_<its name>`. */
function funnelSteps(entry: KeyedRow): { name: string; output: string }[] {
  return Object.keys(entry.values)
    .flatMap((output) => {
      const [, index, name] = FUNNEL_STEP.exec(output) ?? [];
      return index === undefined || name === undefined ? [] : [{ index: Number(index), name, output }];
    })
    .sort((a, b) => a.index - b.index);
}

type TableCell = ResultRow[string] | undefined;

/** Ranks are given once all rows are there. */
function toRow(
  parts: readonly (string | null)[],
  cell: TableCell,
  output: string,
  total: number | null,
): TableRow {
  const value = toNumber(cell);
  const share = value !== null && total !== null && total > 0 ? Math.min(1, value / total) : null;
  const values = rowOf([[output, cell ?? null]]);
  return { key: joinKey(parts), parts, value, share, rank: 0, values };
}

interface MultiStepTable {
  readonly metric: string;
  readonly wanted: string | null;
  readonly unit: Table['unit'];
  readonly dimensions: readonly string[];
  readonly rows: readonly TableRow[];
  readonly total: number | null;
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
  const firstBucketMs = result.rows.reduce<number | null>(
    (first, row) => Math.min(first ?? row.timestampMs, row.timestampMs),
    null,
  );
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
    firstBucketMs,
  };
}
