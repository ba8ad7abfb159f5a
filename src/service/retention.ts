import { plural } from '../text/plural.ts';
import type { EventArchive } from './events/event-store.ts';
import { MS_PER_DAY } from '../tql/interval.ts';
import type { Organizations } from './store/organizations.ts';

/** What keeping events for a limited time needs. */
export interface RetentionOptions {
  readonly keepMs: number;
  readonly now: () => number;
  readonly organizations: Organizations;
  readonly events: Pick<EventArchive, 'expire'>;
  /** Is told how many events were deleted, and why they could not be. */
  readonly say: (message: string) => void;
}

/** Deletes every organization's events that are older than `keepMs`, at once and then daily. */
export function startRetention(options: RetentionOptions): { stop(): Promise<void> } {
  let pass = expireAll(options);
  const timer = setInterval(() => {
    pass = pass.then(() => expireAll(options));
  }, MS_PER_DAY);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return pass;
    },
  };
}

async function expireAll({ keepMs, now, organizations, events, say }: RetentionOptions): Promise<void> {
  const age = `${Math.floor(keepMs / MS_PER_DAY)} days`;
  try {
    for (const { id, namespace } of await organizations.list()) {
      const count = await events.expire(id, keepMs, now());
      if (count > 0) say(`${count} ${plural('event', count)} of ${namespace} older than ${age} were deleted.`);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`Events older than ${age} could not be deleted: ${reason} It is tried again in a day.`);
  }
}
