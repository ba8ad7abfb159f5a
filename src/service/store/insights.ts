import { randomUUID } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { isJsonObject, type JsonObject } from '../../tql/json.ts';
import { StoreError } from '../errors.ts';
import { type Database, readText, type StoreRow } from './database.ts';
import type { Organizations } from './organizations.ts';

/** A saved insight. Its query has neither a data source nor an interval. */
export interface StoredInsight {
  readonly id: string;
  readonly name: string;
  readonly query: JsonObject;
}

/** An insight to be stored. Without an id it gets one. */
export interface NewInsight {
  readonly id?: string | undefined;
  readonly name: string;
  readonly query: JsonObject;
}

/** The insights of a store. An organization sees its own only. */
export interface Insights {
  /**
   * Stores all of them or none. Throws `StoreError` if the id or the name of one is there already. With `replace` it takes the place of the one
   * with its id or, without an id, with its name.
   */
  add(namespace: string, insights: readonly NewInsight[], replace?: boolean): Promise<readonly StoredInsight[]>;
  list(namespace: string): Promise<readonly StoredInsight[]>;
  /** Finds an insight by its id, in upper or lower case; null if the organization has no such insight. */
  find(organization: number, id: string): Promise<StoredInsight | null>;
}

/** The insights in a database. */
export function insightsOf(database: Database, organizations: Organizations): Insights {
  return {
    add: async (namespace, insights, replace = false) =>
      add(database, (await organizations.get(namespace)).id, insights, replace),
    list: async (namespace) => {
      const { id } = await organizations.get(namespace);
      const rows = await database.rows(
        'SELECT id, name, query FROM insights WHERE organization = $1 ORDER BY name, id',
        [id],
      );
      return rows.map(toInsight);
    },
    find: async (organization, id) => {
      const sql = 'SELECT id, name, query FROM insights WHERE organization = $1 AND upper(id) = $2';
      const [row] = await database.rows(sql, [organization, id.toUpperCase()]);
      return row === undefined ? null : toInsight(row);
    },
  };
}

async function add(database: Database, organization: number, insights: readonly NewInsight[], replace: boolean) {
  const stored: StoredInsight[] = [];
  await database.transaction(async (connection) => {
    for (const insight of insights) {
      const there = await findTaken(connection, organization, insight);
      const replaced = replace ? there.find(({ id }) => isSameId(id, insight.id ?? id)) : undefined;
      const kept = there.find((each) => each !== replaced);
      if (kept !== undefined) throw taken(insight, kept, replace);
      if (replaced !== undefined)
        await connection.run('DELETE FROM insights WHERE organization = $1 AND id = $2', [organization, replaced.id]);
      const id = insight.id ?? replaced?.id ?? randomUUID().toUpperCase();
      const values = [organization, id, insight.name, JSON.stringify(insight.query)];
      await connection.run('INSERT INTO insights VALUES ($1, $2, $3, $4)', values);
      stored.push({ ...insight, id });
    }
  });
  return stored;
}

/** The insights that have the id or the name of a new one. */
async function findTaken(connection: DuckDBConnection, organization: number, { id, name }: NewInsight) {
  const sql = 'SELECT id, name FROM insights WHERE organization = $1 AND (upper(id) = $2 OR name = $3)';
  const found = await connection.runAndReadAll(sql, [organization, id?.toUpperCase() ?? '', name]);
  return found.getRowObjects().map((row) => ({ id: readText(row, 'id'), name: readText(row, 'name') }));
}

function isSameId(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}

function taken({ id, name }: NewInsight, there: Pick<StoredInsight, 'id' | 'name'>, replace: boolean): StoreError {
  const isSame = id !== undefined && isSameId(id, there.id);
  const what = isSame ? `the id ${id}` : `the name ${JSON.stringify(name)}`;
  const advice =
    replace && !isSame ? `Give it another name, or that id.` : '`--replace` stores the new one in its place.';
  return new StoreError(
    `An insight with ${what} is there already (${there.id}, ${JSON.stringify(there.name)}), and nothing is stored. ${advice}`,
  );
}

function toInsight(row: StoreRow): StoredInsight {
  const query: unknown = JSON.parse(readText(row, 'query'));
  if (!isJsonObject(query)) throw new TypeError('a stored query is not an object');
  return { id: readText(row, 'id'), name: readText(row, 'name'), query };
}
