import { announcedBytes, readJson } from '../body.ts';
import { HttpProblem } from '../problem.ts';
import { type EventPost } from '../store/append-events.ts';
import { type Store } from '../store/store.ts';
import { orNothingTaken } from '../import/nothing-taken.ts';
import { type GroupCommit, groupCommit } from './group-commit.ts';
import { readPost } from './read-post.ts';
import { type IngestLimits, ingestRoom } from './room.ts';

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
  const hold = ingestRoom(limits);
  const groups = new Map<string, GroupCommit>();
  const groupOf = async (namespace: string): Promise<GroupCommit> => {
    const id = await organizationId(store, namespace);
    const group = groups.get(namespace) ?? groupCommit((posts) => orNothingTaken(() => store.events.append(id, posts)));
    groups.set(namespace, group);
    return group;
  };
  return {
    namespaces,
    take: async (namespace, request) => {
      if (!namespaces.includes(namespace)) throw notOn(namespace);
      const group = groups.get(namespace) ?? (await groupOf(namespace));
      const letBytesGo = hold('bytes', announcedBytes(request));
      try {
        const events = readPost(await readJson(request), now());
        await add(group, events, hold);
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

async function add(group: GroupCommit, events: EventPost, hold: ReturnType<typeof ingestRoom>): Promise<void> {
  if (events.length === 0) return;
  const letEventsGo = hold('events', events.length);
  try {
    const refusal = await group.add(events);
    if (refusal !== null) throw new HttpProblem(400, `None of these events is taken: ${refusal}.`);
  } finally {
    letEventsGo();
  }
}

function notOn(namespace: string): HttpProblem {
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
