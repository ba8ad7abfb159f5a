import type { DuckDBInstance } from '@duckdb/node-api';
import { findPatterns } from '../../../../tql/pattern.ts';
import { PatternError, QueryError } from '../../../errors.ts';
import type { CompiledQuery } from '../../compile/compiled-query.ts';
import type { Engine, EventTable } from '../engine.ts';
import { createDriver, type Driver } from './driver.ts';
import { formatStatement } from './explain.ts';
import { planGroupBy } from './group-by.ts';
import type { Plan, Row } from './plan.ts';
import { planScan } from './scan.ts';
import { planSegmentMetadata } from './segment-metadata.ts';
import { javaPattern } from './sql/java-text.ts';
import { type Parameter, renderStatement, sql, type Sql } from './sql/statement.ts';
import { planTimeBoundary } from './time-boundary.ts';
import { planTimeseries } from './timeseries.ts';
import { planTopN } from './top-n.ts';

/** Two statements at a time use the cores well; more would only make each slower. */
const CONNECTION_LIMIT = 4;

/** The embedded engine: exact answers on DuckDB. The instance stays its owner's to close. */
export function createDuckdbEngine(instance: Pick<DuckDBInstance, 'connect'>): Engine {
  const driver = createDriver(instance, CONNECTION_LIMIT);
  return {
    name: 'duckdb',
    cannot: new Map(),
    close: () => driver.close(),
    async run(query, table, signal) {
      const { statements, isShort, shape } = planQuery(query, table);
      const run = (statement: Sql): Promise<Row[]> => driver.run(renderStatement(statement), signal, isShort);
      const results: Row[][] = [];
      try {
        for (const statement of statements) results.push(await run(statement));
      } catch (error) {
        throw await locatePatternError(error, query, driver, signal);
      }
      return await shape(results, run);
    },
    async explain(query, table) {
      const plan = planQuery(query, table);
      const statements = [...plan.statements, ...(plan.perhaps === undefined ? [] : [plan.perhaps()])];
      const { signal } = new AbortController();
      const plans: string[] = [];
      for (const statement of statements) {
        const rows = await driver.run(renderStatement(sql`EXPLAIN ${statement}`), signal);
        plans.push(rows.map((row) => String(row[1])).join('\n'));
      }
      const rendered = statements.map(renderStatement);
      return {
        statement: rendered.map(({ text }) => annotateTimes(formatStatement(text))).join(';\n'),
        parameters: rendered.flatMap(({ parameters }) => parameters.map(formatParameter)),
        plan: plans.join('\n'),
      };
    },
  };
}

function planQuery(query: CompiledQuery, table: EventTable): Plan {
  switch (query.queryType) {
    case 'timeseries':
      return planTimeseries(query, table);
    case 'topN':
      return planTopN(query, table);
    case 'groupBy':
      return planGroupBy(query, table);
    case 'scan':
      return planScan(query, table);
    case 'timeBoundary':
      return planTimeBoundary(query, table);
    case 'segmentMetadata':
      return planSegmentMetadata(query, table);
  }
}

/** Before this a number is rather a length of time than a moment. */
const FIRST_TIMESTAMP_MS = 100_000_000_000;

/** A parameter as people read it: `$1 = 1804032000000 (2027-03-03T00:00:00.000Z)`. */
function formatParameter({ type, value }: Parameter, index: number): string {
  const isTime = type === 'long' && isTimestamp(value);
  return `$${index + 1} = ${JSON.stringify(value)}${isTime ? ` (${new Date(value).toISOString()})` : ''}`;
}

/** A statement's times as people read them: `1804032000000 2027-03-03T00:00:00.000Z`. */
function annotateTimes(statement: string): string {
  return statement.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\b\d+\b/g, (piece) =>
    isTimestamp(Number(piece)) ? `${piece} /* ${new Date(Number(piece)).toISOString()} */` : piece,
  );
}

function isTimestamp(ms: number): boolean {
  return ms >= FIRST_TIMESTAMP_MS && ms <= 8.64e15;
}

/** More are not looked through for the one that is wrong. */
const PATTERN_LIMIT = 200;

/** The error of a query, as a `PatternError` where one of its patterns is what the engine does not take. */
async function locatePatternError(
  error: unknown,
  query: CompiledQuery,
  driver: Pick<Driver, 'run'>,
  signal: AbortSignal,
): Promise<unknown> {
  if (!(error instanceof QueryError) || error.path !== null) return error;
  const patterns = new Set(findPatterns(query).map(({ pattern }) => pattern));
  for (const pattern of [...patterns].slice(0, PATTERN_LIMIT)) {
    const alone = renderStatement(sql`SELECT regexp_matches('', ${javaPattern(pattern)})`);
    const refusal: unknown = await driver.run(alone, signal).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (refusal instanceof QueryError) return new PatternError(pattern, refusal.message, { cause: error });
  }
  return error;
}
