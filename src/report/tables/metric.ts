// Finds the metric of a table, the output that its values are taken from: `Users` of a topN by users. The
// rows may have another name for an output than the query, which need not give it one.
import { quoteNames } from '../../text/list.ts';
import { ResponseError } from '../../text/errors.ts';
import type { Query } from '../../tql/query.ts';
import type { ResultRow } from '../../tql/result.ts';
import { defaultMetric } from './query/default-metric.ts';
import { defaultName, queryOutputs } from './query/outputs.ts';

/** The output that a table's values are taken from. */
export interface Metric {
  /** Its name in the rows. */
  readonly name: string;
  /** Every output of the rows, the query's first. The service's own, which begin with `_`, are left out. */
  readonly outputs: readonly string[];
}

/** The rows of an answer, and which of their columns are dimensions. */
interface AnswerRows {
  readonly rows: readonly ResultRow[];
  readonly dimensions: readonly string[];
}

/**
 * Finds the metric in the rows: the wanted output, or the query's default if `wanted` is null. The rows may
 * have it under its name in the query, under a default name, or as their only number. Throws a
 * `ResponseError` that lists the outputs in the rows.
 */
export function findMetric(query: Query, answer: AnswerRows, wanted: string | null): Metric {
  const outputs = queryOutputs(query);
  const name = wanted ?? defaultMetric(query);
  // The service names a query's only output after the topN's metric if the query does not name it.
  const isUnnamed = wanted === null && outputs.length === 1 && outputs[0]?.isNamed === false;
  const output = outputs.find((each) => each.name === name) ?? (isUnnamed ? outputs[0] : null) ?? null;
  // A wanted output that the query does not have is a mistake, unless the rows have it.
  const isInQuery = wanted === null || output !== null;
  if (answer.rows.length === 0 && name !== null && isInQuery) {
    // An empty answer cannot show that the rows have another name for it.
    const queryNames = outputs.map((each) => (each === output ? name : each.name));
    return { name, outputs: withoutInternalNames([...queryNames, name]) };
  }
  const columns = outputColumns(answer);
  const queryNames = outputs.map((each) => each.name).filter((each) => columns.has(each));
  const names = withoutInternalNames([...queryNames, ...columns.keys()]);
  // An output without an aggregation may have the default name of either count.
  const defaultNames = output?.aggregation
    ? [output.name, defaultName(output.aggregation)]
    : ['Events', 'Users'];
  const numbers = [...columns].filter(([, hasNumbers]) => hasNumbers);
  const onlyNumber = numbers.length === 1 ? numbers[0]?.[0] : null;
  const candidates = isInQuery ? [name, ...defaultNames, onlyNumber] : [name];
  const column = candidates.find((each) => each != null && columns.has(each));
  if (column != null) return { name: column, outputs: names };
  throw new ResponseError(noMetricMessage(name, wanted, names));
}

/** The columns of the rows that are no dimensions, by name, and whether any row has a number in it. */
type OutputColumns = ReadonlyMap<string, boolean>;

function outputColumns({ rows, dimensions }: AnswerRows): OutputColumns {
  const columns = new Map<string, boolean>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (dimensions.includes(name)) continue;
      columns.set(name, columns.get(name) === true || typeof value === 'number');
    }
  }
  return columns;
}

function withoutInternalNames(names: readonly string[]): string[] {
  return [...new Set(names)].filter((each) => !each.startsWith('_'));
}

function noMetricMessage(name: string | null, wanted: string | null, outputs: readonly string[]): string {
  if (outputs.length === 0)
    return `The answer's rows hold no number. Give the query an aggregation, such as {"type": "eventCount", "name": "Events"}.`;
  const there = `they hold ${quoteNames(outputs)}`;
  if (wanted !== null)
    return `The metric ${quoteNames([wanted])} is not among the outputs of the answer's rows: ${there}.`;
  const what =
    name === null ? 'The query names no output' : `The answer's rows hold no output ${quoteNames([name])}`;
  return `${what}, and not one number alone to take in its place: ${there}. Name the one to report with \`metric\`.`;
}
