import type { DuckDBInstance } from '@duckdb/node-api';
import type { Arbitrary } from 'fast-check';
import { QueryError } from '../../src/service/errors.ts';
import { answerQuery } from '../support/service/answer.ts';
import { connectionsOf } from '../support/service/connections.ts';
import { createDuckdbEngine } from '../../src/service/query/engines/duckdb/engine.ts';
import { parseRunQuery } from '../../src/tql/schema/run-query.ts';
import fc from '../support/properties.ts';
import { evaluate } from './evaluate.ts';
import { events } from './generate/events.ts';
import { query } from './generate/queries.ts';
import { createTable } from './table.ts';
import type { Tally } from './tally.ts';
import { type Event, RefusedQueryError } from './values.ts';

/** Stored events, the time, and queries for the engine and the oracle. */
export interface Scenario {
  readonly list: readonly Event[];
  readonly queries: readonly object[];
  readonly now: number;
}

/** Scenarios with this many queries over one set of events. */
export function scenarios(queryCount: number): Arbitrary<Scenario> {
  return events.chain(({ base, list }) =>
    fc.record({
      list: fc.constant(list),
      queries: fc.array(query(base), { minLength: queryCount, maxLength: queryCount, size: 'max' }),
      now: fc.integer({ min: -50, max: 50 }).map((h) => base + h * 3_600_000),
    }),
  );
}

/** Asks the engine and the oracle. Throws an error with the query and both answers if they differ. */
export async function agree(
  { list, queries, now }: Scenario,
  instance: DuckDBInstance,
  tally: Tally,
): Promise<void> {
  const connection = await instance.connect();
  const table = await createTable(connection, list);
  const engine = createDuckdbEngine(connectionsOf(instance), async () => table);
  try {
    for (const one of queries) {
      const parsed = parseRunQuery(one);
      if (!parsed.ok) throw new Error(`${JSON.stringify(parsed.problems)}\n${JSON.stringify(one)}`);
      const { signal } = new AbortController();
      const asked = { owner: { id: 1, namespace: 'org' }, nowMs: now, engine, signal };
      const answer = await answerQuery(one, asked).catch(refusalOf);
      const facts = new Set<string>();
      const expected = evaluateOrRefuse(() => evaluate(parsed.value, list, now, (fact) => facts.add(fact)));
      const isRefused = typeof answer === 'string' && answer.startsWith(`${REFUSED}:`);
      const found = isRefused && expected === REFUSED ? null : difference(answer, expected);
      if (found !== null) tally.isCounting = false;
      if (found !== null) throw new Error(report(found, { one, answer, expected }));
      tally.add(one, isRefused ? REFUSED : answer, facts);
    }
  } finally {
    await connection.run(`DROP TABLE ${table.name}`);
    connection.closeSync();
  }
}

function evaluateOrRefuse(answer: () => unknown): unknown {
  try {
    return answer();
  } catch (error) {
    if (error instanceof RefusedQueryError) return REFUSED;
    throw error;
  }
}

const REFUSED = 'refused';

function refusalOf(error: unknown): unknown {
  if (error instanceof QueryError) return `${REFUSED}: ${String(error.path)} ${error.message}`;
  return `failed: ${String(error)}`;
}

function report(found: string, values: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [found, ...lines].join('\n');
}

/**
 * The first difference of two results, as a path and both values; null if there is none. Doubles may differ
 * in their last digits, whole ones only where these are not whole.
 */
export function difference(actual: unknown, expected: unknown, path = ''): string | null {
  if (typeof actual === 'number' && typeof expected === 'number') {
    const areWhole = Number.isInteger(actual) && Number.isInteger(expected);
    const size = Math.max(1, Math.abs(actual), Math.abs(expected));
    const isClose = Math.abs(actual - expected) <= (areWhole ? 1e-15 : 1e-9) * size;
    return isClose ? null : `${path}: ${actual} is not ${expected}`;
  }
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null) {
    return Object.is(actual, expected)
      ? null
      : `${path}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`;
  }
  const [left, right] = [Object.entries(actual), Object.entries(expected)];
  if (left.length !== right.length) return `${path}: ${left.length} members are not ${right.length}`;
  for (const [index, [name, value]] of left.entries()) {
    const [otherName = '', otherValue] = (right[index] ?? []) as readonly [string?, unknown?];
    if (name !== otherName) return `${path}: ${name} stands where ${otherName} should`;
    const found = difference(value, otherValue, `${path}/${name}`);
    if (found !== null) return found;
  }
  return null;
}
