// The engine on DuckDB: plans a query as SQL statements, runs them, and makes the answer of their rows.
import type { CompiledQuery } from '../../compile/compiled-query.ts';
import { CORE_EVENT_COLUMNS, type EventTable } from '../../../events/columns.ts';
import type { Engine, EventOwner } from '../engine.ts';
import { type Connections, createDriver } from './driver.ts';
import { formatParameter, formatStatement } from './explain.ts';
import { planGroupBy } from './group-by.ts';
import type { Plan, Row } from './plan.ts';
import { planScan } from './scan.ts';
import { planSegmentMetadata } from './segment-metadata.ts';
import { sql, type Sql } from './sql/statement.ts';
import { renderStatement } from './sql/render.ts';
import { planTimeBoundary } from './time-boundary.ts';
import { planTimeseries } from './timeseries.ts';
import { planTopN } from './top-n.ts';

/**
 * Makes the embedded engine, whose answers are exact. `tableOf` gives the table of an organization's events.
 * The caller closes the instance.
 */
export function createDuckdbEngine(
  instance: Connections,
  tableOf: (owner: EventOwner) => Promise<EventTable>,
  concurrency = 4,
): Engine {
  const driver = createDriver(instance, concurrency);
  return {
    close: () => driver.close(),
    async run(query, owner, signal) {
      const { statements, toResult } = planQuery(query, await tableOf(owner));
      const run = (statement: Sql): Promise<Row[]> => driver.run(renderStatement(statement), signal);
      const results: Row[][] = [];
      for (const statement of statements) results.push(await run(statement));
      return await toResult(results, run);
    },
    async explain(query, owner) {
      const plan = planQuery(query, await tableOf(owner));
      const statements = [
        ...plan.statements,
        ...(plan.optionalStatement === undefined ? [] : [plan.optionalStatement()]),
      ];
      const { signal } = new AbortController();
      const plans: string[] = [];
      for (const statement of statements) {
        const rows = await driver.run(renderStatement(sql`EXPLAIN ${statement}`), signal);
        plans.push(rows.map((row) => String(row[1])).join('\n'));
      }
      const rendered = statements.map(renderStatement);
      return {
        language: 'SQL',
        statement: rendered.map(formatStatement).join(';\n'),
        parameters: rendered.flatMap(({ parameters }) => parameters.map(formatParameter)),
        plan: plans.join('\n'),
      };
    },
  };
}

/**
 * Throws `QueryError` for a query that is not valid, or that this engine refuses whatever the events are.
 * Druid's engine calls it, too, so that both refuse the same queries.
 */
export function checkPlan(query: CompiledQuery): void {
  for (const statement of planQuery(query, NO_TABLE).statements) renderStatement(statement);
}

const NO_TABLE: EventTable = { name: '', columns: CORE_EVENT_COLUMNS };

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
