import { StoreError } from '../errors.ts';
import type { ImportTarget } from '../events/event-store.ts';
import { InvalidEventError, parseEvent, type StorableEvent } from '../events/event.ts';
import { type Staging, withStaging } from './staging.ts';

const BATCH = 2000;

/**
 * Imports events given as objects, each as a line of NDJSON has it, in one transaction. Returns their number.
 * If one is invalid, none is imported.
 */
export async function importEventObjects(
  store: ImportTarget,
  namespace: string,
  events: Iterable<unknown> | AsyncIterable<unknown>,
): Promise<number> {
  return withStaging(store, namespace, async (staging, take) => {
    let count = 0;
    for await (const batch of batches(events)) {
      await staging.append(batch.map((event, index) => parseAdmitted(event, staging, count + index)));
      count += batch.length;
    }
    staging.finish();
    await take({ files: async () => [], again: true });
    return count;
  });
}

/** Batches of events, because awaiting each of 300,000 events takes longer than storing them. */
async function* batches(events: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<unknown[]> {
  let batch: unknown[] = [];
  if (Symbol.iterator in events) {
    for (const event of events) {
      if (batch.push(event) < BATCH) continue;
      yield batch;
      batch = [];
    }
  } else for await (const event of events) yield [event];
  if (batch.length > 0) yield batch;
}

function parseAdmitted(value: unknown, staging: Staging, index: number): StorableEvent {
  try {
    const event = parseEvent(value);
    staging.admit(event);
    return event;
  } catch (error) {
    if (error instanceof InvalidEventError)
      throw new StoreError(`Event ${index + 1} is refused, and nothing is imported: ${error.message}`);
    throw error;
  }
}
