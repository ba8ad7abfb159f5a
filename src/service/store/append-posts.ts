// Appends posts to an organization's table in one transaction: the events, their ids, and their new columns.
import type { DuckDBConnection } from '@duckdb/node-api';
import type { EventColumns } from '../events/columns.ts';
import type { Appended, EventPost } from '../events/post.ts';
import { appendEvents } from './append-events.ts';
import type { Database } from './database.ts';
import type { EventIds } from './event-ids.ts';
import { admitPosts } from './payload-keys.ts';
import type { Cache } from './organization-cache.ts';
import { type RolledDays, unmarkDays } from './rolled-days.ts';
import { judgeFate } from './transaction.ts';

/** What appending reads and writes apart from the events. */
export interface AppendOptions {
  readonly columns: ColumnCache;
  readonly ids: EventIds;
  readonly now: () => number;
}

export type ColumnCache = Cache<EventColumns>;

/** Makes the function that appends posts. It returns what became of each. */
export function appendPosts(
  database: Database,
  rolled: Cache<RolledDays>,
  { columns, ids, now }: AppendOptions,
) {
  return async (organization: number, posts: readonly EventPost[]): Promise<readonly Appended[]> => {
    const payloadColumns = await columns.get(organization);
    const {
      addedColumns,
      posts: admitted,
      noteNewKeys,
    } = await admitPosts(database, organization, payloadColumns, posts, now());
    const days = await rolled.get(organization);
    // If the file fails during the commit, this number in it shows whether the commit was kept.
    const writeNumber = ids.nextWrite();
    // Set within the transaction, which returns nothing if its commit failed but is kept all the same.
    const outcome: { repeated: readonly number[]; isUnmarked: boolean } = { repeated: [], isUnmarked: false };
    const append = async (connection: DuckDBConnection) => {
      const admittedEvents = admitted.map(({ events }) => events);
      const newPosts = await ids.withoutRepeats(connection, organization, admittedEvents, now());
      const events = newPosts.posts.flat();
      await appendEvents(connection, organization, events, addedColumns, payloadColumns);
      await noteNewKeys(connection);
      await ids.remember(connection, organization, newPosts.ids, now(), writeNumber);
      const times = events.map(({ timeMs }) => timeMs);
      outcome.isUnmarked = await unmarkDays(connection, organization, days, times);
      outcome.repeated = newPosts.repeated;
    };
    await database
      .transaction(append)
      .catch((error: unknown) =>
        judgeFate(error, () => database.opened().then(() => ids.isKept(writeNumber))),
      );
    if (addedColumns.size > 0) columns.forget(organization);
    if (outcome.isUnmarked) rolled.forget(organization);
    return admitted.map(({ leftOut }, index) => ({ leftOut, repeated: outcome.repeated[index] ?? 0 }));
  };
}
