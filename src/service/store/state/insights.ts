// Stores the saved insights of organizations: `insight add` and `insight sync` change them, and
// `POST /api/v3/insights/<id>/query` reads them.
import { randomUUID } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../../tql/json.ts';
import { StoreError } from '../../errors.ts';
import { readText, type Rows, type Sql, type StoreRow } from '../sql.ts';
import { compareInsights, isSame, type NewInsight, type StoredInsight } from './insight-changes.ts';
import type { Organizations } from './organizations.ts';

/** A saved query as it is resolved: without a data source, and with a relative interval as its only one. */
export function withOnlyInterval(query: JsonObject, interval: Json): JsonObject {
  const keptEntries = Object.entries(query).filter(([key]) => !REPLACED_KEYS.has(key));
  return { ...Object.fromEntries(keptEntries), relativeIntervals: [interval] };
}

const REPLACED_KEYS: ReadonlySet<string> = new Set(['dataSource', 'intervals', 'relativeIntervals']);

export type Insights = ReturnType<typeof insightsIn>;

/** Makes the insights in a database. An organization sees its own only. */
export function insightsIn(sql: Sql, organizations: Organizations) {
  return {
    /**
     * Stores all of them or none. Throws `StoreError` if the id or the name of one already exists. With
     * `replace` it takes the place of the one with its id or, without an id, with its name.
     */
    add: async (
      namespace: string,
      insights: readonly NewInsight[],
      replace = false,
    ): Promise<readonly StoredInsight[]> =>
      add(sql, (await organizations.get(namespace)).id, insights, replace),
    list: async (namespace: string): Promise<readonly StoredInsight[]> => {
      const rows = await sql.rows(LIST, [(await organizations.get(namespace)).id]);
      return rows.map(toInsight);
    },
    /**
     * Removes all insights with these ids, written as `list` gives them, or none. Throws `StoreError` if one
     * is gone.
     */
    remove: async (namespace: string, ids: readonly string[]) => {
      const { id: organization } = await organizations.get(namespace);
      await sql.transaction(async (rows) => {
        for (const id of ids) await removeOne(rows, organization, id);
      });
    },
    /**
     * Makes these the organization's insights, completely or not at all, and gives what changes; with `isDry`
     * it changes nothing.
     */
    sync: async (namespace: string, insights: readonly NewInsight[], isDry: boolean) =>
      syncInsights(sql, (await organizations.get(namespace)).id, insights, isDry),
    /**
     * Finds an insight by its id, in upper or lower case; null if the organization has no such insight. The
     * query API calls this, which knows the organization's number already.
     */
    find: async (organization: number, id: string) => {
      const [row] = await sql.rows(FIND, [organization, id.toUpperCase()]);
      return row === undefined ? null : toInsight(row);
    },
  };
}

async function add(sql: Sql, organization: number, insights: readonly NewInsight[], replace: boolean) {
  const stored: StoredInsight[] = [];
  await sql.transaction(async (rows) => {
    for (const insight of insights) {
      const conflicts = await findConflicts(rows, organization, insight);
      const replaced = replace
        ? conflicts.find(({ id }) => insight.id === undefined || isSame(id, insight.id))
        : undefined;
      const conflict = conflicts.find((each) => each !== replaced);
      if (conflict !== undefined) throw alreadyExists(insight, conflict, replace);
      if (replaced !== undefined) await rows(DELETE, [organization, replaced.id]);
      const id = insight.id ?? replaced?.id ?? randomUUID().toUpperCase();
      await rows(INSERT, [organization, id, insight.name, JSON.stringify(insight.query)]);
      stored.push({ ...insight, id });
    }
  });
  return stored;
}

const LIST = 'SELECT id, name, query FROM insights WHERE organization = $1 ORDER BY name, id';
const FIND = 'SELECT id, name, query FROM insights WHERE organization = $1 AND upper(id) = $2';
const FIND_CONFLICTS =
  'SELECT id, name FROM insights WHERE organization = $1 AND (upper(id) = $2 OR lower(name) = lower($3))';
const INSERT = 'INSERT INTO insights VALUES ($1, $2, $3, $4)';
const DELETE = 'DELETE FROM insights WHERE organization = $1 AND id = $2 RETURNING id';

async function removeOne(rows: Rows, organization: number, id: string): Promise<void> {
  const removed = await rows(DELETE, [organization, id]);
  if (removed.length === 0)
    throw new StoreError(`There is no insight ${id} any more, and nothing is removed.`);
}

async function syncInsights(sql: Sql, organization: number, insights: readonly NewInsight[], isDry: boolean) {
  return sql.transaction(async (rows) => {
    const changes = compareInsights((await rows(LIST, [organization])).map(toInsight), insights);
    if (isDry) return changes;
    for (const { id } of [...changes.removed, ...changes.changed]) await removeOne(rows, organization, id);
    for (const { id, name, query } of [...changes.added, ...changes.changed])
      await rows(INSERT, [organization, id, name, JSON.stringify(query)]);
    return changes;
  });
}

/** The insights that have the id or the name of a new one, in whatever case. */
async function findConflicts(rows: Rows, organization: number, { id, name }: NewInsight) {
  const conflictRows = await rows(FIND_CONFLICTS, [organization, id?.toUpperCase() ?? '', name]);
  return conflictRows.map((row) => ({ id: readText(row, 'id'), name: readText(row, 'name') }));
}

function alreadyExists(
  { id, name }: NewInsight,
  stored: Pick<StoredInsight, 'id' | 'name'>,
  replace: boolean,
): StoreError {
  const isOfId = id !== undefined && isSame(id, stored.id);
  const conflictingName = isOfId ? `the id ${id}` : `the name ${JSON.stringify(name)}`;
  const advice =
    replace && !isOfId ? `Give it another name, or that id.` : '`--force` stores the new one in its place.';
  return new StoreError(
    `An insight with ${conflictingName} already exists (${stored.id}, ${JSON.stringify(stored.name)}), and nothing is stored. ${advice}`,
  );
}

function toInsight(row: StoreRow): StoredInsight {
  const query: unknown = JSON.parse(readText(row, 'query'));
  if (!isJsonObject(query)) throw new TypeError('a stored query is not an object');
  return { id: readText(row, 'id'), name: readText(row, 'name'), query };
}
