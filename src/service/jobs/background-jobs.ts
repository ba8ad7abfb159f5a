// The jobs that a running service does in the background.
import type { ServedEvents } from '../backend.ts';
import { startReadingIds } from '../ingest/read-ids.ts';
import { type RunAlone, repeat } from './repeat.ts';
import { startRetention } from './retention.ts';
import type { ServeOptions } from '../start-options.ts';
import type { Store } from '../store/store.ts';

/**
 * Begins the jobs in the background: reading event ids into memory, noting the use of tokens, deleting old
 * events, and the upkeep of the events.
 */
export function startJobs(store: Store, events: ServedEvents, options: ServeOptions) {
  const { ingest = [], keepMs, nowMs, now, warn } = options;
  /** Runs a pass unless another process on the same PostgreSQL runs it; not while PostgreSQL is away. */
  const alone =
    (name: string): RunAlone =>
    async (pass) => {
      if (store.shared === null) return pass();
      await store.shared.alone(name, pass).catch(() => null);
    };
  const retention = { ...store, events: events.archive, now, isClockFixed: nowMs !== undefined, say: warn };
  return [
    ...(ingest.length > 0 ? [startReadingIds(store.events, warn)] : []),
    repeat(() => noteUses(store), HOUR_MS, HOUR_MS),
    ...(keepMs === undefined ? [] : [startRetention({ ...retention, keepMs, alone: alone('retention') })]),
    events.startUpkeep(alone('upkeep')),
  ];
}

const HOUR_MS = 3_600_000;

/** Stores when tokens were last used. If PostgreSQL is away, the next pass stores it. */
export function noteUses({ tokens }: Store): Promise<void> {
  return tokens.noteUses().catch(() => undefined);
}
