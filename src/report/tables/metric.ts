// Finds the metric of a table, the output that it is ranked by: `Users` of a topN by users. Called by
// `tabulate.ts`.
import { quoteNames } from '../../text/list.ts';
import { ResponseError } from '../../text/errors.ts';
import type { Query } from '../../tql/query.ts';
import type { ResultRow } from '../../tql/result.ts';
import { defaultMetric, defaultName, type Output, queryOutputs } from './aggregations.ts';

/** The output that a table's values are taken from. */
export interface Metric {
  /** Its name in the rows. */
  readonly name: string;
  /**
   * Every output of the rows, the query's own first. Names that begin with `_` are the service's and are left
   * out.
   */
  readonly outputs: readonly string[];
}

/**
 * Finds the metric in the rows: the wanted output, else the query's default. It is looked up by its own name,
 * by its default name, and as the rows' only number. Throws a `ResponseError` that names the outputs there
 * are.
 */
export function findMetric(query: Query, answer: AnswerRows, wanted: string | null): Metric {
  const named = queryOutputs(query);
  const name = wanted ?? defaultMetric(query);
  const output = name === null ? null : outputCalled(named, name, wanted !== null);
  // An empty answer cannot show that an output is missing.
  if (answer.rows.length === 0 && name !== null && (wanted === null || output !== null)) {
    return {
      name,
      outputs: withoutInternalNames([...named.map((each) => (each === output ? name : each.name)), name]),
    };
  }
  const present = presentOutputs(answer);
  const outputs = withoutInternalNames([
    ...named.map((each) => each.name).filter((each) => present.has(each)),
    ...present.keys(),
  ]);
  if (name !== null && present.has(name)) return { name, outputs };
  const presentName = wanted === null || output !== null ? otherName(output, present) : undefined;
  if (presentName !== undefined) return { name: presentName, outputs };
  throw new ResponseError(noMetricMessage(name, wanted, outputs));
}

/** The rows of an answer, and which of their columns are dimensions. */
interface AnswerRows {
  readonly rows: readonly ResultRow[];
  readonly dimensions: readonly string[];
}

/** The service names an only, unnamed aggregation after the topN's metric. */
function outputCalled(outputs: readonly Output[], name: string, isWanted: boolean): Output | null {
  const exact = outputs.find((each) => each.name === name);
  if (exact !== undefined) return exact;
  const [only, ...others] = outputs;
  return !isWanted && only !== undefined && others.length === 0 && !only.named ? only : null;
}

/** The default name of an output (of any, if it is null), otherwise the rows' only number. */
function otherName(output: Output | null, present: ReadonlyMap<string, boolean>): string | undefined {
  const byDefault = output?.aggregation
    ? [output.name, defaultName(output.aggregation)]
    : ['Events', 'Users'];
  const defaultPresent = byDefault.find((each) => each !== null && present.has(each));
  if (typeof defaultPresent === 'string') return defaultPresent;
  const numbers = [...present].filter(([, holdsNumbers]) => holdsNumbers);
  return numbers.length === 1 ? numbers[0]?.[0] : undefined;
}

/** Output name → whether any row holds a number under it. */
function presentOutputs({ rows, dimensions }: AnswerRows): Map<string, boolean> {
  const present = new Map<string, boolean>();
  for (const row of rows) {
    for (const [key, value] of Object.entries(row)) {
      if (dimensions.includes(key)) continue;
      present.set(key, present.get(key) === true || typeof value === 'number');
    }
  }
  return present;
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
