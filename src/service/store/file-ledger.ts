// The ledger in a store's file, which keeps the ids and payload keys of events that may be in a cluster.
import type { Ledger } from '../events/ledger.ts';
import type { AdmittedPost, EventPost } from '../events/post.ts';
import type { RunLocked } from '../file-lock.ts';
import type { AppendOptions, ColumnCache } from './append-posts.ts';
import type { Database } from './database.ts';
import { addColumns, admitPosts, dropColumn } from './payload-keys.ts';
import { retryOnConflict } from './open/retries.ts';

interface LedgerOptions extends AppendOptions {
  readonly lockLog: RunLocked;
  readonly lockFile: RunLocked;
  readonly syncLog: () => Promise<void>;
}

/** Makes it. `columns` and `ids` are those of the store's events. */
export function ledgerOf(
  database: Database,
  { columns, ids, lockLog, lockFile, syncLog, now }: LedgerOptions,
): Ledger {
  return {
    takeOnce: async (organization, posts, keep) => {
      const newPosts = await database.withConnection((connection) =>
        ids.withoutRepeats(connection, organization, posts, now()),
      );
      const events = newPosts.posts.flat();
      if (events.length > 0) await keep(events);
      // If the service is killed here, events that are sent again are stored twice: Kafka and the file have
      // no common transaction.
      if (newPosts.ids.length > 0) {
        await lockLog(() =>
          database.transaction((connection) =>
            ids.remember(connection, organization, newPosts.ids, now(), ids.nextWrite()),
          ),
        );
        await syncLog();
      }
      return newPosts.repeated;
    },
    declareKeys: (organization, posts) =>
      lockLog(() => retryOnConflict(() => declareKeys(database, columns, organization, posts, now()))),
    dropKey: (organization, key) =>
      lockFile(async () => {
        const payloadColumns = await columns.get(organization);
        await database.transaction((connection) => dropColumn(connection, organization, key, payloadColumns));
        columns.forget(organization);
      }),
  };
}

async function declareKeys(
  database: Database,
  columns: ColumnCache,
  organization: number,
  posts: readonly EventPost[],
  nowMs: number,
): Promise<readonly AdmittedPost[]> {
  const payloadColumns = await columns.get(organization);
  const {
    addedColumns,
    posts: admitted,
    noteNewKeys,
  } = await admitPosts(database, organization, payloadColumns, posts, nowMs);
  if (addedColumns.size === 0) return admitted;
  await database.transaction(async (connection) => {
    await addColumns(connection, organization, addedColumns);
    await noteNewKeys(connection);
  });
  columns.forget(organization);
  return admitted;
}
