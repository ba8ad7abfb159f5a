import { parseEvent } from '../../../src/service/events/event.ts';
import { type RunningService, startService } from '../../../src/service/start.ts';
import type { StartOptions } from '../../../src/service/start-options.ts';

/** A service, in memory unless `dbPath` says otherwise, that ends after the last test of the file. */
export async function serviceOfFile(options: Partial<StartOptions> = {}): Promise<RunningService> {
  const service = await startService({ dbPath: ':memory:', ...options });
  afterAll(() => service.close(0));
  return service;
}

/** Creates an organization on the paid plan. @returns A token of its. */
export async function addOrganization(
  { store }: Pick<RunningService, 'store'>,
  name: string,
): Promise<string> {
  await store.organizations.create(name, 'paid');
  return (await store.tokens.create(name, null)).token;
}

/**
 * Stores a small world's events, as posts are: an import, which has its own engine, takes a tenth of a
 * second.
 */
export async function addEvents(
  { store }: Pick<RunningService, 'store'>,
  name: string,
  events: readonly unknown[],
): Promise<void> {
  const { id } = await store.organizations.get(name);
  await store.events.append(id, [events.map(parseEvent)]);
}
