import { translateDuckdbErrors } from '../events/duckdb-errors.ts';
import { HttpProblem } from '../http/problem.ts';
import { announcedBytes, readJson } from '../http/request-body.ts';
import type { EventPost } from '../store/append-events.ts';
import type { Store } from '../store/store.ts';
import { type GroupCommit, groupCommit } from './group-commit.ts';
import { readPost } from './read-post.ts';

/** Takes the events that clients post. */
export interface Ingest {
  /** The namespaces whose events are taken; the first one's also where none is named. */
  readonly namespaces: readonly string[];
  /** Takes a post's events, all or none; gives their number once they are on disk. Throws `HttpProblem`. */
  take(namespace: string, request: Request): Promise<number>;
  /** Waits until nothing is on its way to the disk. */
  settled(): Promise<void>;
}

/** The ingest of some namespaces into a store. `now` is the service's clock: the time of an event that has none. */
export function createIngest(
  store: Store,
  namespaces: readonly string[],
  now: () => number,
  limits: IngestLimits,
): Ingest {
  const hold = createAdmission(limits);
  const groups = new Map<string, GroupCommit>();
  const groupOf = async (namespace: string): Promise<GroupCommit> => {
    const id = await organizationId(store, namespace);
    const group =
      groups.get(namespace) ?? groupCommit((posts) => translateDuckdbErrors(() => store.events.append(id, posts)));
    groups.set(namespace, group);
    return group;
  };
  return {
    namespaces,
    take: async (namespace, request) => {
      if (!namespaces.includes(namespace)) throw ingestIsOff(namespace);
      const group = groups.get(namespace) ?? (await groupOf(namespace));
      const letBytesGo = hold('bytes', announcedBytes(request));
      try {
        const events = readPost(await readJson(request), now());
        await commitEvents(group, events, hold);
        return events.length;
      } finally {
        letBytesGo();
      }
    },
    settled: async () => {
      for (const group of groups.values()) await group.settled();
    },
  };
}

async function commitEvents(
  group: GroupCommit,
  events: EventPost,
  hold: ReturnType<typeof createAdmission>,
): Promise<void> {
  if (events.length === 0) return;
  const letEventsGo = hold('events', events.length);
  try {
    const refusal = await group.add(events);
    if (refusal !== null) throw new HttpProblem(400, `None of these events is taken: ${refusal}.`);
  } finally {
    letEventsGo();
  }
}

function ingestIsOff(namespace: string): HttpProblem {
  return new HttpProblem(
    404,
    `Ingest of ${JSON.stringify(namespace.slice(0, 100))} is not on; \`serve --ingest NAMESPACE\` turns it on.`,
  );
}

async function organizationId(store: Store, namespace: string): Promise<number> {
  const all = await store.organizations.list();
  const found = all.find((one) => one.namespace === namespace);
  if (found === undefined)
    throw new HttpProblem(404, `There is no organization ${namespace} yet; \`org create ${namespace}\` makes it.`);
  return found.id;
}

/** How much may be on its way to the disk at once, over all namespaces. */
export interface IngestLimits {
  readonly bytes: number;
  readonly events: number;
}

/** The limits unless others are given: some seconds of what the disk takes. */
export const INGEST_LIMITS: IngestLimits = { bytes: 33_554_432, events: 50_000 };

/** Makes what holds room for a post, by its bytes before they are read and by its events after. Gives what lets go; throws `HttpProblem` 503. */
function createAdmission(limits: IngestLimits): (kind: keyof IngestLimits, amount: number) => () => void {
  const held = { bytes: 0, events: 0 };
  return (kind, amount) => {
    // One that is alone is taken whatever its size, or it never would be.
    if (held[kind] > 0 && held[kind] + amount > limits[kind]) throw overloaded();
    held[kind] += amount;
    return () => {
      held[kind] -= amount;
    };
  };
}

function overloaded(): HttpProblem {
  const detail =
    'More events are on their way to the disk than this service holds at once; send these again in some seconds.';
  // The body may be unread, and what is left of it must not be taken for the next request.
  return new HttpProblem(503, detail, { headers: { 'retry-after': '5', connection: 'close' } });
}
