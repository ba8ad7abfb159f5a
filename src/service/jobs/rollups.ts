// Rolls up past days in the background, so that queries of whole days read fewer rows (`store/rollup.ts`).
import { messageOf } from '../../text/errors.ts';
import type { Organizations } from '../store/state/organizations.ts';
import type { Events } from '../store/events.ts';
import { type Job, repeat } from './repeat.ts';

interface RollupOptions {
  readonly organizations: Pick<Organizations, 'list'>;
  readonly events: Pick<Events, 'rollUp'>;
  readonly now: () => number;
  /** Called with why days could not be rolled up. */
  readonly say: (message: string) => void;
  /** How long to wait before the first pass. */
  readonly firstMs?: number;
}

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

/**
 * Rolls up the days of every organization that ended a while ago, a minute after the start and then hourly.
 */
export function startRollups(options: RollupOptions): Job {
  return repeat((signal) => rollUpAll(options, signal), EVERY_MS, options.firstMs ?? FIRST_MS);
}

async function rollUpAll(
  { organizations, events, now, say }: RollupOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const { id } of await organizations.list()) await events.rollUp(id, now(), signal);
  } catch (error) {
    const reason = messageOf(error);
    say(
      `Past days could not be rolled up: ${reason} Their events are read until it is tried again, in an hour.`,
    );
  }
}
