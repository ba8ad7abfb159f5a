import { messageOf } from '../../text/errors.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Events } from '../store/events.ts';

const RETRY_MS = 60_000;

/**
 * Reads the ids of taken events in the background, again after a pause if it fails. `say` gets the reason.
 */
export function startReadingIds(
  events: Pick<Events, 'readIds'>,
  say: (message: string) => void,
  retryMs = RETRY_MS,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const read = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await events.readIds(signal);
        return;
      } catch (error) {
        const reason = messageOf(error);
        say(
          `The ids of events could not be read into memory, so posts take longer: ${reason} It is tried again in a minute.`,
        );
        await sleep(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const done = read();
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}
