// Reads the ids of stored events into memory when a service starts that takes posts, so that events that are
// sent again are recognized quickly.
import { messageOf } from '../../text/errors.ts';
import { type Job, repeat } from '../jobs/repeat.ts';
import type { Events } from '../store/events.ts';

/** Starts reading. If that fails, `say` gets the reason, and it is tried again in a minute. */
export function startReadingIds(
  events: Pick<Events, 'readIds'>,
  say: (message: string) => void,
  retryMs = RETRY_MS,
): Job {
  const read = (signal: AbortSignal) =>
    events.readIds(signal).catch((error: unknown) => {
      say(
        `The ids of events could not be read into memory, so posts take longer: ${messageOf(error)} It is tried again in a minute.`,
      );
    });
  // Once the ids are in memory, reading them again does nothing.
  return repeat(read, retryMs);
}

const RETRY_MS = 60_000;
