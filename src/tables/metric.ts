import { ResponseError } from '../errors.ts';
import type { JsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import type { ResultRow } from '../tql/result.ts';
import { orderingMetric, type Output, queryOutputs } from './outputs.ts';

/** What the rows of a table are valued by. */
export interface Metric {
  /** The name under which the rows carry it. */
  readonly name: string;
  /** The aggregation behind it; null for a post-aggregation, or where the query does not say. */
  readonly aggregation: JsonObject | null;
  /** Every output of the rows, the query's first. Names that begin with `_` are the service's own and are left out. */
  readonly outputs: readonly string[];
}

/**
 * Finds the metric in the rows: the wanted one, else a topN's ordering metric, else the first aggregation's output.
 * Throws a `ResponseError` naming the outputs there are.
 */
export function findMetric(
  query: Query,
  rows: readonly ResultRow[],
  dimensions: readonly string[],
  wanted: string | null,
): Metric {
  const promised = queryOutputs(query);
  const present = presentOutputs(rows, dimensions);
  const name = wanted ?? orderingMetric(query) ?? promised[0]?.name ?? null;
  const output = name === null ? null : promisedOutput(promised, name, wanted !== null);
  const numbers = [...present].filter(([, holdsNumbers]) => holdsNumbers).map(([each]) => each);
  const outputs = visibleOutputs(promised, present);
  if (name !== null && (present.has(name) || (rows.length === 0 && (wanted === null || output !== null)))) {
    return { name, aggregation: output?.aggregation ?? null, outputs: outputs.length > 0 ? outputs : [name] };
  }
  if (wanted === null || output !== null) {
    const found = fallbackName(output, name, present) ?? (numbers.length === 1 ? numbers[0] : undefined);
    if (found !== undefined) return { name: found, aggregation: aggregationOf(promised, output, found), outputs };
  }
  throw new ResponseError(noMetric(name, wanted, outputs, numbers));
}

/** The service names the only aggregation after the topN's metric where that is otherwise unknown (interface, section 7). */
function promisedOutput(promised: readonly Output[], name: string, isWanted: boolean): Output | null {
  const exact = promised.find((each) => each.name === name);
  if (exact !== undefined) return exact;
  const [only, ...others] = promised;
  return !isWanted && only !== undefined && others.length === 0 && !only.named ? only : null;
}

function fallbackName(
  output: Output | null,
  name: string | null,
  present: ReadonlyMap<string, boolean>,
): string | undefined {
  const candidates = output === null ? (name === null ? ['Events', 'Users'] : []) : [output.name];
  return candidates.find((each) => present.has(each));
}

function aggregationOf(promised: readonly Output[], output: Output | null, found: string): JsonObject | null {
  if (output !== null) return output.aggregation;
  return promised.find((each) => each.name === found)?.aggregation ?? null;
}

/** Output name → whether any row holds a number under it. */
function presentOutputs(rows: readonly ResultRow[], dimensions: readonly string[]): Map<string, boolean> {
  const present = new Map<string, boolean>();
  for (const row of rows) {
    for (const [key, value] of Object.entries(row)) {
      if (dimensions.includes(key)) continue;
      present.set(key, present.get(key) === true || typeof value === 'number');
    }
  }
  return present;
}

function visibleOutputs(promised: readonly Output[], present: ReadonlyMap<string, boolean>): string[] {
  const known = promised.map((each) => each.name).filter((each) => present.size === 0 || present.has(each));
  return [...new Set([...known, ...present.keys()])].filter((each) => !each.startsWith('_'));
}

function noMetric(
  name: string | null,
  wanted: string | null,
  outputs: readonly string[],
  numbers: readonly string[],
): string {
  const there =
    outputs.length === 0 ? 'they hold none' : `they hold ${outputs.map((each) => JSON.stringify(each)).join(', ')}`;
  if (wanted !== null)
    return `The metric ${JSON.stringify(wanted)} is not among the outputs of the answer's rows: ${there}.`;
  const what = name === null ? 'The query names no output' : `The answer's rows hold no output ${JSON.stringify(name)}`;
  return `${what}, and ${numbers.length === 0 ? 'no number' : 'not one number alone'} stands in them: ${there}. Name the metric to report with \`metric\`.`;
}
