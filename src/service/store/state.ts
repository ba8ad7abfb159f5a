import { randomBytes } from 'node:crypto';
import type { ImportJournal } from '../events/event-store.ts';
import { readNote, type Rows, type Sql, writeNote } from './database.ts';
import { journalOf } from './imports.ts';
import { type Insights, insightsOf } from './insights.ts';
import { type Organizations, organizationsOf } from './organizations.ts';
import { type Tokens, tokensOf, type WriteKeys, writeKeysOf } from './secrets.ts';

/** What a store keeps besides events. */
export interface State {
  readonly organizations: Organizations;
  readonly tokens: Tokens;
  readonly writeKeys: WriteKeys;
  readonly insights: Insights;
  readonly journal: ImportJournal;
  /** The address of the Druid that has the events, if the store was ever served so; else null. */
  clusterAddress(): Promise<string | null>;
  /** Notes that a Druid has the events, so that no command puts events into the file by mistake. */
  noteCluster(address: string): Promise<void>;
  /** A secret that is the store's own and stays the same. */
  secret(): Promise<string>;
  /** When events were last deleted because of their age, in epoch milliseconds; null if they never were. */
  lastExpiry(): Promise<number | null>;
  noteExpiry(nowMs: number): Promise<void>;
}

/** The state in a database. `created` is called for each new organization, in its transaction. */
export function stateOf(
  sql: Sql,
  now: () => number,
  created: (rows: Rows, organization: number) => Promise<unknown>,
): State {
  // Tokens are cached with their organization, so a change of plan empties the cache.
  const changed = () => {
    tokens.forget();
  };
  const organizations = organizationsOf(sql, now, { created, changed });
  const tokens = tokensOf(sql, organizations, now);
  const note = (key: string, value: string) => sql.transaction((rows) => writeNote(rows, key, value));
  return {
    organizations,
    tokens,
    writeKeys: writeKeysOf(sql, organizations, now),
    insights: insightsOf(sql, organizations),
    journal: journalOf(sql, now),
    clusterAddress: () => readNote(sql, 'druid'),
    noteCluster: (address) => note('druid', address),
    secret: () => readSecret(sql),
    lastExpiry: async () => {
      const expired = await readNote(sql, 'expired');
      return expired === null ? null : Number(expired);
    },
    noteExpiry: (nowMs) => note('expired', String(nowMs)),
  };
}

async function readSecret(sql: Sql): Promise<string> {
  const known = await readNote(sql, 'secret');
  if (known !== null) return known;
  return sql.transaction(async (rows) => {
    // Another process may have made one meanwhile.
    const made = (await readNote({ rows }, 'secret')) ?? randomBytes(32).toString('hex');
    await writeNote(rows, 'secret', made);
    return made;
  });
}
