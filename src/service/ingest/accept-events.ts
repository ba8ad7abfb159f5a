// Takes the events that apps post (`serve --ingest`): reads and checks a post's body, and answers once its
// events are on disk.
import { createAdmission } from '../http/admission.ts';
import { HttpProblem } from '../http/problem.ts';
import { announcedBytes, readJson } from '../http/request-body.ts';
import type { Appended, EventPost } from '../events/post.ts';
import type { Organization } from '../store/state/organizations.ts';
import type { Store } from '../store/store.ts';
import type { Appender, OpenAppender } from './appender.ts';
import { type ReadPost, readPost } from './read-post.ts';
import { getOrAdd } from '../../text/get-or-add.ts';

export type Ingest = ReturnType<typeof createIngest>;

/** How a path's posts differ from those of the SDKs, which are JSON: an event or an array of events. */
interface PostForm {
  /** Turns a body into the SDKs' form. */
  readonly toEvents: (body: unknown) => unknown;
  /** Whether the content type may also be plain text. */
  readonly takesText: boolean;
}

const SDK_FORM: PostForm = { toEvents: (body) => body, takesText: false };

/** What became of a post's events, for its answer and for the metrics. */
export interface TakenPost extends Omit<ReadPost, 'events'>, Appended {
  /** How many are acknowledged: they are stored, now or before. */
  readonly accepted: number;
}

/**
 * Makes the ingest of some namespaces. `open` opens a namespace's appender, which stores the events. An event
 * without a time gets that of the service's clock, `now`.
 */
export function createIngest(
  store: Store,
  namespaces: readonly string[],
  now: () => number,
  limits: IngestLimits,
  open: OpenAppender,
) {
  const shares = namespaces.length > 1 ? [SHARES.address, SHARES.namespace] : [SHARES.address];
  const admitBytes = createAdmission(limits.bytes, shares);
  const admitEvents = createAdmission(limits.events, shares);
  const appenders = new Map<string, Appender>();
  const appenderOf = async (namespace: string): Promise<Appender> => {
    const organization = await findOrganization(store, namespace);
    return getOrAdd(appenders, namespace, () => open(organization));
  };
  return {
    /** The namespaces whose events are taken. Events without a namespace belong to the first. */
    namespaces,
    /**
     * Stores the events of a post, which came from an address, that can be taken. Resolves once they are on
     * disk. Throws `HttpProblem`.
     */
    take: async (
      namespace: string,
      address: string | null,
      request: Request,
      { toEvents, takesText } = SDK_FORM,
    ): Promise<TakenPost> => {
      if (!namespaces.includes(namespace)) throw ingestIsOff(namespace);
      const appender = appenders.get(namespace) ?? (await appenderOf(namespace));
      const owners = [address, namespace];
      const release = admitBytes(announcedBytes(request), owners) ?? overloaded();
      try {
        const { events, ...unstored } = readPost(toEvents(await readJson(request, takesText)), now());
        const admit = () => admitEvents(events.length, owners) ?? overloaded();
        const appended = await appendEvents(appender, events, admit);
        return { accepted: events.length, ...appended, ...unstored };
      } finally {
        release();
      }
    },
    /** Waits until every post that was taken is committed or refused. */
    settled: async () => {
      for (const appender of appenders.values()) await appender.settled();
    },
  };
}

async function appendEvents(
  appender: Appender,
  events: EventPost,
  admit: () => () => void,
): Promise<Appended> {
  if (events.length === 0) return { repeated: 0, leftOut: null };
  const release = admit();
  try {
    return await appender.append(events);
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

async function findOrganization(store: Store, namespace: string): Promise<Organization> {
  const organizations = await store.organizations.list();
  const organization = organizations.find((each) => each.namespace === namespace);
  if (organization !== undefined) return organization;
  const detail = `There is no organization ${namespace} yet; \`org create ${namespace}\` creates it.`;
  throw new HttpProblem(404, detail);
}

/**
 * An address may have as much waiting as is left, one of several namespaces three times as much: anyone who
 * has a write key, which every copy of an app has, must not keep out others by posts that they send slowly.
 */
const SHARES = { address: 1, namespace: 3 };

/** How much may wait to be stored at a time, of all namespaces together. */
export interface IngestLimits {
  readonly bytes: number;
  readonly events: number;
}

/** The default limits: what the disk takes in a few seconds. */
export const INGEST_LIMITS: IngestLimits = { bytes: 33_554_432, events: 100_000 };

function overloaded(): never {
  const detail = 'Too many events are waiting to be written; send these again in a few seconds.';
  // The rest of a body that was not read must not be taken for the next request.
  throw new HttpProblem(503, detail, { headers: { 'retry-after': '5', connection: 'close' } });
}
