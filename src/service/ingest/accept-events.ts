import { translateDuckdbErrors } from '../events/duckdb-errors.ts';
import { type Admission, createAdmission } from '../http/admission.ts';
import { HttpProblem } from '../http/problem.ts';
import { announcedBytes, readJson } from '../http/request-body.ts';
import type { EventPost } from '../store/append-events.ts';
import type { Store } from '../store/store.ts';
import { type GroupCommit, groupCommit } from './group-commit.ts';
import { readPost } from './read-post.ts';

/** Takes the events that clients post. */
export interface Ingest {
  /** The namespaces whose events are taken. Events without a namespace belong to the first. */
  readonly namespaces: readonly string[];
  /** Stores a post's events, all or none. Resolves once they are on disk. Throws `HttpProblem`. */
  take(namespace: string, request: Request): Promise<Taken>;
  /** Waits until every post that was taken is committed or refused. */
  settled(): Promise<void>;
}

/** How many events of a post were stored, and how many dropped because of their time. */
export interface Taken {
  readonly accepted: number;
  readonly dropped: number;
}

/** Makes the ingest of some namespaces into a store. An event without a time gets that of the service's clock, `now`. */
export function createIngest(
  store: Store,
  namespaces: readonly string[],
  now: () => number,
  limits: IngestLimits,
): Ingest {
  const admitBytes = createAdmission(limits.bytes);
  const admitEvents = createAdmission(limits.events);
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
      const release = admitBytes(announcedBytes(request)) ?? overloaded();
      try {
        const { events, dropped } = readPost(await readJson(request), now());
        await commitEvents(group, events, admitEvents);
        return { accepted: events.length, dropped };
      } finally {
        release();
      }
    },
    settled: async () => {
      for (const group of groups.values()) await group.settled();
    },
  };
}

async function commitEvents(group: GroupCommit, events: EventPost, admit: Admission): Promise<void> {
  if (events.length === 0) return;
  const release = admit(events.length) ?? overloaded();
  try {
    const refusal = await group.add(events);
    if (refusal !== null) throw new HttpProblem(400, `None of these events was stored: ${refusal}.`);
  } finally {
    release();
  }
}

function ingestIsOff(namespace: string): HttpProblem {
  return new HttpProblem(
    404,
    `Ingest of ${JSON.stringify(namespace.slice(0, 100))} is off; \`serve --ingest NAMESPACE\` turns it on.`,
  );
}

async function organizationId(store: Store, namespace: string): Promise<number> {
  const all = await store.organizations.list();
  const found = all.find((one) => one.namespace === namespace);
  if (found === undefined)
    throw new HttpProblem(404, `There is no organization ${namespace} yet; \`org create ${namespace}\` creates it.`);
  return found.id;
}

/** How much may wait for the disk at a time, of all namespaces together. */
export interface IngestLimits {
  readonly bytes: number;
  readonly events: number;
}

/** The default limits: what the disk takes in a few seconds. */
export const INGEST_LIMITS: IngestLimits = { bytes: 33_554_432, events: 50_000 };

function overloaded(): never {
  const detail = 'Too many events are waiting to be written to the disk; send these again in a few seconds.';
  // The rest of a body that was not read must not be taken for the next request.
  throw new HttpProblem(503, detail, { headers: { 'retry-after': '5', connection: 'close' } });
}
