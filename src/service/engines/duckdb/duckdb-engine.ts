import { type DuckDBInstance } from '@duckdb/node-api';
import { type CompiledQuery } from '../../compile/compiled.ts';
import { type Engine, type EventTable } from '../engine.ts';
import { createDriver } from './driver.ts';
import { planGroupBy } from './group-by.ts';
import { withPattern } from './find-pattern.ts';
import { inLines } from './lines.ts';
import { type Plan } from './plan.ts';
import { planScan } from './scan.ts';
import { planSegmentMetadata } from './segment-metadata.ts';
import { type Row } from './shape.ts';
import { render, sql, type Parameter, type Sql } from './sql.ts';
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
      const run = (statement: Sql): Promise<Row[]> => driver.run(render(statement), signal, isShort);
      const results: Row[][] = [];
      try {
        for (const statement of statements) results.push(await run(statement));
      } catch (error) {
        throw await withPattern(error, query, driver, signal);
      }
      return await shape(results, run);
    },
    async explain(query, table) {
      const plan = planQuery(query, table);
      const statements = [...plan.statements, ...(plan.perhaps === undefined ? [] : [plan.perhaps()])];
      const { signal } = new AbortController();
      const plans: string[] = [];
      for (const statement of statements) {
        const rows = await driver.run(render(sql`EXPLAIN ${statement}`), signal);
        plans.push(rows.map((row) => String(row[1])).join('\n'));
      }
      const rendered = statements.map(render);
      return {
        statement: rendered.map(({ text }) => withTimes(inLines(text))).join(';\n'),
        parameters: rendered.flatMap(({ parameters }) => parameters.map(shown)),
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
const FIRST_MOMENT_MS = 100_000_000_000;

/** A parameter as people read it: `$1 = 1804032000000 (2027-03-03T00:00:00.000Z)`. */
function shown({ type, value }: Parameter, index: number): string {
  const isTime = type === 'long' && isMoment(value);
  return `$${index + 1} = ${JSON.stringify(value)}${isTime ? ` (${new Date(value).toISOString()})` : ''}`;
}

/** A statement's times as people read them: `1804032000000 2027-03-03T00:00:00.000Z`. */
function withTimes(statement: string): string {
  return statement.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\b\d+\b/g, (piece) =>
    isMoment(Number(piece)) ? `${piece} /* ${new Date(Number(piece)).toISOString()} */` : piece,
  );
}

function isMoment(ms: number): boolean {
  return ms >= FIRST_MOMENT_MS && ms <= 8.64e15;
}
