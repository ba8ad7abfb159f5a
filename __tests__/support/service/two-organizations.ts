import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startService, type RunningService } from '../../../src/service/start.ts';
import type { StartOptions } from '../../../src/service/start-options.ts';
import { event } from './event.ts';

/** Our own organization, and the other one, about which it must learn nothing. */
export const OURS = 'alpha.example';
export const THEIRS = 'Beta-Geheim';
export const THEIR_INSIGHT = '8A41D2F0-7B5B-4A7C-9E43-5B1F6D1F9A10';
/** Strings that only the other organization's events, keys, insights and name contain. */
export const SECRETS = ['Geheim', 'zq7', '731297'] as const;
const NOW_MS = Date.UTC(2026, 9, 20);
const APP = 'B1A2C3D4-0000-4000-8000-000000000000';
const RUN = '/api/v4/query/tql';

/** An answer over HTTP. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A service over its own file, with two organizations. */
export interface TwoOrganizations {
  readonly service: RunningService;
  /** Asks with our token. A string is sent unchanged. */
  readonly ask: (query: unknown, path?: string) => Promise<Answer>;
  /** The store's content, the engine's settings and the names of the files. */
  readonly state: () => Promise<string>;
}

/**
 * Starts a service in a folder. Without `withTheirs` the other organization does not exist. `elsewhere`
 * stores an organization's events in a cluster that the options name.
 */
export async function startTwo(
  folder: string,
  withTheirs: boolean,
  options: Pick<StartOptions, 'backend'> = {},
  elsewhere: ((namespace: string, events: readonly object[]) => Promise<unknown>) | null = null,
): Promise<TwoOrganizations> {
  const service = await startService({ dbPath: join(folder, 'store.duckdb'), nowMs: NOW_MS, ...options });
  const { store } = service;
  const load = elsewhere ?? ((namespace, events) => service.importEvents(namespace, events));
  await store.organizations.create(OURS, 'paid');
  await load(OURS, ours());
  if (withTheirs) {
    await store.organizations.create(THEIRS, 'paid');
    await load(THEIRS, theirs());
    await store.insights.add(THEIRS, [{ id: THEIR_INSIGHT, name: 'Geheim', query: { queryType: 'scan' } }]);
    await store.tokens.create(THEIRS, null);
  }
  // As the service does it a minute after its start.
  if (elsewhere === null)
    for (const { id } of await store.organizations.list()) await store.events.rollUp(id, NOW_MS);
  const { token } = await store.tokens.create(OURS, null);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return {
    service,
    ask: async (query, path = RUN) => {
      const body = typeof query === 'string' ? query : JSON.stringify(query);
      const response = await fetch(`${service.url}${path}`, { method: 'POST', headers, body });
      return { status: response.status, text: await response.text() };
    },
    state: () => stateOf(service, folder),
  };
}

/** Some payload keys are like the engine's own aliases, others hostile. */
function ours() {
  return Array.from({ length: 24 }, (_, index) =>
    event({
      timestamp: `2026-10-0${1 + (index % 5)}T0${index % 10}:12:33.${100 + index}Z`,
      appID: APP,
      clientUser: `user-${index % 7}`,
      type: index % 2 === 0 ? 'opened' : 'paid',
      floatValue: index % 3 === 0 ? undefined : index / 2,
      payload: {
        ...(index % 4 === 0 ? {} : { plan: index % 4 === 1 ? 'pro' : 'free' }),
        k0: 'a',
        a0: '7',
        m: 'b',
        ROWID: 'ours',
        _ir_user: 'ours too',
        'a "quoted"; key--': `it's ${index}`,
      },
    }),
  );
}

function theirs() {
  return Array.from({ length: 9 }, (_, index) =>
    event({
      timestamp: `2026-10-03T13:00:0${index}Z`,
      appID: 'zq7App',
      clientUser: `zq7User${index}`,
      type: 'zq7Type',
      sessionID: 'zq7Session',
      floatValue: 731_297.25,
      payload: { zq7Key: 'zq7Value', plan: 'zq7Value', 'zq7Key "other"': 'zq7Value' },
    }),
  );
}

async function stateOf({ store }: RunningService, folder: string): Promise<string> {
  const rows = await store.withConnection(async (connection) => {
    const tables = await connection.runAndReadAll('SELECT table_name FROM duckdb_tables() ORDER BY ALL');
    const contents = tables.getRows().map(([name]) => `SELECT * FROM "${String(name)}" ORDER BY ALL`);
    const found: unknown[] = [];
    for (const sql of [...contents, ...CATALOG])
      found.push((await connection.runAndReadAll(sql)).getRowsJson());
    return found;
  });
  const files = await readdir(folder, { recursive: true });
  return createHash('sha256')
    .update(JSON.stringify([rows, files.sort()]))
    .digest('hex');
}

/** Everything that a statement could have left behind in the engine. */
const CATALOG = [
  'SELECT name, value FROM duckdb_settings() ORDER BY ALL',
  'SELECT database_name, path FROM duckdb_databases() ORDER BY ALL',
  'SELECT database_name, schema_name, table_name, sql FROM duckdb_tables() ORDER BY ALL',
  'SELECT view_name, sql FROM duckdb_views() ORDER BY ALL',
  'SELECT function_name, count(*) FROM duckdb_functions() GROUP BY ALL ORDER BY ALL',
  'SELECT type_name, type_oid FROM duckdb_types() ORDER BY ALL',
  'SELECT schema_name FROM duckdb_schemas() ORDER BY ALL',
];
