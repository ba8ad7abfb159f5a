import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../tql/json.ts';
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
  /** Stores all of them or none. An insight replaces an earlier one with the same id. */
  add(namespace: string, insights: readonly NewInsight[]): Promise<readonly StoredInsight[]>;
  list(namespace: string): Promise<readonly StoredInsight[]>;
  /** Finds an insight by its id, in upper or lower case; null if the organization has no such insight. */
  find(organization: number, id: string): Promise<StoredInsight | null>;
}

/** The insights in a database. */
export function insightsOf(database: Database, organizations: Organizations): Insights {
  return {
    add: async (namespace, insights) => add(database, (await organizations.get(namespace)).id, insights),
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

async function add(database: Database, organization: number, insights: readonly NewInsight[]) {
  const stored = insights.map(({ id, name, query }) => ({ id: id ?? randomUUID().toUpperCase(), name, query }));
  await database.transaction(async (connection) => {
    for (const { id, name, query } of stored) {
      await connection.run('DELETE FROM insights WHERE organization = $1 AND upper(id) = $2', [
        organization,
        id.toUpperCase(),
      ]);
      await connection.run('INSERT INTO insights VALUES ($1, $2, $3, $4)', [
        organization,
        id,
        name,
        JSON.stringify(query),
      ]);
    }
  });
  return stored;
}

function toInsight(row: StoreRow): StoredInsight {
  const query: unknown = JSON.parse(readText(row, 'query'));
  if (!isJsonObject(query)) throw new TypeError('a stored query is not an object');
  return { id: readText(row, 'id'), name: readText(row, 'name'), query };
}
