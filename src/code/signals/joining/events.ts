// Queries how many users sent each event name: for the report's section on event names, and `insight-report
// signals`.
import type { IntervalSpec } from '../../../report/inputs/request.ts';
import { pointRow } from '../../../report/tables/companion-queries.ts';
import { type AnsweredRow, answeredRows } from '../../../report/tables/rows.ts';
import { intervalKeys } from '../../../tql/time/query-intervals.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryAggregation } from '../../../tql/query-parts.ts';
import type { QueryResult } from '../../../tql/result.ts';
import { by, selector } from '../../../tql/write.ts';

/** The events of one name over an interval. */
export interface NameUse {
  readonly events: number;
  readonly users: number;
  /** The moment of the last event, in ISO form; null if the service does not say it. */
  readonly lastSeen: string | null;
}

/** The events of an interval by name, and all its users. */
export interface Usage {
  readonly byName: ReadonlyMap<string, NameUse>;
  /** The users of the interval, whatever they sent. */
  readonly users: number;
}

/** Test events do not count. */
const REAL = selector('isTestMode', 'false');
const USERS: QueryAggregation = { type: 'userCount', name: 'users' };

/** Requests the events and users of each name, and for all users: two queries. */
export async function askUsage(
  ask: (query: Query) => Promise<QueryResult>,
  interval: IntervalSpec,
): Promise<Usage> {
  const common = { ...intervalKeys(interval), granularity: 'all', filter: REAL };
  const byType: Query = {
    queryType: 'groupBy',
    ...common,
    dimensions: [by('type')],
    aggregations: [
      { type: 'eventCount', name: 'events' },
      USERS,
      { type: 'longMax', name: 'lastMs', fieldName: '__time' },
    ],
  };
  const all: Query = { queryType: 'timeseries', ...common, aggregations: [USERS] };
  const [names, total] = await Promise.all([ask(byType), ask(all)]);
  return {
    byName: new Map(answeredRows(names).map(readName)),
    users: Math.round(Number(pointRow(total)?.['users'] ?? 0)),
  };
}

function readName({ row }: AnsweredRow): readonly [string, NameUse] {
  const { type, events, users, lastMs } = row;
  const lastSeen =
    typeof lastMs === 'number' && Math.abs(lastMs) <= LAST_MS ? new Date(lastMs).toISOString() : null;
  return [typeof type === 'string' ? type : '', { events: Number(events), users: Number(users), lastSeen }];
}

/** The last moment that a JavaScript `Date` can hold. */
const LAST_MS = 8.64e15;
